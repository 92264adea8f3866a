import { readFile } from 'node:fs/promises';
import { readHead } from '../../read-head.ts';
import { attributesOfExr, EXR_HEADER, WINDOW } from './exr-attributes.ts';

/** Where a file says what it is made of: of tiles, or of several parts. */
const FLAGS = 5;
const [TILED, SEVERAL] = [0x02, 0x10];
/** Rows that are packed together, by the way of packing; of others, each is on its own. */
const ROWS: Readonly<Record<number, number>> = { 3: 16, 4: 32, 5: 16, 6: 32, 7: 32, 8: 32, 9: 256 };
const ENTRY = 8;

/** What `moveExr` makes of a file, which is read only where it is to be moved. */
export async function movedExr(path: string): Promise<Buffer | undefined> {
  return moveExr(await readHead(path, EXR_HEADER)) && moveExr(await readFile(path));
}

/**
 * An OpenEXR file whose picture begins in the middle of its plane, moved to where that begins: ffmpeg takes the corner
 * of the plane for that of the picture. The pixels have places of their own there, of which the picture shows some.
 * @returns nothing where there is nothing to be moved
 */
function moveExr(file: Buffer): Buffer | undefined {
  const { values, end = 0 } = attributesOfExr(file) ?? {};
  const [shown, stored] = [values?.get('displayWindow'), values?.get('dataWindow')];
  const flags = file[FLAGS] ?? 0;
  if (shown?.length !== WINDOW || stored?.length !== WINDOW || flags & SEVERAL) return undefined;
  const [left, top] = [shown.readInt32LE(0), shown.readInt32LE(4)];
  if (left === 0 && top === 0) return undefined;
  const height = stored.readInt32LE(12) - stored.readInt32LE(4) + 1;
  for (const window of [shown, stored]) {
    for (const at of [0, 8]) move(window, at, left);
    for (const at of [4, 12]) move(window, at, top);
  }
  if (flags & TILED) return file;
  const pieces = Math.ceil(height / (ROWS[values?.get('compression')?.[0] ?? 0] ?? 1));
  const tableEnd = Math.min(end + pieces * ENTRY, file.length - ENTRY + 1);
  for (let at = end; at < tableEnd; at += ENTRY) {
    const piece = Number(file.readBigUInt64LE(at));
    if (piece > at && piece + 4 <= file.length) move(file, piece, top);
  }
  return file;
}

/** Moves what no number of 32 bits can say to where none is: it is refused then. */
function move(numbers: Buffer, at: number, by: number): void {
  numbers.writeInt32LE((numbers.readInt32LE(at) - by) | 0, at);
}
