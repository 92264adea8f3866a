import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { shortLines } from '../complaints.ts';
import type { PageRange, PdfFile } from './pdf-job.ts';
import { runPoppler } from './run-poppler.ts';
import { unreadable } from './unreadable.ts';

/** What says for certain that a part of the content is lost. Nearly all other complaints are about trifles. */
const LOSSES =
  /(Bad block header|Unknown compression method|Bad (huffman|Huffman) code).*stream|Could not find start of jpeg/;
/** A complaint that may be a trifle. */
const COMPLAINT = /^(Syntax Error|Internal Error|Unimplemented Feature)/m;

/** Pixels of the side of a glance at a page. */
const GLANCE = 100;
/** Pages that are looked at in one go. */
const MANY = 500;

/**
 * Refuses a file of whose pages something is lost: by the program's complaints, or when a page of which it complains
 * is blank. A page that is meant to be blank is let pass.
 * @throws ConversionError UNREADABLE_FILE
 */
export async function refuseLostPages(file: PdfFile, range: PageRange, complaints: string): Promise<void> {
  if (LOSSES.test(shortLines(complaints))) throw unreadable(complaints);
  if (COMPLAINT.test(complaints)) await refuseBlank(file, (await glance(file, range)).blank);
}

/**
 * Refuses a file of whose pages something is lost, by what poppler says when it draws them very small.
 * @throws ConversionError UNREADABLE_FILE
 */
export async function refuseDamagedPages(file: PdfFile, count: number): Promise<void> {
  for (let first = 1; first <= count; first += MANY) {
    const { stderr, blank } = await glance(file, { first, last: Math.min(count, first + MANY - 1) });
    if (LOSSES.test(shortLines(stderr))) throw unreadable(stderr);
    if (COMPLAINT.test(stderr)) await refuseBlank(file, blank);
  }
}

async function refuseBlank(file: PdfFile, blank: readonly number[]): Promise<void> {
  for (const page of blank) {
    const { stderr } = await glance(file, { first: page, last: page });
    if (COMPLAINT.test(stderr)) throw unreadable({ page, stderr });
  }
}

/** Draws pages very small, to see which of them are nothing but white. */
async function glance(file: PdfFile, { first, last }: PageRange): Promise<{ blank: number[]; stderr: string }> {
  const folder = await mkdtemp(join(file.folder, 'glance-'));
  try {
    const drawing = ['-f', `${first}`, '-l', `${last}`, '-cropbox', '-gray', '-scale-to', `${GLANCE}`];
    const { stderr } = await runPoppler('pdftoppm', [...drawing, file.sourcePath, join(folder, 'page')], file);
    const names = await readdir(folder);
    const white = await Promise.all(names.map(async (name) => isWhite(await readFile(join(folder, name)))));
    const blank = names.filter((_, index) => white[index]).map((name) => Number(/\d+/.exec(name)?.[0]));
    return { blank, stderr };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Whether all of a picture in the PGM format is as paper is. */
function isWhite(picture: Buffer): boolean {
  const header = /^P5\s+\d+\s+\d+\s+\d+\s/.exec(picture.toString('latin1', 0, 64))?.[0] ?? '';
  return picture.subarray(header.length).every((grey) => grey === 255);
}
