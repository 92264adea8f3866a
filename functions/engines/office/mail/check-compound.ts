import { CompoundSectors } from '../../../detection/compound-sectors.ts';
import { CompoundFile } from '../../../detection/document-compound.ts';
import { unreadableMail } from './refusals.ts';

const ENTRY = 128;
const STREAM = 2;

/**
 * Refuses a compound file (MS-CFB) that is truncated, that has streams larger than itself, or entries that are linked
 * twice: the reader of mails would follow them.
 * @throws ConversionError UNREADABLE_FILE
 */
export function checkCompound(bytes: Buffer): void {
  const read = (at: number, length: number) => bytes.subarray(at, at + length);
  if (!CompoundFile.open(read)?.isWhole(bytes.length)) throw unreadableMail('no whole compound file');
  const sectors = new CompoundSectors(read, read(0, 512));
  const chain = sectors.chain(bytes.readUInt32LE(48), Math.ceil(bytes.length / sectors.size));
  const directory = Buffer.concat(chain.map((sector) => sectors.bytes(sector)));
  const seen = new Set<number>([0]);
  for (let at = 0; at + ENTRY <= directory.length; at += ENTRY) {
    const type = directory[at + 66];
    if (type === 0) continue;
    if (type === STREAM && directory.readUInt32LE(at + 120) > bytes.length)
      throw unreadableMail('a stream larger than its file');
    for (const link of [68, 72, 76].map((offset) => directory.readUInt32LE(at + offset))) {
      if (link >= directory.length / ENTRY) continue;
      if (seen.has(link)) throw unreadableMail('an entry that is linked twice');
      seen.add(link);
    }
  }
}
