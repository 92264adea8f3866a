import { CompoundSectors, LAST_SECTOR } from '../../../detection/compound-sectors.ts';
import { unreadableMail } from './refusals.ts';

const HEADER = 512;
const SMALL_SECTOR = 64;
const SMALL = 4096;
const ENTRY = 128;
const STREAM = 2;
const ROOT = 5;

/** The file allocation table: the next sector of each. */
type Table = readonly number[];

/**
 * Refuses a compound file (MS-CFB) with duplicate entries, with cycles, or with streams larger than their sectors: the
 * reader of mails would follow them.
 * @throws ConversionError UNREADABLE_FILE
 */
export function checkCompound(bytes: Buffer): void {
  if (bytes.length < HEADER) throw unreadableMail('no header');
  const sectors = new CompoundSectors((at, length) => bytes.subarray(at, at + length), bytes.subarray(0, HEADER));
  const most = Math.ceil(bytes.length / sectors.size);
  const table = tableOf(sectors, most);
  const seen = new Set<number>();
  const chain = (start: number) => chainOf(table, start, seen);
  const read = (start: number) => chain(start).map((sector) => sectors.bytes(sector));
  const entries = entriesOf(Buffer.concat(read(bytes.readUInt32LE(48))));
  const small = numbersOf(Buffer.concat(read(bytes.readUInt32LE(60))));
  const seenSmall = new Set<number>();
  for (const { type, start, size } of entries) {
    if ((type !== STREAM && type !== ROOT) || size === 0) continue;
    const isSmall = type === STREAM && size < SMALL;
    const count = isSmall ? chainOf(small, start, seenSmall).length : chain(start).length;
    if (count * (isSmall ? SMALL_SECTOR : sectors.size) < size) throw unreadableMail('a stream without its sectors');
  }
  checkTree(entries);
}

function tableOf(sectors: CompoundSectors, most: number): Table {
  const parts = sectors.tables.filter((sector) => sector < LAST_SECTOR);
  if (new Set(parts).size < parts.length || parts.length > most) throw unreadableMail('a table that is listed twice');
  return parts.flatMap((sector) => numbersOf(sectors.bytes(sector)));
}

function numbersOf(bytes: Buffer): number[] {
  return Array.from({ length: bytes.length >> 2 }, (_, index) => bytes.readUInt32LE(index * 4));
}

/** A chain up to its end; no sector is in two chains. */
function chainOf(table: Table, start: number, seen: Set<number>): number[] {
  const chain: number[] = [];
  for (let sector = start; sector < LAST_SECTOR; sector = table[sector] ?? LAST_SECTOR) {
    if (seen.has(sector) || sector >= table.length) throw unreadableMail('a chain that leads nowhere');
    seen.add(sector);
    chain.push(sector);
  }
  return chain;
}

interface Entry {
  readonly type: number;
  readonly links: readonly number[];
  readonly start: number;
  readonly size: number;
}

function entriesOf(directory: Buffer): Entry[] {
  return Array.from({ length: Math.floor(directory.length / ENTRY) }, (_, index) => {
    const at = index * ENTRY;
    return {
      type: directory[at + 66] ?? 0,
      links: [68, 72, 76].map((offset) => directory.readUInt32LE(at + offset)),
      start: directory.readUInt32LE(at + 116),
      size: directory.readUInt32LE(at + 120),
    };
  });
}

/** Each entry is in the tree once. */
function checkTree(entries: readonly Entry[]): void {
  const seen = new Set<number>([0]);
  for (const { type, links } of entries) {
    if (type === 0) continue;
    for (const link of links.filter((each) => each < entries.length)) {
      if (seen.has(link)) throw unreadableMail('an entry that is linked twice');
      seen.add(link);
    }
  }
}
