import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConversionError } from '../../conversion/errors.ts';
import { quote } from '../../conversion/quote.ts';
import { detectByRules } from '../../detection/detect-by-rules.ts';
import { DETECTION_BYTES } from '../../detection/detection-bytes.ts';
import type { FileEntry } from '../bsdtar/entry.ts';
import type { EngineJob } from '../engine.ts';
import { inspect } from '../read/inspect.ts';
import { unreadableFile } from '../refusals.ts';

/** The formats of pages. */
const FORMATS = ['jpg', 'png', 'gif', 'webp', 'bmp', 'tiff', 'avif'] as const;

/** The largest page, in bytes, as for a picture by itself. */
const LARGEST = 256 * 1024 * 1024;

/**
 * Calls a function with a job for each page, one after another: its source is a file whose name is ours, in a folder of its
 * own, which is deleted afterwards.
 * @throws ConversionError UNREADABLE_FILE, with the name of the page, where it is damaged or no picture that can be read
 */
export async function mapPages<T>(
  job: EngineJob,
  pages: readonly FileEntry[],
  use: (page: EngineJob, index: number) => Promise<T>,
): Promise<T[]> {
  const made: T[] = [];
  for (const [index, page] of pages.entries()) {
    made.push(await withPage(job, page, (placed) => use(placed, index)));
    job.onProgress?.(Math.floor(((index + 1) / pages.length) * 100));
  }
  return made;
}

async function withPage<T>(job: EngineJob, page: FileEntry, use: (page: EngineJob) => Promise<T>): Promise<T> {
  const folder = join(job.folder, 'page');
  await mkdir(folder);
  try {
    const { path: archive, position, length } = page.content;
    if (length > LARGEST) throw pageFault(page, 'is too large');
    const data = inspect(archive, (read) => read(position, length));
    const sourceFormat = await formatOf(data);
    if (!sourceFormat) throw pageFault(page, 'is no picture that can be read');
    const sourcePath = join(folder, 'source');
    await writeFile(sourcePath, data);
    return await use({ ...job, sourcePath, sourceFormat, folder, options: {} });
  } catch (error) {
    if (error instanceof ConversionError && error.code === 'UNREADABLE_FILE' && !error.message.startsWith(OURS))
      throw pageFault(page, 'is damaged, or of a format that cannot be read', error);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function formatOf(data: Buffer): Promise<(typeof FORMATS)[number] | undefined> {
  const format = await detectByRules(data.subarray(0, DETECTION_BYTES), 'page').catch(() => undefined);
  // Of an animation, the first picture is the page.
  return FORMATS.find((known) => known === (format === 'apng' ? 'png' : format));
}

const OURS = 'The page';

function pageFault({ name }: FileEntry, why: string, cause?: unknown): ConversionError {
  return unreadableFile(`${OURS} ${quote(name)} ${why}.`, cause);
}
