import { open } from 'node:fs/promises';
import { locked, unreadable } from './refusals.ts';

const END = Buffer.from('PK\x05\x06', 'latin1');
/** Where the end says how many files there are, and what it says where that stands elsewhere. */
const COUNT = 10;
const ELSEWHERE = 0xffff;
const LOCAL_HEADER = 0x04034b50;
const ENCRYPTED = 1;
/** The record at the end, with the longest comment that it can have. */
const LONGEST_END = 22 + 65535;

/**
 * Refuses a zip that has no list at its end: libarchive then makes do with what stands before each file, which does not
 * tell links from files, nor what is missing. And one whose first file is locked, if there is no password: libarchive
 * would ask for it ten thousand times.
 * @returns how many files the list says that it has; of more than 65,535 some lesser number
 * @throws ConversionError UNREADABLE_FILE, PASSWORD_PROTECTED
 */
export async function checkZip(path: string, password: boolean): Promise<number> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const first = await file.read(Buffer.alloc(8), 0, 8, 0);
    if (!password && first.buffer.readUInt32LE(0) === LOCAL_HEADER && ((first.buffer[6] ?? 0) & ENCRYPTED) !== 0)
      throw locked(false);
    const start = Math.max(0, size - LONGEST_END);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(size, LONGEST_END)), 0, null, start);
    const at = buffer.subarray(0, bytesRead).lastIndexOf(END);
    if (at < 0) throw unreadable('no list at the end of the zip');
    const count = at + COUNT + 2 > bytesRead ? 0 : buffer.readUInt16LE(at + COUNT);
    return count === ELSEWHERE ? 0 : count;
  } finally {
    await file.close();
  }
}
