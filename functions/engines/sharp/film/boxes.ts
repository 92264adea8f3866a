import { type FileHandle, open } from 'node:fs/promises';
import { findBox } from '../heif-boxes.ts';

/** More bytes than this of what a file says of its film are not read: its tables of frames come last in each track. */
const MOST_READ = 16 * 1024 * 1024;
/** More boxes than this inside another are not walked. */
const MOST_BOXES = 1000;
const HEADER = 8;

/** What is in the box of the film, as far as it is read. */
export async function readFilm(path: string): Promise<Buffer | undefined> {
  const file = await open(path);
  try {
    return await readBox(file, 'moov');
  } finally {
    await file.close();
  }
}

/** What is in the first box of a type at the top level of a file, as far as it is read. */
export async function readBox(file: FileHandle, type: string): Promise<Buffer | undefined> {
  const place = await findBox(file, type);
  if (!place) return undefined;
  const { size } = await file.stat();
  const length = Math.max(0, Math.min(place.from + MOST_READ, place.end, size) - place.from);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, place.from);
  return buffer.subarray(0, bytesRead);
}

/** A box and what is in it. */
export interface Box {
  readonly kind: string;
  readonly content: Buffer;
}

/** The boxes that lie in another. */
export function* boxesIn(parent: Buffer | undefined): Generator<Box> {
  if (!parent) return;
  let at = 0;
  for (let box = 0; box < MOST_BOXES && at + HEADER <= parent.length; box++) {
    const length = parent.readUInt32BE(at);
    if (length < HEADER) return;
    const kind = parent.toString('latin1', at + 4, at + HEADER);
    yield { kind, content: parent.subarray(at + HEADER, at + length) };
    at += length;
  }
}

/** What is in the first box of a type that lies in another. */
export function childOf(parent: Buffer | undefined, type: string): Buffer | undefined {
  for (const { kind, content } of boxesIn(parent)) if (kind === type) return content;
  return undefined;
}
