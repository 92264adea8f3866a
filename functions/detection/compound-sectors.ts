/** Gives bytes of a file; fewer at its end, none behind it. */
export type ReadBytes = (position: number, length: number) => Buffer;

/** What ends a chain of sectors; all from here on are no sectors. */
export const LAST_SECTOR = 0xfffffffa;

const IN_HEADER = 109;
/** A directory or chain longer than this is broken, or built to keep us busy. */
const MOST_SECTORS = 4096;
/** Parts of the sector table in the largest file that is read: more are not there. */
export const MOST_TABLES = 4096;

/** The sectors of a compound file (MS-CFB 2.1) and how they follow each other. Visits none twice on its way. */
export class CompoundSectors {
  readonly size: number;
  readonly #read: ReadBytes;
  readonly #header: Buffer;
  #tables: readonly number[] | undefined;

  /** @param header the first 512 bytes */
  constructor(read: ReadBytes, header: Buffer) {
    this.#read = read;
    this.#header = header;
    this.size = header.readUInt16LE(26) === 4 ? 4096 : 512;
  }

  /** Where the parts of the sector table lie: the first are listed in the header, the others in a list of their own. */
  get tables(): readonly number[] {
    this.#tables ??= this.#findTables();
    return this.#tables;
  }

  /** The bytes of a sector; fewer where the file ends in it. */
  bytes(sector: number): Buffer {
    return this.#read(this.positionOf(sector), this.size);
  }

  positionOf(sector: number): number {
    return (sector + 1) * this.size;
  }

  /** The sectors of what begins at one, in their order; the first of them, where there are more than asked for. */
  chain(start: number, most = MOST_SECTORS): number[] {
    const perTable = this.size / 4;
    const next = (sector: number) => {
      const table = this.tables[Math.floor(sector / perTable)];
      return table === undefined ? LAST_SECTOR : this.#number(table, sector % perTable);
    };
    return follow(start, next, most);
  }

  #findTables(): number[] {
    const tables = Array.from({ length: IN_HEADER }, (_, index) => this.#header.readUInt32LE(76 + index * 4));
    const perList = this.size / 4 - 1;
    const mostLists = Math.ceil(MOST_TABLES / perList);
    for (const list of follow(this.#header.readUInt32LE(68), (list) => this.#number(list, perList), mostLists)) {
      const bytes = this.bytes(list);
      for (let at = 0; at + 4 <= Math.min(bytes.length, perList * 4); at += 4) tables.push(bytes.readUInt32LE(at));
    }
    return tables;
  }

  #number(sector: number, index: number): number {
    const bytes = this.#read(this.positionOf(sector) + index * 4, 4);
    return bytes.length < 4 ? LAST_SECTOR : bytes.readUInt32LE(0);
  }
}

/** A chain up to where it ends, or comes back to itself. */
export function follow(start: number, next: (sector: number) => number, most: number): number[] {
  const chain = new Set<number>();
  let sector = start;
  while (sector < LAST_SECTOR && !chain.has(sector) && chain.size < most) {
    chain.add(sector);
    sector = next(sector);
  }
  return [...chain];
}
