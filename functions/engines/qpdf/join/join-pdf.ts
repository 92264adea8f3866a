import { join } from 'node:path';
import { invalidOption } from '../../../conversion/options.ts';
import type { EngineJob } from '../../engine.ts';
import { choosePages } from '../../options/choose-pages.ts';
import { checkPages, LIMITS, tooComplex } from '../../poppler/limits.ts';
import { runParallel } from '../../poppler/run-parallel.ts';
import { runQpdf } from '../run-qpdf.ts';
import { addOutlines } from './add-outlines.ts';
import { makePart } from './make-part.ts';
import { unpackParts } from './unpack-parts.ts';

/** Files that are joined at most: every one is open while they are. */
const MOST_PARTS = 500;

/** Options of joining; what is made of the joined file is asked for by others. */
const OWN = ['merge', 'order'];

/**
 * Joins the PDF files and pictures in a zip into one PDF file, with the outlines and links that they have. The outlines of
 * each stand below an entry with the name of its file.
 * @returns the same job for the joined file
 * @throws ConversionError
 */
export async function joinPdf(job: EngineJob): Promise<EngineJob> {
  const { merge, order } = job.options;
  if (merge !== true) throw invalidOption('To join the files of a zip into one PDF, set the option "merge" to true.');
  const files = await unpackParts(job);
  if (files.length > MOST_PARTS)
    throw tooComplex(
      `The zip has ${files.length} files; at most ${MOST_PARTS} are joined. Join them in several steps.`,
    );
  const numbers =
    typeof order === 'string'
      ? choosePages(order, files.length, { option: 'order', noun: 'file' })
      : files.map((_, at) => at + 1);
  const chosen = numbers.flatMap((number, index) => {
    const file = files[number - 1];
    return file ? [{ file, folder: join(job.folder, `part-${index}`) }] : [];
  });
  let done = 0;
  const parts = await runParallel(chosen, async ({ file, folder }) => {
    const part = await makePart(file, { ...job, folder });
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
  const sourcePath = await addOutlines(joined, parts, job.folder);
  const options = Object.fromEntries(Object.entries(job.options).filter(([name]) => !OWN.includes(name)));
  // Pictures stay as they are, unless less is asked for.
  const quality = job.quality === 'medium' ? 'high' : job.quality;
  return { ...job, sourcePath, sourceFormat: 'pdf', options, quality };
}
