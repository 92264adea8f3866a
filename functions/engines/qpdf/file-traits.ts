import type { PdfFile } from '../poppler/pdf-job.ts';
import { runQpdf } from './run-qpdf.ts';

/** How qpdf lists colour key masks and mattes of pictures (PDF 2.0, 8.9.6.4 and 11.6.5.2), and forms (12.7.3). */
const COLOUR_KEY = /^\s*"\/Mask": \[$/;
const MATTE = /^\s*"\/Matte": /;
const FORM = /^\s*"\/AcroForm": /;

/**
 * Whether pictures of a PDF file have colour key masks, which a lossy encoder would break; whether they have mattes, which need
 * masks of the same size; and whether the file has a form.
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function fileTraits({ sourcePath, folder }: PdfFile) {
  const traits = { colourKeys: false, mattes: false, forms: false };
  const look = (line: string) => {
    traits.colourKeys ||= COLOUR_KEY.test(line);
    traits.mattes ||= MATTE.test(line);
    traits.forms ||= FORM.test(line);
  };
  await runQpdf({ inputFile: sourcePath, json: '2', jsonKey: ['qpdf'], jsonStreamData: 'none' }, folder, look);
  return traits;
}
