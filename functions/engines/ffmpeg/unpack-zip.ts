import { createWriteStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';

const ENTRY = 0x02014b50;
const ENTRY_LENGTH = 46;
const HEADER_LENGTH = 30;
const END_LENGTH = 22;

/** A file in a zip: where its header and what is in it begin. */
interface StoredFile {
  readonly name: string;
  readonly header: number;
  readonly size: number;
}

/**
 * Unpacks a zip that `zipPages` has written: a few files, none of them compressed.
 * @throws Error when they would be larger than it is
 */
export async function unpackZip(path: string, folder: string): Promise<{ path: string; name: string }[]> {
  const zip = await open(path);
  try {
    const { size } = await zip.stat();
    const files = await listFiles(zip, size);
    if (files.reduce((sum, file) => sum + file.size, 0) > size) throw new Error('the files in a zip overlap');
    for (const file of files) await unpack(zip, file, join(folder, file.name));
    return files.map(({ name }) => ({ path: join(folder, name), name }));
  } finally {
    await zip.close();
  }
}

async function listFiles(zip: FileHandle, size: number): Promise<StoredFile[]> {
  const end = await read(zip, size - END_LENGTH, END_LENGTH);
  const at = end.readUInt32LE(16);
  const list = await read(zip, at, size - at);
  const files: StoredFile[] = [];
  for (let place = 0; list.readUInt32LE(place) === ENTRY; ) {
    const nameLength = list.readUInt16LE(place + 28);
    const name = basename(list.toString('utf8', place + ENTRY_LENGTH, place + ENTRY_LENGTH + nameLength));
    files.push({ name, header: list.readUInt32LE(place + 42), size: list.readUInt32LE(place + 24) });
    place += ENTRY_LENGTH + nameLength + list.readUInt16LE(place + 30) + list.readUInt16LE(place + 32);
  }
  return files;
}

async function unpack(zip: FileHandle, { header, size }: StoredFile, path: string): Promise<void> {
  const head = await read(zip, header, HEADER_LENGTH);
  const start = header + HEADER_LENGTH + head.readUInt16LE(26) + head.readUInt16LE(28);
  await pipeline(zip.createReadStream({ start, end: start + size - 1, autoClose: false }), createWriteStream(path));
}

async function read(zip: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await zip.read(Buffer.alloc(Math.max(0, length)), 0, Math.max(0, length), position);
  return buffer.subarray(0, bytesRead);
}
