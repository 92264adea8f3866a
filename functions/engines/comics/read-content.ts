import { open } from 'node:fs/promises';
import type { Content } from '../bsdtar/entry.ts';

/** What is in a file of an archive that lies unpacked. */
export async function readContent({ path, position, length }: Content): Promise<Buffer> {
  const file = await open(path);
  try {
    const bytes = Buffer.alloc(length);
    const { bytesRead } = await file.read(bytes, 0, length, position);
    if (bytesRead < length) throw new Error('the unpacked archive became shorter');
    return bytes;
  } finally {
    await file.close();
  }
}
