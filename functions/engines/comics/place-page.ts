import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConversionError } from '../../conversion/errors.ts';
import { quote } from '../../conversion/quote.ts';
import { detectByRules } from '../../detection/detect-by-rules.ts';
import { DETECTION_BYTES } from '../../detection/detection-bytes.ts';
import type { FileEntry } from '../bsdtar/entry.ts';
import { inspect } from '../read/inspect.ts';
import { unreadableFile } from '../refusals.ts';

/** The formats of pages. */
const FORMATS = ['jpg', 'png', 'gif', 'webp', 'bmp', 'tiff', 'avif'] as const;

export type PageFormat = (typeof FORMATS)[number];

/** The largest page, in bytes, as for a picture by itself. */
const LARGEST = 256 * 1024 * 1024;

/** A page as a file of its own, in a folder of its own. */
export interface PlacedPage {
  readonly path: string;
  readonly format: PageFormat;
  readonly folder: string;
}

/**
 * Calls a function with a page as a file, whose name is ours, and deletes it.
 * @throws ConversionError UNREADABLE_FILE, with the name of the page, where it is damaged or no picture that can be read
 */
export async function withPage<T>(
  page: FileEntry,
  folder: string,
  use: (placed: PlacedPage) => Promise<T>,
): Promise<T> {
  const own = join(folder, 'page');
  await mkdir(own);
  try {
    const { path: archive, position, length } = page.content;
    if (length > LARGEST) throw pageFault(page, 'is too large');
    const data = inspect(archive, (read) => read(position, length));
    const format = await formatOf(data);
    if (!format) throw pageFault(page, 'is no picture that can be read');
    const path = join(own, 'source');
    await writeFile(path, data);
    return await use({ path, format, folder: own });
  } catch (error) {
    if (error instanceof ConversionError && error.code === 'UNREADABLE_FILE' && !error.message.startsWith(OURS))
      throw pageFault(page, 'is damaged, or of a format that cannot be read', error);
    throw error;
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}

async function formatOf(data: Buffer): Promise<PageFormat | undefined> {
  const format = await detectByRules(data.subarray(0, DETECTION_BYTES), 'page').catch(() => undefined);
  // Of an animation, the first picture is the page.
  return FORMATS.find((known) => known === (format === 'apng' ? 'png' : format));
}

const OURS = 'The page';

function pageFault({ name }: FileEntry, why: string, cause?: unknown): ConversionError {
  return unreadableFile(`${OURS} ${quote(name)} ${why}.`, cause);
}
