import { CompoundSectors, follow, LAST_SECTOR, MOST_TABLES, type ReadBytes } from './compound-sectors.ts';

export type { ReadBytes };

/** A directory entry of a stream or storage, with its siblings in a tree. */
interface Entry {
  readonly name: string;
  readonly left: number;
  readonly right: number;
  readonly child: number;
  readonly start: number;
  readonly size: number;
}

/** The signature of compound files. */
export const COMPOUND_SIGNATURE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const ENTRY_SIZE = 128;
const MINI_SECTOR = 64;

/** A compound file (MS-CFB), as Office wrote until 2007, read as far as detection needs. */
export class CompoundFile {
  readonly #header: Buffer;
  readonly #sectors: CompoundSectors;
  readonly #listed: number;
  readonly #root: Entry | undefined;
  readonly #entries: ReadonlyMap<string, Entry>;

  private constructor(read: ReadBytes, header: Buffer) {
    this.#header = header;
    this.#sectors = new CompoundSectors(read, header);
    const directory = this.#sectors
      .chain(header.readUInt32LE(48))
      .flatMap((sector) => readEntries(this.#sectors.bytes(sector)));
    this.#listed = directory.length;
    this.#root = directory[0];
    this.#entries = entriesOf(directory);
  }

  /** Opens a compound file; undefined for others. */
  static open(read: ReadBytes): CompoundFile | undefined {
    const header = read(0, 512);
    return header.length === 512 && header.subarray(0, 8).equals(COMPOUND_SIGNATURE)
      ? new CompoundFile(read, header)
      : undefined;
  }

  /** Whether there is a top-level stream or storage with a name, in any case. */
  has(name: string): boolean {
    return this.#entries.has(name.toLowerCase());
  }

  /** Whether the whole directory could be read: it may be beyond the beginning of a file. */
  get listed(): boolean {
    const links = [this.#root, ...this.#entries.values()].flatMap((entry) =>
      entry ? [entry.left, entry.right, ...(entry === this.#root ? [entry.child] : [])] : [LAST_SECTOR - 1],
    );
    return links.every((id) => id >= LAST_SECTOR || id < this.#listed);
  }

  /**
   * Whether a file of a size has all sectors that chains refer to; else it is truncated. Free sectors are ignored, as some
   * programs do not mark them.
   */
  isWhole(size: number): boolean {
    let last = 0;
    const wanted = Math.min(this.#header.readUInt32LE(44), MOST_TABLES);
    if (this.#sectors.tables.length < wanted) return false;
    for (const table of this.#sectors.tables.slice(0, wanted)) {
      const bytes = this.#sectors.bytes(table);
      if (bytes.length < this.#sectors.size) return false;
      for (let at = 0; at < bytes.length; at += 4) {
        const next = bytes.readUInt32LE(at);
        if (next < LAST_SECTOR) last = Math.max(last, next);
      }
    }
    // The last one need not be full.
    return this.#sectors.positionOf(last) < size;
  }

  /** The first bytes of a stream; none where it does not exist. */
  beginning(name: string, length: number): Buffer {
    const entry = this.#entries.get(name.toLowerCase());
    if (!entry) return Buffer.alloc(0);
    const wanted = Math.min(length, entry.size);
    if (entry.size < this.#header.readUInt32LE(56)) return this.#miniBeginning(entry, wanted);
    const sectors = this.#sectors.chain(entry.start, Math.ceil(wanted / this.#sectors.size));
    return Buffer.concat(sectors.map((sector) => this.#sectors.bytes(sector))).subarray(0, wanted);
  }

  /** The first bytes of a small stream, which is in the mini stream. */
  #miniBeginning(entry: Entry, length: number): Buffer {
    const table = this.#within(this.#header.readUInt32LE(60));
    const stream = this.#within(this.#root?.start ?? LAST_SECTOR);
    const next = (sector: number) => {
      const bytes = table(sector * 4, 4);
      return bytes.length < 4 ? LAST_SECTOR : bytes.readUInt32LE(0);
    };
    const sectors = follow(entry.start, next, Math.ceil(length / MINI_SECTOR));
    const parts = sectors.map((sector) => stream(sector * MINI_SECTOR, MINI_SECTOR));
    return Buffer.concat(parts).subarray(0, length);
  }

  /** A reader of the chain from a sector on; ranges must not cross sectors. */
  #within(start: number): ReadBytes {
    const chain = this.#sectors.chain(start);
    const size = this.#sectors.size;
    return (position, length) => {
      const sector = chain[Math.floor(position / size)];
      const within = position % size;
      return sector === undefined ? Buffer.alloc(0) : this.#sectors.bytes(sector).subarray(within, within + length);
    };
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

/** The top-level entries by name. */
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
