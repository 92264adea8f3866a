import { LIMITS } from '../poppler/limits.ts';
import type { PdfFile } from '../poppler/pdf-job.ts';
import { runPoppler } from '../poppler/run-poppler.ts';
import { unreadable } from '../poppler/unreadable.ts';

/** Left, bottom, right and top, in user space units. */
export type Box = readonly [number, number, number, number];

/** The boxes and the rotation of a page. */
export interface PageBoxes {
  /** The crop box. */
  readonly shown: Box;
  readonly trim: Box;
  /** Quarter turns clockwise, 0 to 3. */
  readonly turns: number;
}

/** More than pdfinfo prints about the most pages, in bytes. */
const OUTPUT_BYTES = 8 * 1024 * 1024;

/**
 * The boxes of each page.
 * @throws ConversionError UNREADABLE_FILE
 */
export async function pageBoxes(file: PdfFile, count: number): Promise<PageBoxes[]> {
  const range = ['-f', '1', '-l', `${Math.min(count, LIMITS.filePages)}`];
  const { stdout } = await runPoppler('pdfinfo', ['-box', ...range, file.sourcePath], file, OUTPUT_BYTES);
  const turns = [...stdout.matchAll(/^Page +\d+ rot: +(\d+)$/gm)].map(
    ([, degrees]) => Math.floor(Number(degrees) / 90) % 4,
  );
  const [shown, trim] = [boxesIn(stdout, CROP_BOX), boxesIn(stdout, TRIM_BOX)];
  if ([turns, shown, trim].some(({ length }) => length !== count)) throw unreadable('pages without boxes');
  return shown.map((box, index) => ({ shown: box, trim: trim[index] ?? box, turns: turns[index] ?? 0 }));
}

const CROP_BOX = /^Page +\d+ CropBox: +(.+)$/gm;
const TRIM_BOX = /^Page +\d+ TrimBox: +(.+)$/gm;

function boxesIn(info: string, line: RegExp): Box[] {
  return [...info.matchAll(line)].map(([, numbers = '']) => {
    const [left = 0, bottom = 0, right = 0, top = 0] = numbers.trim().split(/ +/).map(Number);
    return [Math.min(left, right), Math.min(bottom, top), Math.max(left, right), Math.max(bottom, top)];
  });
}

/** The size of a box after its rotation. */
export function sizeOf([left, bottom, right, top]: Box, turns: number): { width: number; height: number } {
  const [width, height] = [right - left, top - bottom];
  return turns % 2 === 1 ? { width: height, height: width } : { width, height };
}
