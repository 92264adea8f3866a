import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineJob } from '../engine.ts';
import { ByteReader } from '../read/byte-reader.ts';
import { chunkAt, IFF } from '../read/chunks.ts';
import { inspect } from '../read/inspect.ts';
import { unreadableFile } from '../refusals.ts';
import { LIMITS, unreadable } from './limits.ts';
import { type PageWords, readWords } from './read-words.ts';
import { runDjvulibre } from './run-djvulibre.ts';

/** What stands before the outermost chunk, in bytes. */
const MARK = 4;
/** What djvutxt writes for a page that it cannot find or read. */
const FAILED = /^failed$/m;

/**
 * Lists the words of all pages of a DjVu file; a page without any is an empty list.
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function listWords({ sourcePath, folder }: EngineJob): Promise<readonly PageWords[]> {
  // The outermost chunk of a file that is cut off ends behind it.
  inspect(sourcePath, (read, size) => chunkAt(new ByteReader(read, size, unreadable), IFF, MARK));
  const path = join(folder, 'words.txt');
  const run = { folder, source: sourcePath, fileSize: LIMITS.text };
  await runDjvulibre('djvutxt', ['-detail=word', sourcePath, path], run);
  const listing = await readFile(path, 'utf8');
  const pages = FAILED.test(listing) ? [] : readWords(listing);
  if (pages.length > 0) return pages;
  throw unreadableFile(
    'The file is damaged, or a list only of pages that lie in other files: bundle them into one file first.',
  );
}
