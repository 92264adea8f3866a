import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FormatName } from '../../conversion/formats.ts';
import type { EngineJob, EngineResult } from '../engine.ts';
import { decodeHtml, decodePlain } from '../office/text-encoding.ts';
import { checkBook } from './check-book.ts';
import { checkResult } from './check-result.ts';
import { runCalibre } from './run-calibre.ts';

/** What calibre is told beyond the formats; its names are those of its command line, with underscores. */
type CalibreOptions = Readonly<Record<string, string | boolean>>;

/** A book without a cover gets none. */
const OF_TARGET: Partial<Record<FormatName, CalibreOptions>> = {
  epub: { no_default_epub_cover: true },
  // The kind of book for Palm that keeps headings, links and pictures.
  pdb: { format: 'ereader' },
};

/** Texts, which are given as UTF-8, whatever they were. */
const OF_TEXT: CalibreOptions = { input_encoding: 'utf-8' };
const OF_SOURCE: Partial<Record<FormatName, CalibreOptions>> = {
  html: OF_TEXT,
  txt: { ...OF_TEXT, formatting_type: 'plain' },
  md: { ...OF_TEXT, formatting_type: 'markdown' },
};

/**
 * Converts a book. Which reader takes it is decided by the name that we give it, and that by what was detected.
 * @throws ConversionError UNREADABLE_FILE, PASSWORD_PROTECTED, TOO_COMPLEX, UNSUPPORTED_CONVERSION
 */
export async function convertBook(job: EngineJob): Promise<EngineResult> {
  const { sourcePath, sourceFormat, targetFormat, folder } = job;
  checkBook(sourcePath, sourceFormat);
  const [input, output, work] = ['in', 'out', 'work'].map((name) => join(folder, name)) as [string, string, string];
  // A page is read with what lies beside it: nothing does.
  await Promise.all([mkdir(input), mkdir(output), mkdir(work)]);
  const source = join(input, `source.${sourceFormat}`);
  const target = join(output, `result.${targetFormat}`);
  await placeSource(job, source);
  const options = { ...OF_SOURCE[sourceFormat], ...OF_TARGET[targetFormat] };
  await runCalibre(source, [target, JSON.stringify(options)], work);
  await checkResult(target, targetFormat);
  return { path: target, format: targetFormat };
}

async function placeSource({ sourcePath, sourceFormat }: EngineJob, target: string): Promise<void> {
  if (!OF_SOURCE[sourceFormat]) return copyFile(sourcePath, target);
  const bytes = await readFile(sourcePath);
  await writeFile(target, sourceFormat === 'html' ? decodeHtml(bytes) : decodePlain(bytes));
}
