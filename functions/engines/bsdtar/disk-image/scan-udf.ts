import { readBytes, withFile } from '../header.ts';

/** The smallest blocks that there are, and how much is looked at at once, in bytes. */
const BLOCK = 512;
const CHUNK = 1024 * 1024;

/** What describes a file, and with more to say (ECMA-167 4/14.9 and 4/14.17): its type, and how large it is. */
const FILE_ENTRIES: readonly number[] = [261, 266];
const TYPE = 27;
const LENGTH = 56;
/** The types of files (4/14.6.6), and of devices, pipes and links. */
const FILE = 5;
const SPECIAL: readonly number[] = [6, 7, 9, 10, 12];

/** What the files of a disc in UDF are, whether 7-Zip reads them or not. */
export interface UdfScan {
  /** Of all files together, in bytes. */
  readonly size: number;
  /** Whether there are links, devices or pipes. */
  readonly special: boolean;
}

/** Goes through a disc once, and looks at the beginnings of its blocks for what describes files. */
export function scanUdf(path: string): UdfScan {
  return withFile(path, (file, end) => {
    let [size, special] = [0, false];
    for (let at = 0; at < end; at += CHUNK) {
      const chunk = readBytes(file, at, Math.min(CHUNK, end - at));
      for (let start = 0; start + BLOCK <= chunk.length; start += BLOCK) {
        const block = chunk.subarray(start, start + BLOCK);
        if (!FILE_ENTRIES.includes(block.readUInt16LE(0)) || !hasTag(block)) continue;
        const type = block[TYPE] ?? 0;
        if (type === FILE) size += Number(block.readBigUInt64LE(LENGTH));
        special ||= SPECIAL.includes(type);
      }
    }
    return { size, special };
  });
}

/** The first 16 bytes, of which one is the sum of the others (3/7.2). */
function hasTag(block: Buffer): boolean {
  const sum = block.subarray(0, 16).reduce((total, byte, at) => (at === 4 ? total : total + byte), 0);
  return (sum & 0xff) === block[4];
}
