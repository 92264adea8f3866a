import { type FileHandle, open, readFile } from 'node:fs/promises';
import { readTiffPage, STRIP_OFFSETS, type TiffField } from './tiff-page.ts';

const LONG = 4;
const FIELD_BYTES = 12;

/** Joins TIFF files of one page to one file of many, the pages as they are: each file is kept whole, with a new directory. */
export async function joinTiff(pages: readonly string[], target: string): Promise<void> {
  const file = await open(target, 'w');
  try {
    const header = Buffer.from('II*\0\0\0\0\0', 'latin1');
    let [end, link] = [await append(file, 0, header), 4];
    for (const page of pages) ({ end, link } = await appendPage(file, { end, link }, await readFile(page)));
  } finally {
    await file.close();
  }
}

interface Position {
  readonly end: number;
  /** Where the place of the next directory is to be written. */
  readonly link: number;
}

async function appendPage(file: FileHandle, { end, link }: Position, page: Buffer): Promise<Position> {
  const { fields, strips } = readTiffPage(page);
  const stripsAt = await append(file, end, page);
  const directoryAt = await append(file, stripsAt, longs(strips.map((start) => start + end)));
  const moved = fields.map((field) => moveField(field, end, { count: strips.length, first: strips[0] ?? 0, stripsAt }));
  const next = await append(file, directoryAt, directory(moved));
  await file.write(longs([directoryAt]), 0, 4, link);
  return { end: next, link: directoryAt + 2 + moved.length * FIELD_BYTES };
}

function moveField(
  field: TiffField,
  by: number,
  { count, first, stripsAt }: { count: number; first: number; stripsAt: number },
): TiffField {
  if (field.tag !== STRIP_OFFSETS) return field.elsewhere ? { ...field, value: field.value + by } : field;
  return { ...field, type: LONG, count, value: count > 1 ? stripsAt : first + by };
}

function directory(fields: readonly TiffField[]): Buffer {
  const bytes = Buffer.alloc(2 + fields.length * FIELD_BYTES + 4);
  bytes.writeUInt16LE(fields.length, 0);
  fields.forEach(({ tag, type, count, value }, index) => {
    const at = 2 + index * FIELD_BYTES;
    bytes.writeUInt16LE(tag, at);
    bytes.writeUInt16LE(type, at + 2);
    bytes.writeUInt32LE(count, at + 4);
    bytes.writeUInt32LE(value, at + 8);
  });
  return bytes;
}

function longs(values: readonly number[]): Buffer {
  return Buffer.from(Uint32Array.from(values).buffer);
}

/** Everything begins at an even place. */
async function append(file: FileHandle, at: number, bytes: Buffer): Promise<number> {
  await file.write(bytes, 0, bytes.length, at);
  return at + bytes.length + (bytes.length % 2);
}
