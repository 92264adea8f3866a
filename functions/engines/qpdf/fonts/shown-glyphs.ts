import type { PdfFile } from '../../poppler/pdf-job.ts';
import { catalogOf, isReference, type PdfListing, rootOf } from '../join/list-pdf.ts';
import { runMupdf } from '../run-mupdf.ts';
import { updateObjects } from '../update-objects.ts';

/** The glyphs that the pages of a file show, by names of fonts: glyph IDs, or CIDs of CFF fonts that are keyed by them. */
export type ShownGlyphs = ReadonlyMap<string, ReadonlySet<number>>;

/** How MuPDF lists the text of pages. */
const FONT = /^<span .*?\bfont_name="([^"]*)"/;
const GLYPH = /^<char .*?\bgid="(\d+)"/;
const END = '</page>';
/** How it ends, also where pages have faults. */
const DRAWN = [0, 1];
/** Names that it lists as they are, and the bytes after which it cuts them off. */
const PLAIN = /^\/[^"&'<>\p{Cc}]+$/u;
const LONGEST_NAME = 31;

/**
 * Finds the glyphs that the pages of a file show, also those of layers that are hidden.
 * @param count of its pages
 * @throws Error
 */
export async function shownGlyphs(file: PdfFile, listed: PdfListing['qpdf'], count: number): Promise<ShownGlyphs> {
  const { sourcePath, folder } = await withoutLayers(file, listed);
  const shown = new Map<string, Set<number>>();
  let [font, pages] = [new Set<number>(), 0];
  const onLine = (line: string) => {
    if (line === END) pages += 1;
    const name = FONT.exec(line)?.[1];
    if (name !== undefined) {
      font = shown.get(name) ?? new Set();
      shown.set(name, font);
    }
    const glyph = GLYPH.exec(line)?.[1];
    if (glyph !== undefined) font.add(Number(glyph));
  };
  const args = ['draw', '-q', '-F', 'xmltext', '-o', '-', sourcePath];
  await runMupdf(args, { folder, source: sourcePath, onLine }, DRAWN);
  if (pages !== count) throw new Error(`the text of ${pages} pages of ${count}`);
  return shown;
}

/** The glyphs that fonts of such names show, which may be none; undefined where it cannot be known. */
export function glyphsOf(names: Iterable<string>, shown: ShownGlyphs): number[] | undefined {
  const glyphs = new Set<number>();
  for (const name of names) {
    if (!PLAIN.test(name)) return undefined;
    const listed = Buffer.from(name.slice(1)).subarray(0, LONGEST_NAME).toString();
    for (const glyph of shown.get(listed) ?? []) glyphs.add(glyph);
  }
  return [...glyphs].sort((first, second) => first - second);
}

/** A copy in which all layers are shown, or the file itself where it has none. */
async function withoutLayers(file: PdfFile, listed: PdfListing['qpdf']): Promise<PdfFile> {
  const [, objects] = listed;
  const root = rootOf(objects);
  const { '/OCProperties': layers, ...catalog } = catalogOf(objects);
  if (layers === undefined || !isReference(root)) return file;
  return updateObjects(file, listed, { [`obj:${root}`]: { value: catalog } }, 'without-layers');
}
