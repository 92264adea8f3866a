import { open, readFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { applyEdits, attributesOf, type Edit, piecesOf } from '../../markup.ts';

/** The tag that points at the directory of the place in the first directory of EXIF, and one of its own entries. */
const PLACE = 0x8825;
const ENTRY = 12;
/** Bytes of a value by the number of its type (Exif 2.32, 4.6.2). */
const TYPE_SIZES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8] as const;
/** Entries of a directory that are looked at: there are 32 kinds of them. */
const MOST_ENTRIES = 1000;
const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

/**
 * Removes the place from the EXIF of a picture that was written, where it lies.
 * @throws Error when it is there and cannot be removed
 */
export async function stripPlace(path: string): Promise<void> {
  const { exif, format } = await sharp(path, { limitInputPixels: false }).metadata();
  if (!exif) return;
  const tiffAt = exif.toString('latin1', 0, 6) === 'Exif\0\0' ? 6 : 0;
  const stripped = withoutPlaceInExif(exif.subarray(tiffAt));
  if (!stripped) return;
  const bytes = await readFile(path);
  const at = bytes.indexOf(exif);
  if (at < 0) throw new Error(`EXIF is not found in what was written as ${format}`);
  stripped.copy(bytes, at + tiffAt);
  const file = await open(path, 'r+');
  try {
    await file.write(stripped, 0, stripped.length, at + tiffAt);
    if (!bytes.subarray(0, PNG.length).equals(PNG)) return;
    // A chunk: its type stands before it, the sum of both behind.
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(bytes.subarray(at - 4, at + exif.length)));
    await file.write(sum, 0, 4, at + exif.length);
  } finally {
    await file.close();
  }
}

/**
 * EXIF without the place, as long as before.
 * @param exif beginning with its TIFF header
 * @returns nothing when there is no place in it
 */
export function withoutPlaceInExif(exif: Buffer): Buffer | undefined {
  const result = Buffer.from(exif);
  const little = exif.toString('latin1', 0, 2) === 'II';
  const u16 = (at: number) => (little ? result.readUInt16LE(at) : result.readUInt16BE(at));
  const u32 = (at: number) => (little ? result.readUInt32LE(at) : result.readUInt32BE(at));
  const entriesOf = (directory: number) => {
    if (directory + 2 > result.length) return [];
    const count = Math.min(u16(directory), MOST_ENTRIES, Math.floor((result.length - directory - 2) / ENTRY));
    return Array.from({ length: count }, (_, index) => directory + 2 + index * ENTRY);
  };
  if (exif.length < 8) return undefined;
  const first = u32(4);
  const entries = entriesOf(first);
  const pointer = entries.find((at) => u16(at) === PLACE);
  if (pointer === undefined) return undefined;
  for (const at of entriesOf(u32(pointer + 8))) {
    const length = (TYPE_SIZES[u16(at + 2)] ?? 0) * u32(at + 4);
    if (length > 4) result.fill(0, u32(at + 8), Math.min(result.length, u32(at + 8) + length));
    result.fill(0, at, at + ENTRY);
  }
  removeEntry(result, { first, entries, pointer, little });
  return result;
}

/** Closes the gap that an entry leaves: a directory is as long as it says, and the offset of the next one stands behind it. */
function removeEntry(
  exif: Buffer,
  { first, entries, pointer, little }: { first: number; entries: readonly number[]; pointer: number; little: boolean },
): void {
  const end = Math.min(exif.length, (entries.at(-1) ?? pointer) + ENTRY + 4);
  exif.copy(exif, pointer, pointer + ENTRY, end);
  exif.fill(0, end - ENTRY, end);
  if (little) exif.writeUInt16LE(entries.length - 1, first);
  else exif.writeUInt16BE(entries.length - 1, first);
}

/** Names of XMP that tell of a place, without prefix and in small letters. */
const TELLING =
  /^(gps.*|city|state|country|countrycode|location|sublocation|provincestate|countryname|worldregion|locationcreated|locationshown|latitude|longitude|coordinates)$/;

/**
 * XMP without what tells of a place.
 * @returns nothing when it cannot be taken apart: then none of it may be kept
 */
export function withoutPlace(xmp: string): string | undefined {
  const edits: Edit[] = [];
  let open: { name: string; start: number; depth: number } | undefined;
  for (const { kind, name, start, end } of piecesOf(xmp)) {
    if (kind !== 'open' && kind !== 'close') continue;
    const isEmpty = kind === 'open' && xmp[end - 2] === '/';
    if (open) {
      if (name === open.name && !isEmpty) open.depth += kind === 'open' ? 1 : -1;
      if (open.depth > 0) continue;
      edits.push({ start: open.start, end, text: '' });
      open = undefined;
    } else if (kind === 'open' && TELLING.test(name)) {
      if (isEmpty) edits.push({ start, end, text: '' });
      else open = { name, start, depth: 1 };
    } else if (kind === 'open') edits.push(...tellingAttributes(xmp.slice(start, end), start));
  }
  return open ? undefined : applyEdits(xmp, edits);
}

function tellingAttributes(tag: string, offset: number): Edit[] {
  return attributesOf(tag)
    .filter(({ name }) => TELLING.test((name.split(':').at(-1) ?? '').toLowerCase()) && !name.startsWith('xmlns'))
    .map(({ start, end }) => ({ start: offset + start, end: offset + end, text: '' }));
}
