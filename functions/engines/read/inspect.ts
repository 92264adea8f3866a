import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { ReadBytes } from '../../detection/document-compound.ts';

/** Opens a file for a callback that reads ranges of it. Ranges are clipped to the file before memory is allocated. */
export function inspect<T>(path: string, look: (read: ReadBytes, size: number) => T): T {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const read: ReadBytes = (position, length) => {
      const buffer = Buffer.alloc(Math.max(0, Math.min(length, size - position)));
      return buffer.subarray(0, readSync(file, buffer, 0, buffer.length, position));
    };
    return look(read, size);
  } finally {
    closeSync(file);
  }
}
