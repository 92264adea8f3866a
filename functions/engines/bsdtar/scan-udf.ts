import { inspect } from '../read/inspect.ts';

/** The smallest block size, and how much is read at a time, in bytes. */
const BLOCK = 512;
const CHUNK = 1024 * 1024;

/** The tags of file entries and extended file entries (ECMA-167 4/14.9 and 4/14.17), and the offset of the file type. */
const FILE_ENTRIES: readonly number[] = [261, 266];
const TYPE = 27;
/** The types of devices, pipes and links (4/14.6.6). */
const SPECIAL: readonly (number | undefined)[] = [6, 7, 9, 10, 12];

/** Whether a UDF disc has links, devices or pipes, which 7-Zip extracts as files. Checks the beginning of each block. */
export function hasLinksInUdf(path: string): boolean {
  return inspect(path, (read, end) => {
    for (let at = 0; at < end; at += CHUNK) {
      const chunk = read(at, CHUNK);
      for (let start = 0; start + BLOCK <= chunk.length; start += BLOCK) {
        const block = chunk.subarray(start, start + BLOCK);
        if (FILE_ENTRIES.includes(block.readUInt16LE(0)) && hasTag(block) && SPECIAL.includes(block[TYPE])) return true;
      }
    }
    return false;
  });
}

/** Whether a block begins with a valid descriptor tag: one of its 16 bytes is the checksum of the others (3/7.2). */
function hasTag(block: Buffer): boolean {
  const checksum = block.subarray(0, 16).reduce((total, byte, at) => (at === 4 ? total : total + byte), 0);
  return (checksum & 0xff) === block[4];
}
