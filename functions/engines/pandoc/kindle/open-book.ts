import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ConversionError } from '../../../conversion/errors.ts';
import { openZip } from '../../../detection/document-zip.ts';
import type { RunResult } from '../../../sandbox/run-tool.ts';
import type { EngineJob } from '../../engine.ts';
import { hasContent } from '../../office/epub/has-content.ts';
import { BookFiles } from '../../office/epub/read-book.ts';
import { inspect } from '../../office/inspect.ts';
import { wasStopped } from '../../took-too-much.ts';
import { tooComplex } from '../limits.ts';
import { isKindleBook } from './kindle-books.ts';
import { runMobitool } from './run-mobitool.ts';

/**
 * Makes an EPUB book of a Kindle book: what follows works on that. Any other source stays as it is.
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function openBook(job: EngineJob): Promise<EngineJob> {
  if (!isKindleBook(job.sourceFormat)) return job;
  const sourcePath = await writeEpub(job);
  if (!inspect(sourcePath, (read, size) => hasContent(new BookFiles(openZip(read, size)))))
    throw unreadable('there is nothing in its chapters');
  return { ...job, sourcePath, sourceFormat: 'epub' };
}

async function writeEpub({ sourcePath, folder }: EngineJob): Promise<string> {
  const written = join(folder, 'kindle-book');
  await mkdir(written);
  const result = await runMobitool(['-e', '-o', written, sourcePath], folder);
  const [name, ...others] = await readdir(written);
  if (result.exitCode !== 0 || name === undefined || others.length > 0) throw failure(result);
  const path = join(folder, 'book.epub');
  await rename(join(written, name), path);
  await rm(written, { recursive: true });
  return path;
}

function failure(result: RunResult): ConversionError {
  const { stdout, stderr } = result;
  if (/failed \(Document is encrypted\)/.test(stdout))
    return new ConversionError(
      'UNREADABLE_FILE',
      'The book is locked to who bought it (DRM): it cannot be converted. Get it without such a lock.',
      { cause: result },
    );
  if (wasStopped(result) || /Memory allocation failed/.test(`${stdout}${stderr}`))
    return tooComplex('The book takes more memory or time than is given to one.', result);
  return unreadable(result);
}

function unreadable(cause: unknown): ConversionError {
  return new ConversionError('UNREADABLE_FILE', 'The book is damaged or incomplete, and cannot be read.', { cause });
}
