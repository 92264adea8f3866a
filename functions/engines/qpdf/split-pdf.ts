import { mkdtemp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { invalidOption } from '../../conversion/options.ts';
import type { EngineJob, EngineResult } from '../engine.ts';
import { choosePages } from '../options/choose-pages.ts';
import { inspectPdf } from '../poppler/inspect-pdf.ts';
import { LIMITS } from '../poppler/limits.ts';
import { unreadable } from '../poppler/unreadable.ts';
import { tooComplex } from '../refusals.ts';
import { zipFiles } from '../zip-files.ts';
import { type Catalog, readCatalog } from './catalog.ts';
import { checkRepaired, withRebuilt } from './check-repaired.ts';
import { decryptPdf } from './decrypt-pdf.ts';
import { fileTraits, usedOnly } from './file-traits.ts';
import { pruneOutlines } from './prune-outlines.ts';
import { COMPACT, runQpdf } from './run-qpdf.ts';

/** The most files of a result. */
const MOST_FILES = 1000;
/** The most files where each takes a run of qpdf. */
const MOST_RUNS = 200;

/**
 * Splits a PDF file into several, in a zip: by a number of pages, by ranges, or at the entries of its outlines.
 * @throws ConversionError
 */
export async function splitPdf(job: EngineJob): Promise<EngineResult> {
  const file = await decryptPdf(job);
  const { length: count } = await inspectPdf(file, LIMITS.filePages);
  const folder = await withRebuilt(file, (readable) => writeParts(readable, count));
  const names = (await readdir(folder)).sort();
  const path = join(job.folder, 'result.zip');
  await zipFiles(
    names.map((name) => ({ path: join(folder, name), name, compress: false })),
    path,
  );
  return { path, format: 'zip' };
}

/** A file of the result, and its pages. */
interface Part {
  readonly name: string;
  readonly pages: readonly number[];
}

/** Where the files of the result are written, and the settings of qpdf for each. */
interface Splitting {
  readonly parts: readonly Part[];
  readonly folder: string;
  readonly plan: object;
}

/** Writes the files of the result. @returns their folder */
async function writeParts(file: EngineJob, count: number): Promise<string> {
  const { split = 'each' } = file.options as { readonly split?: string };
  const folder = await mkdtemp(join(file.folder, 'split-'));
  const catalog = await readCatalog(file);
  const plan = { ...COMPACT, ...usedOnly(await fileTraits(file)) };
  const pagesPerFile = split === 'each' ? 1 : Number(/^every (\d+)$/.exec(split)?.[1] ?? 0);
  const parts = pagesPerFile > 0 ? planEvery(pagesPerFile, count) : planRanges(split, count, catalog);
  const splitting = { parts, folder, plan };
  // qpdf splits a file without the list of its layers that are hidden.
  const isFaulty =
    pagesPerFile > 0 && !catalog.entries['/OCProperties']
      ? await splitEvery(file, pagesPerFile, splitting)
      : await splitRanges(file, catalog, splitting);
  if (isFaulty) await checkRepaired(file, count);
  return folder;
}

/** Splits a file in one run of qpdf. @returns whether the source has faults */
async function splitEvery(file: EngineJob, pagesPerFile: number, { parts, folder, plan }: Splitting): Promise<boolean> {
  if (parts.length > MOST_FILES) throw tooMany(parts.length, MOST_FILES);
  const outputFile = join(folder, pagesPerFile === 1 ? 'page-%d.pdf' : 'pages-%d.pdf');
  const run = { inputFile: file.sourcePath, outputFile, splitPages: `${pagesPerFile}` };
  const { faulty } = await runQpdf({ ...run, ...plan }, file.folder);
  const { length } = await readdir(folder);
  // It finds fewer pages than poppler does.
  if (length !== parts.length) throw unreadable(`${length} files of ${parts.length}`);
  return faulty;
}

/** Splits a file in a run for each part, with the outlines that lead to its pages. @returns whether the source has faults */
async function splitRanges(file: EngineJob, catalog: Catalog, { parts, folder, plan }: Splitting): Promise<boolean> {
  if (parts.length > MOST_RUNS) throw tooMany(parts.length, MOST_RUNS);
  let isFaulty = false;
  for (const [index, { name, pages }] of parts.entries()) {
    const run = { inputFile: file.sourcePath, outputFile: join(folder, `${name}.pdf`) };
    const selection = {
      pages: [{ file: '.', range: pages.join(',') }],
      ...(await pruneOutlines(catalog, pages, file)),
    };
    const { faulty } = await runQpdf({ ...run, ...selection, ...plan }, file.folder);
    isFaulty ||= faulty;
    file.onProgress?.(Math.floor(((index + 1) / parts.length) * 90));
  }
  return isFaulty;
}

/** Files of so many pages, with the names that qpdf gives them. */
function planEvery(pagesPerFile: number, count: number): Part[] {
  return Array.from({ length: Math.ceil(count / pagesPerFile) }, (_, index) => {
    const first = index * pagesPerFile + 1;
    const last = Math.min(count, first + pagesPerFile - 1);
    const [from, to] = [first, last].map((page) => padded(page, count));
    return { name: pagesPerFile === 1 ? `page-${from}` : `pages-${from}-${to}`, pages: pagesFrom(first, last) };
  });
}

function planRanges(split: string, count: number, catalog: Catalog): Part[] {
  const ranges =
    split === 'bookmarks'
      ? bookmarkRanges(catalog, count)
      : split.split(',').map((range) => choosePages(range, count, { option: 'split' }));
  return ranges.map((pages, index) => ({ name: `part-${padded(index + 1, ranges.length)}`, pages }));
}

/** The pages from each top-level outline entry to the next, and those before the first. */
function bookmarkRanges({ outlines }: Catalog, count: number): number[][] {
  const starts = outlines.flatMap(({ destpageposfrom1: page }) => (typeof page === 'number' ? [page] : []));
  if (starts.length === 0)
    throw invalidOption('The option "split" cannot be "bookmarks": the file has no bookmarks that lead to pages.');
  const sorted = [...new Set([1, ...starts])].sort((one, other) => one - other);
  return sorted.map((first, index) => pagesFrom(first, (sorted[index + 1] ?? count + 1) - 1));
}

function pagesFrom(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, page) => first + page);
}

function padded(number: number, largest: number): string {
  return `${number}`.padStart(`${largest}`.length, '0');
}

function tooMany(count: number, most: number) {
  return tooComplex(`The file would become ${count} files; at most ${most} are written. Split it into larger ones.`);
}
