import { join } from 'node:path';
import { invalidOption } from '../../../conversion/options.ts';
import type { EngineJob, EngineResult } from '../../engine.ts';
import { choosePages } from '../../options/choose-pages.ts';
import { checkPages, LIMITS } from '../../poppler/limits.ts';
import { runParallel } from '../../poppler/run-parallel.ts';
import { tooComplex } from '../../refusals.ts';
import { runQpdf } from '../run-qpdf.ts';
import { detectPart } from './detect-part.ts';
import { collectForeign, splitConverted } from './foreign-parts.ts';
import { makePart } from './make-part.ts';
import { unpackParts } from './unpack-parts.ts';
import { writeOutlines } from './write-outlines.ts';

/** The most files that are joined: qpdf keeps all of them open. */
const MOST_PARTS = 500;

/** The options of joining; all others apply to the joined file. */
const OWN = ['merge', 'order'];

/** A job for a joined file, with the JSON file from which qpdf adds the outlines when it writes the result. */
export interface JoinedJob extends EngineJob {
  readonly outlines: string;
}

/**
 * Joins the PDF files and pictures in a zip into one PDF file, and keeps their links and outlines. The outlines of each are
 * below an entry with the name of its file.
 * @returns the job for the joined file; or the files that other engines have to convert first
 * @throws ConversionError
 */
export async function joinPdf(job: EngineJob): Promise<JoinedJob | EngineResult> {
  const { merge, order } = job.options;
  if (merge !== true) throw invalidOption('To join the files of a zip into one PDF, set the option "merge" to true.');
  const [zipPath, converted] = await splitConverted(job);
  const files = await unpackParts({ ...job, sourcePath: zipPath });
  if (files.length > MOST_PARTS)
    throw tooComplex(
      `The zip has ${files.length} files; at most ${MOST_PARTS} are joined. Join them in several steps.`,
    );
  const numbers =
    typeof order === 'string'
      ? choosePages(order, files.length, { option: 'order', noun: 'file' })
      : files.map((_, at) => at + 1);
  const chosen = numbers.flatMap((number) => {
    const file = files[number - 1];
    return file ? [{ ...file, path: converted.get(number) ?? file.path }] : [];
  });
  const detected = await runParallel(chosen, detectPart);
  const foreign = detected.filter((part) => part.foreign);
  if (foreign.length > 0) return collectForeign(foreign, job);
  let done = 0;
  const parts = await runParallel(detected, async (file) => {
    const part = await makePart(file, { ...job, folder: join(job.folder, `part-${file.place}`) });
    done += 1;
    job.onProgress?.(Math.floor((done / chosen.length) * 80));
    return part;
  });
  checkPages(
    parts.reduce((sum, { pages }) => sum + pages, 0),
    LIMITS.filePages,
  );
  const joined = join(job.folder, 'joined.pdf');
  await runQpdf({ empty: '', outputFile: joined, pages: parts.map(({ path }) => ({ file: path })) }, job.folder);
  const outlines = await writeOutlines(joined, parts, job.folder);
  const options = Object.fromEntries(Object.entries(job.options).filter(([name]) => !OWN.includes(name)));
  // Pictures are recompressed only at low quality.
  const quality = job.quality === 'medium' ? 'high' : job.quality;
  return { ...job, sourcePath: joined, sourceFormat: 'pdf', options, quality, outlines };
}
