import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inspect } from '../read/inspect.ts';
import { shortLines } from '../short-lines.ts';
import type { PageRange, PdfFile } from './pdf-job.ts';
import { runPoppler } from './run-poppler.ts';
import { unreadable } from './unreadable.ts';

/** Warnings that prove a loss of content. Nearly all others are harmless. */
const LOSSES =
  /(Bad block header|Unknown compression method|Bad (huffman|Huffman) code).*stream|Could not find start of jpeg/;
/** Where poppler finds that a stream has no further block. */
const ENDED = /\((\d+)\): Bad block header/;
/**
 * What is there where it is whole: what a flush leaves (RFC 1951, 3.2.4), with which Acrobat ends streams of annotations; or
 * a header and the checksum of no bytes (RFC 1950, 2.2), with which Aspose writes nothing.
 */
const ENDS = [Buffer.from([0, 0, 0xff, 0xff]), Buffer.from([0x78, 0x9c, 0, 0, 0, 1])];
/** A warning that may be harmless. */
const WARNING = /^(Syntax Error|Internal Error|Unimplemented Feature)/m;

/** The longer side of a thumbnail, in pixels. */
const THUMBNAIL_SIDE = 100;
/** The most pages of a run. */
const MOST_PAGES = 500;

/**
 * Refuses a file whose pages have lost content: by poppler's warnings, or when a page with a warning is blank. Pages that
 * are blank without a warning pass.
 * @throws ConversionError UNREADABLE_FILE
 */
export async function refuseLostPages(file: PdfFile, range: PageRange, stderr: string): Promise<void> {
  const warnings = warningsIn(stderr, file);
  if (LOSSES.test(warnings)) throw unreadable(warnings);
  if (WARNING.test(warnings)) await refuseBlank(file, (await drawThumbnails(file, range)).blank);
}

/**
 * Refuses a repaired file unless the thumbnails of all its pages are as before.
 * @param copy the repaired file, with the same pages
 * @throws ConversionError UNREADABLE_FILE
 */
export async function refuseChangedPages(file: PdfFile, copy: string, count: number): Promise<void> {
  for (let first = 1; first <= count; first += MOST_PAGES) {
    const range = { first, last: Math.min(count, first + MOST_PAGES - 1) };
    const [before, after] = await Promise.all([
      drawThumbnails(file, range),
      drawThumbnails({ ...file, sourcePath: copy }, range),
    ]);
    const warnings = warningsIn(before.stderr, file);
    if (LOSSES.test(warnings)) throw unreadable(warnings);
    if (WARNING.test(warnings)) await refuseBlank(file, before.blank);
    for (const [page, picture] of before.pictures)
      if (!after.pictures.get(page)?.equals(picture)) throw unreadable(`page ${page} looks different when repaired`);
  }
}

/** What poppler says of a file, but for streams that end as some programs write them. */
function warningsIn(stderr: string, { sourcePath }: PdfFile): string {
  const lines = shortLines(stderr).split('\n');
  if (!lines.some((line) => ENDED.test(line))) return lines.join('\n');
  return inspect(sourcePath, (read) => {
    const isWhole = (line: string) => {
      const position = Number(ENDED.exec(line)?.[1]);
      return ENDS.some((end) => position > end.length && read(position - end.length, end.length).equals(end));
    };
    return lines.filter((line) => !isWhole(line)).join('\n');
  });
}

async function refuseBlank(file: PdfFile, blank: readonly number[]): Promise<void> {
  for (const page of blank) {
    const { stderr } = await drawThumbnails(file, { first: page, last: page });
    const warnings = warningsIn(stderr, file);
    if (WARNING.test(warnings)) throw unreadable({ page, warnings });
  }
}

/** Thumbnails of pages. */
interface Thumbnails {
  /** By page number. */
  readonly pictures: ReadonlyMap<number, Buffer>;
  /** The numbers of the blank pages. */
  readonly blank: readonly number[];
  readonly stderr: string;
}

async function drawThumbnails(file: PdfFile, { first, last }: PageRange): Promise<Thumbnails> {
  const folder = await mkdtemp(join(file.folder, 'thumbnails-'));
  try {
    const drawing = ['-f', `${first}`, '-l', `${last}`, '-cropbox', '-gray', '-scale-to', `${THUMBNAIL_SIDE}`];
    const { stderr } = await runPoppler('pdftoppm', [...drawing, file.sourcePath, join(folder, 'page')], file);
    const names = await readdir(folder);
    const read = async (name: string) => [Number(/\d+/.exec(name)?.[0]), await readFile(join(folder, name))] as const;
    const pictures = new Map(await Promise.all(names.map(read)));
    const blank = [...pictures].filter(([, picture]) => isWhite(picture)).map(([page]) => page);
    return { pictures, blank, stderr };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Whether a PGM picture is all white. */
function isWhite(picture: Buffer): boolean {
  const header = /^P5\s+\d+\s+\d+\s+\d+\s/.exec(picture.toString('latin1', 0, 64))?.[0] ?? '';
  return picture.subarray(header.length).every((grey) => grey === 255);
}
