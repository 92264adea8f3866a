import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineJob } from '../engine.ts';
import { ByteReader } from '../read/byte-reader.ts';
import { inspect } from '../read/inspect.ts';
import { unreadableFile } from '../refusals.ts';
import { LIMITS, unreadable } from './limits.ts';
import { type PageWords, readWords } from './read-words.ts';
import { runDjvulibre } from './run-djvulibre.ts';

/** The offset of the content of the outermost chunk, behind the magic `AT&T` and its type and length. */
const CONTENT = 12;
/** What djvutxt writes for a page that it cannot find or read. */
const FAILED = /^failed$/m;

/**
 * Lists the words of all pages of a DjVu file; a page without any is an empty list.
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function listWords({ sourcePath, folder }: EngineJob): Promise<readonly PageWords[]> {
  // The outermost chunk of a truncated file ends past the end of the file.
  inspect(sourcePath, (read, size) => {
    const file = new ByteReader(read, size, unreadable);
    if (CONTENT + file.u32be(CONTENT - 4) > size) file.refuse('truncated');
  });
  const path = join(folder, 'words.txt');
  const run = { folder, source: sourcePath, fileSize: LIMITS.text };
  await runDjvulibre('djvutxt', ['-detail=word', sourcePath, path], run);
  const listing = await readFile(path, 'utf8');
  const pages = FAILED.test(listing) ? [] : readWords(listing);
  if (pages.length > 0) return pages;
  throw unreadableFile(
    'The file is damaged, or an indirect document, whose pages are in other files: bundle them into one file first.',
  );
}
