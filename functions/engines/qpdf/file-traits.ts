import type { PdfFile } from '../poppler/pdf-job.ts';
import { runQpdf } from './run-qpdf.ts';

/** How qpdf lists colour key masks and mattes of pictures (PDF 2.0, 8.9.6.4 and 11.6.5.2), and forms (12.7.3). */
const COLOUR_KEY = /^\s*"\/Mask": \[$/;
const MATTE = /^\s*"\/Matte": /;
const FORM = /^\s*"\/AcroForm": /;
/** How it lists private data of programs, such as drawings of Illustrator, and pictures of pages (14.5, 12.3.4). */
const PRIVATE = /^\s*"\/(?:PieceInfo|Thumb)": /;
const OBJECT = /^\s*"obj:(\d+ \d+ R)": /;
/** The most objects whose private data is noted. */
const MOST = 10_000;

/**
 * Whether pictures of a PDF file have colour key masks, which a lossy encoder would break; whether they have mattes, which need
 * masks of the same size; whether the file has a form; the objects with private data of programs; and whether qpdf finds faults.
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function fileTraits({ sourcePath, folder }: PdfFile) {
  const traits = { colourKeys: false, mattes: false, forms: false, privateData: new Set<string>() };
  let object = '';
  const look = (line: string) => {
    traits.colourKeys ||= COLOUR_KEY.test(line);
    traits.mattes ||= MATTE.test(line);
    traits.forms ||= FORM.test(line);
    object = OBJECT.exec(line)?.[1] ?? object;
    if (PRIVATE.test(line) && traits.privateData.size < MOST) traits.privateData.add(object);
  };
  const list = { inputFile: sourcePath, json: '2', jsonKey: ['qpdf', 'pages'], jsonStreamData: 'none' };
  const { faulty } = await runQpdf(list, folder, look);
  return { ...traits, faulty };
}
