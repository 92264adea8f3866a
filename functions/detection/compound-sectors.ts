/** Reads bytes of a file; fewer at its end, none behind it. */
export type ReadBytes = (position: number, length: number) => Buffer;

/** The first special sector number; from here on they are not sectors. */
export const LAST_SECTOR = 0xfffffffa;

const IN_HEADER = 109;
/** A longer chain is damaged or hostile. */
const MOST_SECTORS = 4096;
/** The most FAT sectors, as in the largest file that is accepted. */
export const MOST_TABLES = 4096;

/** The sectors of a compound file (MS-CFB 2.1) and their chains. No sector of a chain is visited twice. */
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

  /** The FAT sectors: the first are listed in the header, the others in DIFAT sectors. */
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

  /** The sectors of the chain from a sector on, up to a number. */
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

/** Follows a chain up to its end, or until it repeats. */
export function follow(start: number, next: (sector: number) => number, most: number): number[] {
  const chain = new Set<number>();
  let sector = start;
  while (sector < LAST_SECTOR && !chain.has(sector) && chain.size < most) {
    chain.add(sector);
    sector = next(sector);
  }
  return [...chain];
}
