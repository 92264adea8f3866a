import type { PdfFile } from '../poppler/pdf-job.ts';
import { runQpdf } from './run-qpdf.ts';

/** How qpdf writes of a picture that some of its colours are transparent, and that they were mixed with another (PDF 2.0, 8.9.6.4 and 11.6.5.2). */
const COLOUR_KEY = /^\s*"\/Mask": \[$/;
const MATTE = /^\s*"\/Matte": /;

/**
 * Whether pictures in a PDF file have colours that are transparent: a lossy encoder would change which these are. And
 * whether they are as large as their masks have to be: colours are mixed out of them pixel by pixel.
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function pictureTraits({ sourcePath, folder }: PdfFile) {
  const traits = { colourKeys: false, mattes: false };
  const look = (line: string) => {
    traits.colourKeys ||= COLOUR_KEY.test(line);
    traits.mattes ||= MATTE.test(line);
  };
  await runQpdf({ inputFile: sourcePath, json: '2', jsonKey: ['qpdf'], jsonStreamData: 'none' }, folder, look);
  return traits;
}
