import { randomUUID } from 'node:crypto';
import { link, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The name of a file while it is written. */
export const UNFINISHED = /^\.fc-[\w-]{36}\.part$/;

export interface WriteOptions {
  /** Whether an existing file is overwritten. */
  readonly force: boolean;
}

/**
 * Writes a file atomically: under another name first, which is then renamed.
 * @throws errors of the bytes; Error EEXIST when there is such a file, ENOSPC when the disk is full
 */
export async function writeOutput(
  path: string,
  bytes: AsyncIterable<Uint8Array>,
  { force }: WriteOptions,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const unfinished = join(dirname(path), `.fc-${randomUUID()}.part`);
  const file = await open(unfinished, 'wx');
  try {
    try {
      for await (const chunk of bytes) await file.writeFile(chunk);
    } finally {
      await file.close();
    }
    await (force ? rename(unfinished, path) : link(unfinished, path));
  } finally {
    await rm(unfinished, { force: true });
  }
}
