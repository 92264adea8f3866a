import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConversionError } from '../../conversion/errors.ts';
import type { FormatName } from '../../conversion/formats.ts';
import { type EngineJob, type EngineResult, hasFormat } from '../engine.ts';
import { runOffice } from '../office/run-office.ts';
import { convertText, type MarkupSource } from './convert-text.ts';
import { convertTree } from './convert-tree.ts';
import { PROPERTIES } from './filters.ts';
import { readOffice } from './office/read-office.ts';
import { openBook } from './open-book.ts';
import { isReadWhole } from './packages/is-read-whole.ts';
import { readProperties } from './packages/read-properties.ts';
import { READERS, type Readable } from './readers.ts';
import type { Target } from './run-filter.ts';
import { writerOf } from './writers.ts';

/**
 * Converts a document from or to markup.
 * @throws ConversionError
 */
export async function convertMarkup(given: EngineJob): Promise<EngineResult> {
  const job = await openBook(given);
  // The pages of older Kindle books are not the XHTML of EPUB, so pandoc rewrites them.
  if (job.targetFormat === 'epub' && given.sourceFormat === 'azw3') return { path: job.sourcePath, format: 'epub' };
  if (writerOf(job.targetFormat)) return convert(job, job.targetFormat);
  // LibreOffice writes the other targets from docx, which it reads best.
  const { path } = await convert(job, 'docx');
  return runOffice({ ...job, sourcePath: path, sourceFormat: 'docx' });
}

async function convert(job: EngineJob, target: FormatName): Promise<EngineResult> {
  const { sourcePath, sourceFormat } = job;
  const tree = await readOffice(job);
  if (tree) return convertTree(tree, targetOf(job, target));
  if (!hasFormat(READERS, sourceFormat) || job.options.password !== undefined) return convertWithOffice(job, target);
  if (sourceFormat === 'odt' && !isReadWhole(sourcePath)) return convertWithOffice(job, target);
  try {
    return await convertDocument({ ...job, sourceFormat }, target);
  } catch (error) {
    const hasFallback = FALLBACK.includes(sourceFormat) && error instanceof ConversionError;
    if (hasFallback && error.code === 'UNREADABLE_FILE') return convertWithOffice(job, target);
    throw error;
  }
}

/** Formats that LibreOffice reads as well, and more leniently. */
const FALLBACK: readonly Readable[] = ['docx', 'odt'];

/** LibreOffice converts what pandoc cannot read, or takes for damaged, to docx. */
async function convertWithOffice(job: EngineJob, target: FormatName): Promise<EngineResult> {
  const { path } = await runOffice({ ...job, targetFormat: 'docx' });
  return convertDocument({ ...job, sourcePath: path, sourceFormat: 'docx' }, target);
}

/** Readers of books list them by what documents say of themselves. */
async function convertDocument(job: EngineJob & MarkupSource, target: FormatName): Promise<EngineResult> {
  const { sourcePath, sourceFormat, folder } = job;
  if (target === 'epub' && (sourceFormat === 'docx' || sourceFormat === 'odt'))
    await writeFile(join(folder, PROPERTIES), JSON.stringify(readProperties(sourcePath, sourceFormat)));
  return convertText({ sourcePath, sourceFormat }, targetOf(job, target));
}

function targetOf({ folder, options }: EngineJob, target: FormatName): Target {
  return { target, folder, images: options.images };
}
