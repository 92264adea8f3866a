/** What a compound file holds: streams, and storages with more of it. */
export interface Storage {
  readonly [name: string]: Buffer | Storage;
}

const SECTOR = 512;
const SMALL_SECTOR = 64;
const SMALL = 4096;
const [FREE, END, TABLE] = [0xffffffff, 0xfffffffe, 0xfffffffd];

interface Entry {
  readonly name: string;
  readonly type: 1 | 2 | 5;
  right: number;
  child: number;
  start: number;
  size: number;
}

/** Writes a compound file (MS-CFB) with storages in it, and small streams in the small sectors that they belong in. */
export function compoundTree(root: Storage): Buffer {
  const entries: Entry[] = [{ name: 'Root Entry', type: 5, right: FREE, child: FREE, start: END, size: 0 }];
  const contents = new Map<number, Buffer>();
  list(root, 0, entries, contents);
  const [table, body]: [number[], Buffer[]] = [[], []];
  const [smallTable, small]: [number[], Buffer[]] = [[], []];
  for (const [index, content] of contents) {
    const entry = entries[index] as Entry;
    const fits = content.length < SMALL;
    const [sectors, parts, size] = fits ? [smallTable, small, SMALL_SECTOR] : [table, body, SECTOR];
    entry.start = content.length === 0 ? END : chain(sectors, content.length, size);
    entry.size = content.length;
    parts.push(padded(content, size));
  }
  const [held, listed] = [Buffer.concat(small), words(smallTable)];
  (entries[0] as Entry).start = held.length === 0 ? END : chain(table, held.length, SECTOR);
  (entries[0] as Entry).size = held.length;
  const smallTableAt = listed.length === 0 ? END : chain(table, listed.length, SECTOR);
  const directory = Buffer.concat(entries.map(written));
  const directoryAt = chain(table, directory.length, SECTOR);
  const all = [...body, padded(held, SECTOR), padded(listed, SECTOR), padded(directory, SECTOR)];
  const tables = Math.ceil((table.length + Math.ceil(table.length / 127)) / 128);
  const first = table.length;
  for (let index = 0; index < tables; index++) table.push(TABLE);
  const places = Array.from({ length: tables }, (_, index) => first + index);
  const header = headerOf(places, directoryAt, smallTableAt, Math.ceil(listed.length / SECTOR));
  return Buffer.concat([header, ...all, padded(words(table), SECTOR)]);
}

function list(storage: Storage, parent: number, entries: Entry[], contents: Map<number, Buffer>): void {
  let before: number | undefined;
  for (const [name, content] of Object.entries(storage)) {
    const index = entries.length;
    const isStream = content instanceof Buffer;
    entries.push({ name, type: isStream ? 2 : 1, right: FREE, child: FREE, start: isStream ? END : 0, size: 0 });
    if (before === undefined) (entries[parent] as Entry).child = index;
    else (entries[before] as Entry).right = index;
    before = index;
    if (isStream) contents.set(index, content);
    else list(content as Storage, index, entries, contents);
  }
}

/** Adds a chain of sectors for so many bytes, and tells its first. */
function chain(table: number[], length: number, size: number): number {
  const [start, count] = [table.length, Math.ceil(length / size)];
  for (let sector = 1; sector < count; sector++) table.push(start + sector);
  table.push(END);
  return start;
}

function headerOf(tables: readonly number[], directory: number, small: number, smallCount: number): Buffer {
  const bytes = Buffer.alloc(SECTOR);
  bytes.write('d0cf11e0a1b11ae1', 'hex');
  for (const [index, value] of [0x3e, 3, 0xfffe, 9, 6].entries()) bytes.writeUInt16LE(value, 24 + index * 2);
  const numbers = [tables.length, directory, 0, SMALL, small, smallCount, END, 0];
  for (const [index, value] of numbers.entries()) bytes.writeUInt32LE(value, 44 + index * 4);
  bytes.fill(0xff, 76);
  for (const [index, value] of tables.entries()) bytes.writeUInt32LE(value, 76 + index * 4);
  return bytes;
}

function written({ name, type, right, child, start, size }: Entry): Buffer {
  const bytes = Buffer.alloc(128);
  bytes.write(name, 'utf16le');
  bytes.writeUInt16LE(name.length * 2 + 2, 64);
  bytes.set([type, 1], 66);
  for (const [index, value] of [FREE, right, child].entries()) bytes.writeUInt32LE(value, 68 + index * 4);
  bytes.writeUInt32LE(start, 116);
  bytes.writeUInt32LE(size, 120);
  return bytes;
}

function words(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4);
  return bytes;
}

function padded(bytes: Buffer, size: number): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(Math.ceil(bytes.length / size) * size - bytes.length, 0xff)]);
}
