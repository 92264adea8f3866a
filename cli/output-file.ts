import { randomUUID } from 'node:crypto';
import { link, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** What a file is called until all of it is there. */
export const UNFINISHED = /^\.fc-[\w-]{36}\.part$/;

/** How a file is written. */
export interface WriteOptions {
  /** Whether what is there may be overwritten. */
  readonly force: boolean;
}

/**
 * Writes a file under another name first: nobody ever sees half of it, and what was there stays until all of it is.
 * @throws what the bytes throw; Error EEXIST when there is such a file, ENOSPC when the disk is full
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
