/** A file for a zip. */
export interface ZippedFile {
  readonly name: string;
  readonly content: Blob;
}

/** The general purpose flag of UTF-8 names. */
const UTF8 = 0x0800;
const VERSION = 20;
/** 1 January 1980, the earliest date of zips: a fixed date makes the same bytes of the same files. */
const FIRST_DAY = 0x21;
/** The table of CRC-32. */
const CRC_TABLE = Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  return sum >>> 0;
});

/** Makes a zip of uncompressed files. They are read once for their CRC, and not kept in memory. */
export async function storedZip(files: readonly ZippedFile[]): Promise<Blob> {
  const parts: (Blob | Uint8Array<ArrayBuffer>)[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const { name, content } of files) {
    const bytes = new TextEncoder().encode(name);
    const sum = await checksum(content);
    const facts = [2, VERSION, 2, UTF8, 2, 0, 2, 0, 2, FIRST_DAY, 4, sum, 4, content.size, 4, content.size];
    const header = numbers(4, 0x04034b50, ...facts, 2, bytes.length, 2, 0);
    directory.push(
      numbers(4, 0x02014b50, 2, VERSION, ...facts, 2, bytes.length, 2, 0, 2, 0, 2, 0, 2, 0, 4, 0, 4, offset),
      bytes,
    );
    parts.push(header, bytes, content);
    offset += header.length + bytes.length + content.size;
  }
  const size = directory.reduce((total, { length }) => total + length, 0);
  const end = numbers(4, 0x06054b50, 2, 0, 2, 0, 2, files.length, 2, files.length, 4, size, 4, offset, 2, 0);
  return new Blob([...parts, ...directory, end], { type: 'application/zip' });
}

/** Little-endian numbers, each after its size in bytes. */
function numbers(...pairs: readonly number[]): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  for (let at = 0; at + 1 < pairs.length; at += 2)
    for (let byte = 0; byte < (pairs[at] ?? 0); byte += 1) bytes.push(((pairs[at + 1] ?? 0) >>> (8 * byte)) & 0xff);
  return new Uint8Array(bytes);
}

async function checksum(content: Blob): Promise<number> {
  let sum = 0xffffffff;
  const reader = content.stream().getReader();
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read())
    for (const byte of value ?? []) sum = (CRC_TABLE[(sum ^ byte) & 0xff] ?? 0) ^ (sum >>> 8);
  return (sum ^ 0xffffffff) >>> 0;
}
