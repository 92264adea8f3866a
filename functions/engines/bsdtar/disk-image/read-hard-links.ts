import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { EngineJob } from '../../engine.ts';
import { readHead } from '../../read-head.ts';
import { LIMITS, tooDeep, tooMany } from '../limits.ts';
import { listWithSevenZip } from '../list-with-seven-zip.ts';
import { manyNames, unreadable } from '../refusals.ts';
import { runSevenZip } from '../run-seven-zip.ts';

/** The largest volume and the largest catalog of one that are looked through for names, in bytes. */
const LARGEST_VOLUME = 4_000_000_000;
const LARGEST_CATALOG = 64 * 1024 * 1024;

/** Where the header of a volume stands (TN1150), and where in it the size of blocks and the place of the catalog do. */
const HEADER = { start: 1024, end: 1536, blockSize: 40, catalog: 272 };
/** How it begins: of HFS+, and of HFSX, which tells the case of names. */
const VOLUMES: readonly string[] = ['482b0004', '48580005'];
/** Marks a file of which the content is elsewhere: type and creator. */
const HARD_LINK = 'hlnkhfs+';
const FOLDER = 1;
const FILE = 2;
const ROOT = 2;

/** A piece of a file in its volume, in bytes. */
interface Extent {
  readonly start: number;
  readonly length: number;
}

/**
 * Finds out which names in a disk image of HFS+ are further names of files: 7-Zip does not tell.
 * @returns by path in the volume, the number of the file that has its content
 * @throws ConversionError
 */
export async function readHardLinks(job: EngineJob): Promise<Map<string, number>> {
  if (await isVolume(job.sourcePath)) {
    const catalog = new CatalogCollector((await stat(job.sourcePath)).size);
    for await (const bytes of createReadStream(job.sourcePath)) catalog.add(bytes);
    return linksIn(catalog.bytes());
  }
  const { name, size } = await findVolume(job);
  const catalog = new CatalogCollector(size);
  const result = await runSevenZip(['x', '-so', '-tdmg', '-spd', '--', job.sourcePath, name], {
    folder: job.folder,
    onOutput: (bytes) => catalog.add(bytes),
  });
  if (result.exitCode !== 0) throw unreadable(result);
  return linksIn(catalog.bytes());
}

/** Whether a file is a volume as it is, without an image around it. */
async function isVolume(path: string): Promise<boolean> {
  const head = await readHead(path, HEADER.start + 4);
  return VOLUMES.includes(head.toString('hex', HEADER.start));
}

/** The name that 7-Zip gives the one volume of an image, and its size in bytes. */
async function findVolume({ folder, sourcePath }: EngineJob): Promise<{ name: string; size: number }> {
  const volumes: { name: string; size: number }[] = [];
  const { result } = await listWithSevenZip(['-tdmg', '--', sourcePath], { folder }, (properties) => {
    const [name = '', size] = [properties.get('Path'), Number(properties.get('Size'))];
    if (/^[\w.-]{1,100}\.hfsx?$/.test(name) && size <= LARGEST_VOLUME) volumes.push({ name, size });
  });
  const [volume, ...others] = volumes;
  if (result.exitCode !== 0 || volume === undefined || others.length > 0) throw manyNames();
  return volume;
}

/** Takes the catalog out of a volume that comes by. */
class CatalogCollector {
  readonly #size: number;
  #position = 0;
  #head = Buffer.alloc(0);
  #extents: readonly Extent[] | undefined;
  #fault: unknown;
  #catalog = Buffer.alloc(0);

  /** @param size of the volume, in bytes */
  constructor(size: number) {
    this.#size = size;
  }

  add(bytes: Buffer): void {
    const start = this.#position;
    this.#position += bytes.length;
    if (!this.#extents) {
      this.#head = Buffer.concat([this.#head, bytes]);
      if (this.#head.length < HEADER.end) return;
      this.#extents = this.#readExtents();
      this.#catalog = Buffer.alloc(this.#extents.reduce((sum, { length }) => sum + length, 0));
      this.#keep(this.#head, 0);
      this.#head = Buffer.alloc(0);
    } else this.#keep(bytes, start);
  }

  /** Who calls cannot hear of a fault: it is told in the end. */
  #readExtents(): readonly Extent[] {
    try {
      return extentsIn(this.#head.subarray(HEADER.start, HEADER.end), this.#size);
    } catch (error) {
      this.#fault = error;
      return [];
    }
  }

  /**
   * The catalog, when all has come by.
   * @throws ConversionError
   */
  bytes(): Buffer {
    if (this.#fault) throw this.#fault;
    if (!this.#extents) throw unreadable('a volume without a header');
    return this.#catalog;
  }

  #keep(bytes: Buffer, start: number): void {
    let at = 0;
    for (const extent of this.#extents ?? []) {
      const from = Math.max(extent.start, start);
      const to = Math.min(extent.start + extent.length, start + bytes.length);
      if (from < to) bytes.copy(this.#catalog, at + from - extent.start, from - start, to - start);
      at += extent.length;
    }
  }
}

/** A catalog in more than eight pieces has the others elsewhere: it is not read. */
function extentsIn(header: Buffer, volume: number): Extent[] {
  const block = header.readUInt32BE(HEADER.blockSize);
  const size = Number(header.readBigUInt64BE(HEADER.catalog));
  const extents = Array.from({ length: 8 }, (_, index) => {
    const at = HEADER.catalog + 16 + 8 * index;
    return { start: header.readUInt32BE(at) * block, length: header.readUInt32BE(at + 4) * block };
  });
  const held = extents.reduce((sum, { length }) => sum + length, 0);
  if (held > LARGEST_CATALOG || held < size) throw manyNames();
  if (held > volume) throw unreadable('a catalog that is larger than its volume');
  return extents;
}

/** A record of the catalog: whose it is, what it is called, and what it says. */
interface CatalogRecord {
  readonly parent: number;
  readonly name: string;
  readonly body: Buffer;
}

function linksIn(catalog: Buffer): Map<string, number> {
  try {
    const records = recordsIn(catalog);
    const folders = new Map(
      records
        .filter(({ body }) => body.readUInt16BE(0) === FOLDER)
        .map(({ parent, name, body }) => [body.readUInt32BE(8), { parent, name }]),
    );
    const links = records.filter(
      ({ body }) => body.readUInt16BE(0) === FILE && body.toString('latin1', 48, 56) === HARD_LINK,
    );
    let letters = 0;
    const paths = links.map(({ parent, name, body }): [string, number] => {
      const path = pathOf(parent, name, folders);
      letters += path.length;
      if (letters > LIMITS.paths) throw tooDeep();
      return [path, body.readUInt32BE(44)];
    });
    return new Map(paths);
  } catch (error) {
    throw error instanceof RangeError ? unreadable(error) : error;
  }
}

/** There are two for each file and folder, and some for what nobody sees. */
const MOST_RECORDS = 4 * LIMITS.entries;

function recordsIn(catalog: Buffer): CatalogRecord[] {
  const records: CatalogRecord[] = [];
  for (const record of leafRecords(catalog)) {
    if (records.length === MOST_RECORDS) throw tooMany();
    records.push(record);
  }
  return records;
}

type Folders = ReadonlyMap<number, Pick<CatalogRecord, 'parent' | 'name'>>;

function pathOf(parent: number, name: string, folders: Folders): string {
  const parts = [name];
  for (let above = parent; above !== ROOT; ) {
    const folder = folders.get(above);
    if (!folder || parts.length > LIMITS.depth) throw unreadable('a file in no folder');
    parts.push(folder.name);
    above = folder.parent;
  }
  return parts
    .reverse()
    .map((part) => part.replaceAll('/', '_'))
    .join('/');
}

/** The leaves of the tree that the catalog is, each of which leads to the next. */
function* leafRecords(catalog: Buffer): Generator<CatalogRecord> {
  const size = catalog.readUInt16BE(32);
  if (size < 512) throw unreadable('nodes without room');
  let left = Math.floor(catalog.length / size);
  for (let number = catalog.readUInt32BE(24); number !== 0; left -= 1) {
    const node = catalog.subarray(number * size, (number + 1) * size);
    if (left <= 0 || node.length < size) throw unreadable('a catalog that leads nowhere');
    const count = node.readUInt16BE(10);
    // Where each begins, from the end on, and where the free room does: one record is never read as many.
    const startOf = (index: number) => node.readUInt16BE(size - 2 * (index + 1));
    for (let index = 0; index < count; index++) {
      if (startOf(index + 1) <= startOf(index)) throw unreadable('records that lie in the same place');
      yield readRecord(node.subarray(startOf(index), startOf(index + 1)));
    }
    number = node.readUInt32BE(0);
  }
}

function readRecord(bytes: Buffer): CatalogRecord {
  const end = 2 + bytes.readUInt16BE(0);
  const letters = 2 * bytes.readUInt16BE(6);
  if (8 + letters > end) throw unreadable('a name beyond its key');
  const name = Buffer.from(bytes.subarray(8, 8 + letters))
    .swap16()
    .toString('utf16le');
  return { parent: bytes.readUInt32BE(2), name, body: bytes.subarray(end) };
}
