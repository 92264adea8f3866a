import type { PdfFile } from '../poppler/pdf-job.ts';
import { runQpdf } from './run-qpdf.ts';

/** How qpdf lists colour key masks and mattes of pictures (PDF 2.0, 8.9.6.4 and 11.6.5.2). */
const COLOUR_KEY = /^\s*"\/Mask": \[$/;
const MATTE = /^\s*"\/Matte": /;
/** How it lists fonts whose glyphs are drawings, and what these draw with: where they do not say so, what the page has (9.6.4). */
const GLYPHS = /^\s*"\/Subtype": "\/Type3"/;
const RESOURCES = /^\s*"\/Resources": /;
/** How it lists private data of programs, such as drawings of Illustrator, and pictures of pages (14.5, 12.3.4). */
const PRIVATE = /^\s*"\/(?:PieceInfo|Thumb)": /;
/** How it lists, in dictionaries of streams, that they are compressed, and metadata. */
const FILTER = /^ {12}"\/Filter": /;
const METADATA = /^ {12}"\/Type": "\/Metadata"/;
const OBJECT = /^ {6}"obj:(\d+ \d+ R)": /;
/** The most objects that are noted of a kind. */
const MOST = 10_000;

/** What `fileTraits` finds. */
export interface FileTraits {
  /** Whether pictures have colour key masks, which a lossy encoder would break. */
  readonly colourKeys: boolean;
  /** Whether pictures have mattes, which need masks of the same size. */
  readonly mattes: boolean;
  /** Whether glyphs of fonts draw with what their pages have. */
  readonly glyphsOfPages: boolean;
  /** Whether qpdf finds faults. */
  readonly faulty: boolean;
  /** The objects that can be made smaller, by their references. */
  readonly shrinkable: ShrinkableObjects;
}

/** Objects that can be made smaller without loss. */
export interface ShrinkableObjects {
  /** Those with private data of programs. */
  readonly privateData: ReadonlySet<string>;
  /** Metadata that is not compressed. */
  readonly metadata: ReadonlySet<string>;
}

/**
 * Looks through the objects of a PDF file.
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function fileTraits({ sourcePath, folder }: PdfFile): Promise<FileTraits> {
  const traits = { colourKeys: false, mattes: false, glyphsOfPages: false };
  const noted = () => new Set<string>();
  const kinds = { privateData: noted(), metadata: noted() };
  let [object, withResources, compressed] = ['', '', ''];
  const note = (kind: Set<string>) => kind.size < MOST && kind.add(object);
  const look = (line: string) => {
    traits.colourKeys ||= COLOUR_KEY.test(line);
    traits.mattes ||= MATTE.test(line);
    object = OBJECT.exec(line)?.[1] ?? object;
    // Entries are sorted by their names.
    if (RESOURCES.test(line)) withResources = object;
    traits.glyphsOfPages ||= GLYPHS.test(line) && withResources !== object;
    if (FILTER.test(line)) compressed = object;
    if (PRIVATE.test(line)) note(kinds.privateData);
    if (METADATA.test(line) && compressed !== object) note(kinds.metadata);
  };
  const list = { inputFile: sourcePath, json: '2', jsonKey: ['qpdf', 'pages'], jsonStreamData: 'none' };
  const { faulty } = await runQpdf(list, folder, look);
  return { ...traits, faulty, shrinkable: kinds };
}

/**
 * The setting with which chosen pages keep only the fonts and pictures that they show, also where each page lists those of all,
 * as PDFium writes slides: by itself qpdf looks only for lists that pages share. Where glyphs draw with what their pages
 * have, it would not find that.
 */
export function usedOnly({ glyphsOfPages }: FileTraits): { readonly removeUnreferencedResources?: 'yes' } {
  return glyphsOfPages ? {} : { removeUnreferencedResources: 'yes' };
}
