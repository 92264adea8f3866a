import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

const SECTOR = 2048;
/** Where a disc says how it is recorded, and where it says that in ISO 9660. */
const RECOGNITION = 16 * SECTOR;
const ROOT = 156;

/** What is on the disc of which the same files are in ISO 9660 and in UDF: see the README beside it. */
export const ON_DISC = {
  'read me.txt': 'Hello\n',
  empty: '',
  'folder/program': '#!/bin/sh\n',
  'folder/grüße 图.txt': Array.from({ length: 100 }, (_, index) => `line ${index}`).join('\n'),
  'folder/deeper/numbers.txt': Array.from({ length: 3000 }, (_, index) => `${index + 1}\n`).join(''),
};

/** A disc with both file systems, as genisoimage makes it. */
export function bridge(): Buffer {
  return gunzipSync(readFileSync(join(import.meta.dirname, 'made/bridge.iso.gz')));
}

/** The same disc without ISO 9660: nothing says that it is there. */
export function udfOnly(): Buffer {
  const disc = bridge();
  const names = ['BEA01', 'NSR02', 'TEA01'];
  const kept = Array.from({ length: 16 }, (_, index) =>
    Buffer.from(disc.subarray(RECOGNITION + index * SECTOR, RECOGNITION + (index + 1) * SECTOR)),
  ).filter((sector) => names.includes(sector.toString('latin1', 1, 6)));
  disc.fill(0, RECOGNITION, RECOGNITION + 16 * SECTOR);
  for (const [index, sector] of kept.entries()) sector.copy(disc, RECOGNITION + index * SECTOR);
  return disc;
}

/** The same disc with one file left in ISO 9660, as those of Windows have a note for who cannot read UDF. */
export function withNote(): Buffer {
  const disc = bridge();
  const start = disc.readUInt32LE(RECOGNITION + ROOT + 2) * SECTOR;
  const records: Buffer[] = [];
  for (let at = start; disc[at]; at += disc[at] ?? 0)
    records.push(Buffer.from(disc.subarray(at, at + (disc[at] ?? 0))));
  const kept = records.filter((record, index) => index < 2 || record.includes('READ_ME'));
  disc.fill(0, start, start + SECTOR);
  Buffer.concat(kept).copy(disc, start);
  return disc;
}

/** Where the files and folders of a disc are described in UDF, the root first. */
export function udfEntries(disc: Buffer): number[] {
  const found: number[] = [];
  for (let at = 257 * SECTOR; at < disc.length; at += SECTOR) if (disc.readUInt16LE(at) === 261) found.push(at);
  return found;
}

/** Makes the sums of a description right again: of what it says (CRC-16 of CCITT), and of its first bytes. */
export function withSum(disc: Buffer, at: number): void {
  let crc = 0;
  for (const byte of disc.subarray(at + 16, at + 16 + disc.readUInt16LE(at + 10))) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = ((crc & 0x8000) !== 0 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  disc.writeUInt16LE(crc, at + 8);
  disc[at + 4] = 0;
  disc[at + 4] = disc.subarray(at, at + 16).reduce((sum, byte) => sum + byte, 0) & 0xff;
}
