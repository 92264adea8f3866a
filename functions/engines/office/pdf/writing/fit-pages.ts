import { copyFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { type PopplerProgram, runPoppler } from '../../../poppler/run-poppler.ts';
import { quiet, type Reopened } from '../../reopen.ts';
import { filterOptions } from '../../results/filter-options.ts';
import { type BarePage, emptyPages } from '../headers/header.ts';
import { writeOdt } from './write-odt.ts';

/** Changes the document that is open in LibreOffice. */
export type Fit = (opened: Reopened) => Promise<void>;

/** By how much more a page that runs over is set closer at most, each time, as shares of its height. */
const STEPS = [0.03, 0.06, 0.15, 0.3];
/** What it is set closer beyond that: in other formats and programs, pages are a little higher. */
const SPARE = 0.01;
/** How many pages are laid out for it in all: of a long document, fewer times. */
const MOST_PAGES = 200;
/** After this long, in milliseconds, a document stays as it is: LibreOffice has more to do with it. */
const LONGEST = 20_000;
/** More than is printed about so many pages, in bytes. */
const OUTPUT_BYTES = 64 * 1024 * 1024;
/** Only where pages begin is looked at. */
const DRAFT = filterOptions({
  ExportBookmarksToPDFDestination: true,
  ReduceImageResolution: true,
  MaxImageResolution: 75,
});

/** A text document made of the pages of a PDF file. */
interface MadeOfPages {
  readonly pages: readonly BarePage[];
  /** The OpenDocument file. */
  readonly path: string;
  /** The job's folder. */
  readonly folder: string;
}

/** Sets pages closer that take more than one in LibreOffice, whose fonts and line breaks are not those of the PDF file. */
export async function fitPages({ pages, path, folder }: MadeOfPages, opened: Reopened): Promise<void> {
  const start = performance.now();
  let { parts } = opened;
  let squeezes = pages.map(() => 0);
  const laidOut = pages.length + emptyPages(pages);
  const write = async (shares: readonly number[], name: string) => {
    await writeOdt(pages, path, shares);
    const placed = join(opened.folder, `${name}.odt`);
    await copyFile(path, placed);
    ({ parts } = await opened.office.open(placed, quiet()));
  };
  for (const [round, step] of STEPS.entries()) {
    if (parts <= laidOut || parts * (round + 1) > MOST_PAGES || performance.now() - start > LONGEST) break;
    const over = await overflowOf(pages.length, opened, folder);
    // What is free above the first that runs over is not seen: more is needed.
    squeezes = squeezes.map((squeeze, index) => squeeze + Math.min(step, (over[index] ?? 0) * 2 ** round));
    await write(squeezes, `fitted-${round}`);
  }
  if (squeezes.some((squeeze) => squeeze > 0))
    await write(
      squeezes.map((squeeze) => (squeeze > 0 ? squeeze + SPARE : 0)),
      'fitted',
    );
}

/** A line about a destination: its page, and the index of the page of the PDF file that begins there. */
const DESTINATION = /^ {0,9}(\d{1,6}) \[[^\]]{0,99}\] "[^"]{0,9}page(\d{1,6})"$/;
/** A page or a word as pdftotext reports them: their heights, and where they end. */
const BOX =
  /<(page) width="[\d.]+" height="([\d.]+)"|<(word) xMin="[-\d.]+" yMin="[-\d.]+" xMax="[-\d.]+" yMax="([-\d.]+)"/g;

/** What a page without words runs over, as a share of its height. */
const LEAST = 0.005;

/** How much of each page runs over, as shares of its height; 0 where nothing does. */
async function overflowOf(count: number, opened: Reopened, folder: string): Promise<number[]> {
  const path = join(folder, 'draft.pdf');
  const written = join(opened.folder, 'draft.pdf');
  await opened.office.save(written, 'pdf', DRAFT);
  await rename(written, path);
  const run = (program: PopplerProgram, args: readonly string[]) =>
    runPoppler(program, args, { folder, sourcePath: path }, OUTPUT_BYTES);
  const [destinations, boxes] = await Promise.all([
    run('pdfinfo', ['-dests', path]),
    run('pdftotext', ['-bbox', path, '-']),
  ]);
  const starts = new Map(
    destinations.stdout.split('\n').flatMap((line): [number, number][] => {
      const [, page, index] = DESTINATION.exec(line) ?? [];
      return index === undefined ? [] : [[Number(index), Number(page) - 1]];
    }),
  );
  const ends = endsOf(boxes.stdout);
  return Array.from({ length: count }, (_, index) => {
    const [start, next] = [starts.get(index) ?? ends.length, starts.get(index + 1) ?? ends.length];
    return ends.slice(start + 1, next).reduce((sum, end) => sum + end + LEAST, 0);
  });
}

/** Where the last word of each page ends, as shares of its height. */
function endsOf(boxes: string): number[] {
  const pages: { height: number; end: number }[] = [];
  for (const [, page, height, , end] of boxes.matchAll(BOX)) {
    if (page) pages.push({ height: Number(height), end: 0 });
    const last = pages.at(-1);
    if (end && last) last.end = Math.max(last.end, Number(end));
  }
  return pages.map(({ height, end }) => end / height);
}
