import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { invalidOption } from '../../conversion/options.ts';
import type { EngineJob, EngineResult } from '../engine.ts';
import { choosePages } from '../options/choose-pages.ts';
import { inspectPdf } from '../poppler/inspect-pdf.ts';
import { LIMITS } from '../poppler/limits.ts';
import { tooComplex } from '../refusals.ts';
import { zipFiles } from '../zip-files.ts';
import { checkRepaired } from './check-repaired.ts';
import { decryptPdf } from './decrypt-pdf.ts';
import { listPdf } from './join/list-pdf.ts';
import { ON, runQpdf } from './run-qpdf.ts';

/** The most files of a result. */
const MOST_FILES = 1000;
/** The most files where each takes a run of qpdf. */
const MOST_RUNS = 200;

/** The settings of all files: smaller without loss, and deterministic. */
const PLAN = {
  objectStreams: 'generate',
  decrypt: ON,
  deterministicId: ON,
  removeUnreferencedResources: 'yes',
} as const;

/**
 * Splits a PDF file into several, in a zip: by a number of pages, by ranges, or at the entries of its outlines.
 * @throws ConversionError
 */
export async function splitPdf(job: EngineJob): Promise<EngineResult> {
  const file = await decryptPdf(job);
  const { split = 'each' } = file.options as { readonly split?: string };
  const { length: count } = await inspectPdf(file, LIMITS.filePages);
  const folder = join(job.folder, 'split');
  await mkdir(folder);
  const pagesPerFile = split === 'each' ? 1 : Number(/^every (\d+)$/.exec(split)?.[1] ?? 0);
  const faults =
    pagesPerFile > 0
      ? [await splitEvery(file, { pagesPerFile, count, folder })]
      : await splitRanges(
          file,
          split === 'bookmarks' ? await bookmarkRanges(file, count) : ranges(split, count),
          folder,
        );
  if (faults.some(Boolean)) await checkRepaired(file, count);
  const names = (await readdir(folder)).sort();
  const path = join(job.folder, 'result.zip');
  await zipFiles(
    names.map((name) => ({ path: join(folder, name), name, compress: false })),
    path,
  );
  return { path, format: 'zip' };
}

interface SplitEvery {
  readonly pagesPerFile: number;
  readonly count: number;
  readonly folder: string;
}

/** Splits a file in one run of qpdf. @returns whether the source has faults */
async function splitEvery(file: EngineJob, { pagesPerFile, count, folder }: SplitEvery): Promise<boolean> {
  const files = Math.ceil(count / pagesPerFile);
  if (files > MOST_FILES) throw tooMany(files, MOST_FILES);
  const outputFile = join(folder, pagesPerFile === 1 ? 'page-%d.pdf' : 'pages-%d.pdf');
  const { faulty } = await runQpdf(
    { inputFile: file.sourcePath, outputFile, splitPages: `${pagesPerFile}`, ...PLAN },
    file.folder,
  );
  const { length } = await readdir(folder);
  if (length !== files) throw new Error(`${length} files of ${files}`);
  return faulty;
}

async function splitRanges(file: EngineJob, parts: readonly (readonly number[])[], folder: string): Promise<boolean[]> {
  if (parts.length > MOST_RUNS) throw tooMany(parts.length, MOST_RUNS);
  const faults: boolean[] = [];
  const digits = `${parts.length}`.length;
  for (const [index, pages] of parts.entries()) {
    const outputFile = join(folder, `part-${`${index + 1}`.padStart(digits, '0')}.pdf`);
    const selection = [{ file: '.', range: pages.join(',') }];
    faults.push(
      (await runQpdf({ inputFile: file.sourcePath, outputFile, pages: selection, ...PLAN }, file.folder)).faulty,
    );
    file.onProgress?.(Math.floor(((index + 1) / parts.length) * 90));
  }
  return faults;
}

function ranges(split: string, count: number): number[][] {
  return split.split(',').map((range) => choosePages(range, count, { option: 'split' }));
}

/** The pages from each top-level outline entry to the next, and those before the first. */
async function bookmarkRanges(file: EngineJob, count: number): Promise<number[][]> {
  const { listing } = await listPdf(file.sourcePath, file.folder);
  const starts = listing.outlines.flatMap(({ destpageposfrom1: page }) => (typeof page === 'number' ? [page] : []));
  if (starts.length === 0)
    throw invalidOption('The option "split" cannot be "bookmarks": the file has no bookmarks that lead to pages.');
  const sorted = [...new Set([1, ...starts])].sort((one, other) => one - other);
  return sorted.map((first, index) => {
    const next = sorted[index + 1] ?? count + 1;
    return Array.from({ length: next - first }, (_, page) => first + page);
  });
}

function tooMany(count: number, most: number) {
  return tooComplex(`The file would become ${count} files; at most ${most} are written. Split it into larger ones.`);
}
