import { readBytes, withFile } from './header.ts';
import { unreadable } from './refusals.ts';

/** What an RPM package begins with, and how each of its two headers does (RPM V4 package format). */
const LEAD = 96;
const HEADER = 16;
const MAGIC = '8eade8';
/** How long the description of an entry is. */
const ENTRY = 16;

/**
 * Refuses a package in which nothing was found, unless that is because it has nothing: libarchive takes headers that lead
 * beyond the end for such a one.
 * @throws ConversionError UNREADABLE_FILE
 */
export function checkEmptyRpm(path: string): void {
  withFile(path, (file, size) => {
    const endOf = (start: number) => {
      const header = readBytes(file, start, HEADER);
      if (header.toString('hex', 0, 3) !== MAGIC) throw unreadable('no header where one should be');
      return start + HEADER + header.readUInt32BE(8) * ENTRY + header.readUInt32BE(12);
    };
    // Behind the first one, of signatures, there is room up to eight bytes.
    const signed = Math.ceil(endOf(LEAD) / 8) * 8;
    if (signed + HEADER > size || endOf(signed) >= size) throw unreadable('headers that lead beyond the end');
  });
}
