import type { FormatName } from '../conversion/formats.ts';
import type { Detect } from './sample.ts';

/** The types and creators of Palm databases that are e-books. */
const PALM: Readonly<Record<string, FormatName>> = {
  BOOKMOBI: 'mobi',
  TEXtREAd: 'pdb',
  PNRdPPrs: 'pdb',
  PNPdPPrs: 'pdb',
  zTXTGPlm: 'pdb',
};

/** The offsets of a Palm database's type, and of the offset of its first record. */
const PALM_TYPE = 60;
const FIRST_RECORD = 78;

/** Offsets in the first record of a Mobipocket book. */
const MOBI = { name: 16, length: 20, version: 36, flags: 128 } as const;
const HAS_EXTENSION = 0x40;
/** The version of KF8, and the EXTH record with the offset of its part in a file with both formats. */
const KF8 = 8;
const KF8_BOUNDARY = 121;
const NOWHERE = 0xffffffff;
/** More EXTH records than any book has. */
const MOST_ENTRIES = 1000;

/** Detects e-books that are Palm databases. */
export const detectEbook: Detect = ({ head }) => {
  const type = head.toString('latin1', PALM_TYPE, PALM_TYPE + 8);
  if (!Object.hasOwn(PALM, type)) return undefined;
  return mobipocketFormat(firstRecord(head)) ?? PALM[type];
};

function firstRecord(head: Buffer): Buffer {
  return head.length < FIRST_RECORD + 4 ? Buffer.alloc(0) : head.subarray(head.readUInt32BE(FIRST_RECORD));
}

/** A file with both formats is azw3: only old readers use its older part. */
function mobipocketFormat(record: Buffer): FormatName | undefined {
  if (record.length < MOBI.flags + 4 || record.toString('latin1', MOBI.name, MOBI.name + 4) !== 'MOBI')
    return undefined;
  if (record.readUInt32BE(MOBI.version) === KF8) return 'azw3';
  const extended = (record.readUInt32BE(MOBI.flags) & HAS_EXTENSION) !== 0;
  const extension = extended ? record.subarray(MOBI.name + record.readUInt32BE(MOBI.length)) : undefined;
  return extension && hasBoundary(extension) ? 'azw3' : 'mobi';
}

/** Whether the EXTH records point to a KF8 part. */
function hasBoundary(extension: Buffer): boolean {
  if (extension.length < 12 || extension.toString('latin1', 0, 4) !== 'EXTH') return false;
  const entries = Math.min(extension.readUInt32BE(8), MOST_ENTRIES);
  for (let at = 12, entry = 0; entry < entries && at + 12 <= extension.length; entry++) {
    const length = extension.readUInt32BE(at + 4);
    if (extension.readUInt32BE(at) === KF8_BOUNDARY) return extension.readUInt32BE(at + 8) !== NOWHERE;
    at += Math.max(length, 8);
  }
  return false;
}
