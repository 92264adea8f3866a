import type { PdfFile } from '../poppler/pdf-job.ts';
import { runQpdf } from './run-qpdf.ts';

/** How qpdf writes of a picture that some of its colours are transparent (PDF 2.0, 8.9.6.4). */
const COLOUR_KEY = /^\s*"\/Mask": \[$/;

/**
 * Whether some pictures in a PDF file have colours that are transparent: a lossy encoder would change which these are.
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function hasColourKeys({ sourcePath, folder }: PdfFile): Promise<boolean> {
  let found = false;
  const look = (line: string) => {
    found ||= COLOUR_KEY.test(line);
  };
  await runQpdf({ inputFile: sourcePath, json: '2', jsonKey: ['qpdf'], jsonStreamData: 'none' }, folder, look);
  return found;
}
