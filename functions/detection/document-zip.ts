import { crc32, inflateRawSync } from 'node:zlib';
import type { ReadBytes } from './compound-sectors.ts';

const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END = 0x06054b50;
const END_SIZE = 22;
const END64 = 0x06064b50;
const END64_SIZE = 56;
const LOCATOR64 = 0x07064b50;
const LOCATOR64_SIZE = 20;
/** The value of a field whose number is in a Zip64 field (APPNOTE 4.3.14 and 4.5.3). */
const IN_ZIP64 = 0xffffffff;
const LONGEST_COMMENT = 65535;
const LARGEST_DIRECTORY = 16 * 1024 * 1024;
const LARGEST_TEXT = 4 * 1024 * 1024;
const STORED = 0;
const DEFLATED = 8;

/** An entry of the central directory. */
interface ZipEntry {
  readonly name: string;
  readonly encrypted: boolean;
  readonly method: number;
  readonly crc32: number;
  readonly compressedSize: number;
  readonly size: number;
  readonly position: number;
}

/** The text of a small file in a zip; undefined where it is missing or cannot be read. */
export function readZipText(read: ReadBytes, size: number, name: string): string | undefined {
  return openZip(read, size).data(name, LARGEST_TEXT)?.toString('utf8');
}

/** A zip, by its central directory. */
export interface OpenZip {
  /** In order; a name may occur twice. */
  readonly names: readonly string[];
  /** The stated size of a file, in bytes; 0 where it is missing. */
  size(name: string): number;
  /** The stated CRC-32 of a file; 0 where it is missing. */
  crc32(name: string): number;
  /** The content of a file; undefined where it is missing, unreadable or larger than `most`. */
  data(name: string, most: number): Buffer | undefined;
  /**
   * Whether the content of a file matches its size and CRC-32, and passes a test; true where it is encrypted, compressed in
   * another way or larger than `most`.
   */
  isIntact(name: string, most: number, test: (content: Buffer) => boolean): boolean;
}

/** Opens a zip; without a central directory it is empty. */
export function openZip(readAny: ReadBytes, size: number): OpenZip {
  // Stated sizes must not allocate more than the file has.
  const read: ReadBytes = (position, length) =>
    position >= size ? Buffer.alloc(0) : readAny(position, Math.min(length, size - position));
  const listed = readDirectory(read, size);
  const entries = new Map(listed.map((entry) => [entry.name, entry]));
  return {
    names: listed.map(({ name }) => name),
    size: (name) => entries.get(name)?.size ?? 0,
    crc32: (name) => entries.get(name)?.crc32 ?? 0,
    data: (name, most) => readEntry(read, entries.get(name), most),
    isIntact(name, most, test) {
      const entry = entries.get(name);
      if (!entry || entry.encrypted || ![STORED, DEFLATED].includes(entry.method) || entry.size > most) return true;
      const content = readEntry(read, entry, most);
      return content?.length === entry.size && crc32(content) === entry.crc32 && test(content);
    },
  };
}

function readEntry(read: ReadBytes, entry: ZipEntry | undefined, most: number): Buffer | undefined {
  if (!entry || entry.compressedSize > most) return undefined;
  const header = read(entry.position, 30);
  if (header.length < 30 || header.readUInt32LE(0) !== LOCAL_HEADER) return undefined;
  const start = entry.position + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
  const data = read(start, entry.compressedSize);
  try {
    return entry.method === DEFLATED ? inflateRawSync(data, { maxOutputLength: most }) : data;
  } catch {
    return undefined;
  }
}

function readDirectory(read: ReadBytes, size: number): ZipEntry[] {
  const from = Math.max(0, size - END_SIZE - LONGEST_COMMENT);
  const tail = read(from, size - from);
  const end = tail.lastIndexOf(Buffer.from([END & 0xff, 0x4b, 0x05, 0x06]));
  if (end < 0 || end + END_SIZE > tail.length) return [];
  const { length, position } = readEnd64(read, tail, end) ?? {
    length: tail.readUInt32LE(end + 12),
    position: tail.readUInt32LE(end + 16),
  };
  return length > LARGEST_DIRECTORY ? [] : readEntries(read(position, length));
}

/** The range of the central directory by the Zip64 record, which programs also write for small streams. */
function readEnd64(read: ReadBytes, tail: Buffer, end: number): { length: number; position: number } | undefined {
  const locator = end - LOCATOR64_SIZE;
  if (locator < 0 || tail.readUInt32LE(locator) !== LOCATOR64) return undefined;
  const record = read(number64(tail, locator + 8), END64_SIZE);
  if (record.length < END64_SIZE || record.readUInt32LE(0) !== END64) return undefined;
  return { length: number64(record, 40), position: number64(record, 48) };
}

function number64(bytes: Buffer, at: number): number {
  return Number(bytes.readBigUInt64LE(at));
}

function readEntries(directory: Buffer): ZipEntry[] {
  const entries: ZipEntry[] = [];
  for (let at = 0; at + 46 <= directory.length && directory.readUInt32LE(at) === CENTRAL_HEADER; ) {
    const nameLength = directory.readUInt16LE(at + 28);
    const extra = at + 46 + nameLength;
    const next = extra + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
    const numbers = [24, 20, 42].map((field) => directory.readUInt32LE(at + field));
    const [size = 0, compressedSize = 0, position = 0] = numbers.includes(IN_ZIP64)
      ? readNumbers64(directory.subarray(extra, next), numbers)
      : numbers;
    entries.push({
      name: directory.toString('utf8', at + 46, extra),
      encrypted: (directory.readUInt16LE(at + 8) & 1) === 1,
      method: directory.readUInt16LE(at + 10),
      crc32: directory.readUInt32LE(at + 16),
      compressedSize,
      size,
      position,
    });
    at = next;
  }
  return entries;
}

/** Replaces numbers from the Zip64 extra field, which has only the missing ones, in this order. */
function readNumbers64(extra: Buffer, numbers: readonly number[]): number[] {
  let at = 0;
  while (at + 4 <= extra.length && extra.readUInt16LE(at) !== 1) at += 4 + extra.readUInt16LE(at + 2);
  at += 4;
  return numbers.map((number) => {
    if (number !== IN_ZIP64 || at + 8 > extra.length) return number;
    at += 8;
    return number64(extra, at - 8);
  });
}
