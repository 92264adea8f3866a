import { LIMITS } from '../poppler/limits.ts';
import { type Box, boxesIn } from '../poppler/page-box.ts';
import type { PdfFile } from '../poppler/pdf-job.ts';
import { runPoppler } from '../poppler/run-poppler.ts';
import { unreadable } from '../poppler/unreadable.ts';

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
  const [shown, trim] = [[...boxesIn(stdout, 'CropBox').values()], [...boxesIn(stdout, 'TrimBox').values()]];
  if ([turns, shown, trim].some(({ length }) => length !== count)) throw unreadable('pages without boxes');
  return shown.map((box, index) => ({ shown: box, trim: trim[index] ?? box, turns: turns[index] ?? 0 }));
}

/** The size of a box after its rotation. */
export function sizeOf([left, bottom, right, top]: Box, turns: number): { width: number; height: number } {
  const [width, height] = [right - left, top - bottom];
  return turns % 2 === 1 ? { width: height, height: width } : { width, height };
}
