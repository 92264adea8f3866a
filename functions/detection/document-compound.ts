/** Gives bytes of a file; fewer at its end, none behind it. */
export type ReadBytes = (position: number, length: number) => Buffer;

/** A stream or folder, as the directory lists it: a tree of its folder's entries goes left and right of it. */
interface Entry {
  readonly name: string;
  readonly left: number;
  readonly right: number;
  readonly child: number;
  readonly start: number;
  readonly size: number;
}

const SIGNATURE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const ENTRY_SIZE = 128;
const MINI_SECTOR = 64;
const LAST_SECTOR = 0xfffffffa;
const IN_HEADER = 109;
/** A directory or chain longer than this is broken, or built to keep us busy. */
const MOST_SECTORS = 4096;

/** A file of files as Office wrote until 2007 (MS-CFB), read as far as telling its contents apart needs. */
export class CompoundFile {
  readonly #read: ReadBytes;
  readonly #header: Buffer;
  readonly #sectorSize: number;
  readonly #listed: number;
  readonly #root: Entry | undefined;
  readonly #entries: ReadonlyMap<string, Entry>;

  private constructor(read: ReadBytes, header: Buffer) {
    this.#read = read;
    this.#header = header;
    this.#sectorSize = header.readUInt16LE(26) === 4 ? 4096 : 512;
    const directory = [...this.#chain(header.readUInt32LE(48))].flatMap((sector) => readEntries(this.#sector(sector)));
    this.#listed = directory.length;
    this.#root = directory[0];
    this.#entries = entriesOf(directory);
  }

  /** The compound file in some bytes, or nothing where they are none. */
  static open(read: ReadBytes): CompoundFile | undefined {
    const header = read(0, 512);
    return header.length === 512 && header.subarray(0, 8).equals(SIGNATURE)
      ? new CompoundFile(read, header)
      : undefined;
  }

  /** Whether a stream or folder with that name is in it, at the top. Case does not count in names. */
  has(name: string): boolean {
    return this.#entries.has(name.toLowerCase());
  }

  /** Whether its directory could be read to the end: it need not lie in the beginning of a file. */
  get listed(): boolean {
    const links = [this.#root, ...this.#entries.values()].flatMap((entry) =>
      entry ? [entry.left, entry.right, ...(entry === this.#root ? [entry.child] : [])] : [LAST_SECTOR - 1],
    );
    return links.every((id) => id >= LAST_SECTOR || id < this.#listed);
  }

  /**
   * Whether a file of some size holds all sectors that others lead to: else it was cut off. Free sectors do not tell:
   * some programs do not mark them.
   */
  isWhole(size: number): boolean {
    let last = 0;
    for (let index = 0; index < Math.min(this.#header.readUInt32LE(44), MOST_SECTORS); index++) {
      const table = this.#tableSector(index);
      const sector = table === undefined ? Buffer.alloc(0) : this.#sector(table);
      if (sector.length < this.#sectorSize) return false;
      for (let at = 0; at < sector.length; at += 4) {
        const next = sector.readUInt32LE(at);
        if (next < LAST_SECTOR) last = Math.max(last, next);
      }
    }
    // The last one need not be full.
    return this.#positionOf(last) < size;
  }

  /** The first bytes of a stream; none where there is no such stream. */
  beginning(name: string, length: number): Buffer {
    const entry = this.#entries.get(name.toLowerCase());
    if (!entry) return Buffer.alloc(0);
    const wanted = Math.min(length, entry.size);
    if (entry.size < this.#header.readUInt32LE(56)) return this.#miniBeginning(entry, wanted);
    return this.#collect(this.#chain(entry.start), (sector) => this.#sector(sector), wanted);
  }

  #miniBeginning(entry: Entry, length: number): Buffer {
    const table = this.#header.readUInt32LE(60);
    const next = (sector: number) => readNumber(this.#bytesOfChain(table, sector * 4, 4));
    const bytes = (sector: number) =>
      this.#bytesOfChain(this.#root?.start ?? LAST_SECTOR, sector * MINI_SECTOR, MINI_SECTOR);
    return this.#collect(follow(entry.start, next), bytes, length);
  }

  /** Bytes that do not cross a sector's border, of what begins at a sector. */
  #bytesOfChain(start: number, position: number, length: number): Buffer {
    let left = Math.floor(position / this.#sectorSize);
    const within = position % this.#sectorSize;
    for (const sector of this.#chain(start)) {
      if (left-- === 0) return this.#read(this.#positionOf(sector) + within, length);
    }
    return Buffer.alloc(0);
  }

  #collect(sectors: Iterable<number>, bytes: (sector: number) => Buffer, length: number): Buffer {
    const parts: Buffer[] = [];
    let left = length;
    for (const sector of sectors) {
      if (left <= 0) break;
      const part = bytes(sector).subarray(0, left);
      parts.push(part);
      left -= part.length || left;
    }
    return Buffer.concat(parts);
  }

  #chain(start: number): Iterable<number> {
    return follow(start, (sector) => {
      const perSector = this.#sectorSize / 4;
      const table = this.#tableSector(Math.floor(sector / perSector));
      return table === undefined
        ? LAST_SECTOR
        : readNumber(this.#read(this.#positionOf(table) + (sector % perSector) * 4, 4));
    });
  }

  /** Where the part of the sector table lies that holds an index: in the header, or in the list that goes on elsewhere. */
  #tableSector(index: number): number | undefined {
    if (index < IN_HEADER) return this.#header.readUInt32LE(76 + index * 4);
    const perSector = this.#sectorSize / 4 - 1;
    let sector = this.#header.readUInt32LE(68);
    for (let skip = Math.floor((index - IN_HEADER) / perSector); skip > 0 && sector < LAST_SECTOR; skip--) {
      sector = readNumber(this.#read(this.#positionOf(sector) + perSector * 4, 4));
    }
    if (sector >= LAST_SECTOR) return undefined;
    return readNumber(this.#read(this.#positionOf(sector) + ((index - IN_HEADER) % perSector) * 4, 4));
  }

  #sector(sector: number): Buffer {
    return this.#read(this.#positionOf(sector), this.#sectorSize);
  }

  #positionOf(sector: number): number {
    return (sector + 1) * this.#sectorSize;
  }
}

function readEntries(sector: Buffer): Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; at + ENTRY_SIZE <= sector.length; at += ENTRY_SIZE) {
    const number = (offset: number) => sector.readUInt32LE(at + offset);
    const nameLength = Math.min(Math.max(sector.readUInt16LE(at + 64), 2), 64);
    const name = sector.toString('utf16le', at, at + nameLength - 2);
    entries.push({
      name,
      left: number(68),
      right: number(72),
      child: number(76),
      start: number(116),
      size: number(120),
    });
  }
  return entries;
}

/** The entries at the top, by name: what is embedded has names of its own below. */
function entriesOf(directory: readonly Entry[]): Map<string, Entry> {
  const found = new Map<string, Entry>();
  const seen = new Set<number>();
  const left = [directory[0]?.child ?? LAST_SECTOR];
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    const entry = directory[id];
    if (!entry || seen.has(id)) continue;
    seen.add(id);
    found.set(entry.name.toLowerCase(), entry);
    left.push(entry.left, entry.right);
  }
  return found;
}

function* follow(start: number, next: (sector: number) => number): Generator<number> {
  let sector = start;
  for (let count = 0; sector < LAST_SECTOR && count < MOST_SECTORS; count++) {
    yield sector;
    sector = next(sector);
  }
}

function readNumber(bytes: Buffer): number {
  return bytes.length < 4 ? LAST_SECTOR : bytes.readUInt32LE(0);
}
