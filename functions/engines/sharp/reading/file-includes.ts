import { closeSync, openSync, readSync } from 'node:fs';

/** How much of a file is looked at in one go, in bytes. */
const PIECE = 64 * 1024;

/** Whether some bytes stand anywhere in a file, which is read into the same little memory from its beginning to its end. */
export function fileIncludes(path: string, bytes: Buffer): boolean {
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.allocUnsafe(PIECE);
    // What may be the beginning of the bytes is looked at again, with what follows it.
    const overlap = bytes.length - 1;
    for (let held = 0; ; ) {
      const read = readSync(file, buffer, held, buffer.length - held, null);
      if (read === 0) return false;
      const known = buffer.subarray(0, held + read);
      if (known.includes(bytes)) return true;
      held = Math.min(overlap, known.length);
      known.copy(buffer, 0, known.length - held);
    }
  } finally {
    closeSync(file);
  }
}
