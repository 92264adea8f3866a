import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { ReadBytes } from '../../detection/document-compound.ts';

/** Looks into a file without reading all of it. */
export function inspect<T>(path: string, look: (read: ReadBytes, size: number) => T): T {
  const file = openSync(path, 'r');
  try {
    const read: ReadBytes = (position, length) => {
      const buffer = Buffer.alloc(length);
      return buffer.subarray(0, readSync(file, buffer, 0, length, position));
    };
    return look(read, fstatSync(file).size);
  } finally {
    closeSync(file);
  }
}
