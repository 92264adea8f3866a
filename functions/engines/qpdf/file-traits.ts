import type { PdfFile } from '../poppler/pdf-job.ts';
import { runQpdf } from './run-qpdf.ts';

/** How qpdf lists colour key masks and mattes of pictures (PDF 2.0, 8.9.6.4 and 11.6.5.2), and forms (12.7.3). */
const COLOUR_KEY = /^\s*"\/Mask": \[$/;
const MATTE = /^\s*"\/Matte": /;
const FORM = /^\s*"\/AcroForm": /;
/** How it lists private data of programs, such as drawings of Illustrator, and pictures of pages (14.5, 12.3.4). */
const PRIVATE = /^\s*"\/(?:PieceInfo|Thumb)": /;
/** How it lists fonts whose glyphs are drawings, and what these draw with: where they do not say so, what the page has (9.6.4). */
const GLYPHS = /^\s*"\/Subtype": "\/Type3"/;
const RESOURCES = /^\s*"\/Resources": /;
const OBJECT = /^\s*"obj:(\d+ \d+ R)": /;
/** The most objects whose private data is noted. */
const MOST = 10_000;

/** What `fileTraits` finds. */
export type FileTraits = Awaited<ReturnType<typeof fileTraits>>;

/**
 * Whether pictures of a PDF file have colour key masks, which a lossy encoder would break; whether they have mattes, which need
 * masks of the same size; whether the file has a form; the objects with private data of programs; whether glyphs of fonts draw
 * with what their pages have; and whether qpdf finds faults.
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function fileTraits({ sourcePath, folder }: PdfFile) {
  const traits = {
    ...{ colourKeys: false, mattes: false, forms: false, glyphsOfPages: false },
    privateData: new Set<string>(),
  };
  let [object, withResources] = ['', ''];
  const look = (line: string) => {
    traits.colourKeys ||= COLOUR_KEY.test(line);
    traits.mattes ||= MATTE.test(line);
    traits.forms ||= FORM.test(line);
    object = OBJECT.exec(line)?.[1] ?? object;
    // Entries are sorted by their names.
    if (RESOURCES.test(line)) withResources = object;
    traits.glyphsOfPages ||= GLYPHS.test(line) && withResources !== object;
    if (PRIVATE.test(line) && traits.privateData.size < MOST) traits.privateData.add(object);
  };
  const list = { inputFile: sourcePath, json: '2', jsonKey: ['qpdf', 'pages'], jsonStreamData: 'none' };
  const { faulty } = await runQpdf(list, folder, look);
  return { ...traits, faulty };
}

/**
 * The setting with which chosen pages keep only the fonts and pictures that they show, also where each page lists those of all,
 * as PDFium writes slides: by itself qpdf looks only for lists that pages share. Where glyphs draw with what their pages
 * have, it would not find that.
 */
export function usedOnly({ glyphsOfPages }: FileTraits): { readonly removeUnreferencedResources?: 'yes' } {
  return glyphsOfPages ? {} : { removeUnreferencedResources: 'yes' };
}
