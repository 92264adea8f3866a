import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openZip } from '../../../detection/document-zip.ts';
import type { EngineJob } from '../../engine.ts';
import { hasContent } from '../../office/epub/has-content.ts';
import { BookFiles } from '../../office/epub/read-book.ts';
import { inspect } from '../../read/inspect.ts';
import { unreadableAs } from '../../refusals.ts';
import { isKindleBook } from './kindle-books.ts';
import { DAMAGED, writeEpub } from './run-mobitool.ts';

const unreadable = unreadableAs(DAMAGED);

/**
 * Converts a Kindle book to an EPUB book. Any other source stays as it is.
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function openBook(job: EngineJob): Promise<EngineJob> {
  if (!isKindleBook(job.sourceFormat)) return job;
  const sourcePath = await convertToEpub(job);
  if (!inspect(sourcePath, (read, size) => hasContent(new BookFiles(openZip(read, size)))))
    throw unreadable('there is nothing in its chapters');
  return { ...job, sourcePath, sourceFormat: 'epub' };
}

async function convertToEpub({ sourcePath, folder }: EngineJob): Promise<string> {
  const written = join(folder, 'kindle-book');
  await mkdir(written);
  await writeEpub(sourcePath, written, folder);
  const [name, ...others] = await readdir(written);
  if (name === undefined || others.length > 0) throw unreadable(`${others.length} books more than one`);
  const path = join(folder, 'book.epub');
  await rename(join(written, name), path);
  await rm(written, { recursive: true });
  return path;
}
