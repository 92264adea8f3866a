import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { shortLines } from '../short-lines.ts';
import type { PageRange, PdfFile } from './pdf-job.ts';
import { runPoppler } from './run-poppler.ts';
import { unreadable } from './unreadable.ts';

/** What says for certain that a part of the content is lost. Nearly all other warnings are about trifles. */
const LOSSES =
  /(Bad block header|Unknown compression method|Bad (huffman|Huffman) code).*stream|Could not find start of jpeg/;
/** A complaint that may be a trifle. */
const WARNING = /^(Syntax Error|Internal Error|Unimplemented Feature)/m;

/** Pixels of the side of a drawThumbnails at a page. */
const THUMBNAIL_SIDE = 100;
/** Pages that are looked at in one go. */
const MANY = 500;

/**
 * Refuses a file of whose pages something is lost: by the program's warnings, or when a page of which it complains
 * is blank. A page that is meant to be blank is let pass.
 * @throws ConversionError UNREADABLE_FILE
 */
export async function refuseLostPages(file: PdfFile, range: PageRange, warnings: string): Promise<void> {
  if (LOSSES.test(shortLines(warnings))) throw unreadable(warnings);
  if (WARNING.test(warnings)) await refuseBlank(file, (await drawThumbnails(file, range)).blank);
}

/**
 * Refuses a file that was repaired when it was written anew, unless all its pages look as before, drawn very small.
 * @param copy what was made of it: the same pages
 * @throws ConversionError UNREADABLE_FILE
 */
export async function refuseChangedPages(file: PdfFile, copy: string, count: number): Promise<void> {
  for (let first = 1; first <= count; first += MANY) {
    const range = { first, last: Math.min(count, first + MANY - 1) };
    const [before, after] = await Promise.all([
      drawThumbnails(file, range),
      drawThumbnails({ ...file, sourcePath: copy }, range),
    ]);
    if (LOSSES.test(shortLines(before.stderr))) throw unreadable(before.stderr);
    if (WARNING.test(before.stderr)) await refuseBlank(file, before.blank);
    for (const [page, picture] of before.pictures)
      if (!after.pictures.get(page)?.equals(picture)) throw unreadable(`page ${page} looks different when repaired`);
  }
}

async function refuseBlank(file: PdfFile, blank: readonly number[]): Promise<void> {
  for (const page of blank) {
    const { stderr } = await drawThumbnails(file, { first: page, last: page });
    if (WARNING.test(stderr)) throw unreadable({ page, stderr });
  }
}

/** Pages drawn very small. */
interface Thumbnails {
  /** By the numbers of pages. */
  readonly pictures: ReadonlyMap<number, Buffer>;
  /** The pages that are nothing but white. */
  readonly blank: readonly number[];
  readonly stderr: string;
}

async function drawThumbnails(file: PdfFile, { first, last }: PageRange): Promise<Thumbnails> {
  const folder = await mkdtemp(join(file.folder, 'glance-'));
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

/** Whether all of a picture in the PGM format is as paper is. */
function isWhite(picture: Buffer): boolean {
  const header = /^P5\s+\d+\s+\d+\s+\d+\s/.exec(picture.toString('latin1', 0, 64))?.[0] ?? '';
  return picture.subarray(header.length).every((grey) => grey === 255);
}
