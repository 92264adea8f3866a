import { crc32, deflateSync } from 'node:zlib';

/** A file, a folder or a link in a volume. */
export interface Volumed {
  /** With slashes between folders, which need not be listed. */
  readonly name: string;
  readonly content?: string | Buffer;
  readonly fork?: string;
  /** Where a link leads. */
  readonly link?: string;
  readonly folder?: boolean;
  /** The number of the file that this is a further name of. */
  readonly original?: number;
  /** What it says of its size. @default the truth */
  readonly size?: number;
}

const BLOCK = 4096;
const NODE = 32_768;
/** Seconds between the beginnings of 1904 and of 1970, and a moment in 2020. */
const MOMENT = 2_082_844_800 + 1_583_020_800;
const ROOT = 2;
const FIRST_FREE = 16;

/** Numbers of so many bytes each, big end first. */
function numbers(...list: readonly (readonly [value: number, bytes: 2 | 4 | 8])[]): Buffer {
  return Buffer.concat(
    list.map(([value, bytes]) => {
      const buffer = Buffer.alloc(bytes);
      if (bytes === 8) buffer.writeBigUInt64BE(BigInt(value));
      else buffer.writeUIntBE(value, 0, bytes);
      return buffer;
    }),
  );
}

/** A volume of HFS+ (Apple's Technical Note TN1150), with a catalog of one leaf. */
export function hfsVolume(volume: string, files: readonly Volumed[]): Buffer {
  const data: Buffer[] = [];
  // The first block has the header of the volume, then comes the catalog.
  let next = 1 + (2 * NODE) / BLOCK;
  // The same bytes given twice lie there once.
  const stored = new Map<Buffer, number>();
  const store = (content: Buffer): number => {
    const start = stored.get(content) ?? next;
    if (start < next) return start;
    stored.set(content, start);
    const count = Math.ceil(content.length / BLOCK);
    data.push(content, Buffer.alloc(count * BLOCK - content.length));
    next += count;
    return start;
  };
  const fork = (content: Buffer, size = content.length) => {
    const count = Math.ceil(content.length / BLOCK);
    const start = count > 0 ? store(content) : 0;
    return Buffer.concat([numbers([size, 8], [0, 4], [count, 4], [start, 4], [count, 4]), Buffer.alloc(56)]);
  };
  const { records, fileCount, folderCount } = catalogRecords(volume, files, fork);
  const catalog = Buffer.concat([headerNode(records.length), leafNode(records)]);
  const total = next + 1;
  const catalogFork = Buffer.concat([
    numbers([catalog.length, 8], [0, 4], [catalog.length / BLOCK, 4], [1, 4], [catalog.length / BLOCK, 4]),
    Buffer.alloc(56),
  ]);
  const header = Buffer.concat([
    Buffer.from('H+'),
    numbers([4, 2], [0x100, 4]),
    Buffer.from('10.0'),
    numbers([0, 4], [MOMENT, 4], [MOMENT, 4], [0, 4], [MOMENT, 4], [fileCount, 4], [folderCount, 4]),
    numbers([BLOCK, 4], [total, 4], [0, 4], [0, 4], [65_536, 4], [65_536, 4], [1000, 4], [0, 4], [1, 8]),
    Buffer.alloc(32),
    Buffer.alloc(2 * 80), // neither a map of what is free nor extents beyond the first
    catalogFork,
    Buffer.alloc(2 * 80),
  ]);
  const image = Buffer.concat([Buffer.alloc(BLOCK), catalog, ...data, Buffer.alloc(BLOCK)]);
  header.copy(image, 1024);
  header.copy(image, image.length - 1024);
  return image;
}

type Fork = (content: Buffer, size?: number) => Buffer;

function catalogRecords(volume: string, files: readonly Volumed[], fork: Fork) {
  const folders = new Map<string, number>([['', ROOT]]);
  const records = [record(1, volume, folderRecord(ROOT)), thread(3, ROOT, 1, volume)];
  let [next, fileCount] = [FIRST_FREE, 0];
  const folderOf = (path: string): number => {
    const known = folders.get(path);
    if (known !== undefined) return known;
    const [parent, name] = split(path);
    const above = folderOf(parent);
    const id = next++;
    folders.set(path, id);
    records.push(record(above, name, folderRecord(id)), thread(3, id, above, name));
    return id;
  };
  for (const file of files) {
    if (file.folder) folderOf(file.name);
    else {
      const [parent, name] = split(file.name);
      const [above, id] = [folderOf(parent), next++];
      records.push(record(above, name, fileRecord(id, file, fork)), thread(4, id, above, name));
      fileCount += 1;
    }
  }
  records.sort((a, b) => a.compare(b, 2, 6, 2, 6));
  return { records, fileCount, folderCount: folders.size - 1 };
}

function split(path: string): [parent: string, name: string] {
  const slash = path.lastIndexOf('/');
  return [path.slice(0, Math.max(slash, 0)), path.slice(slash + 1)];
}

function record(parent: number, name: string, body: Buffer): Buffer {
  const title = Buffer.from(name.normalize('NFD'), 'utf16le').swap16();
  return Buffer.concat([numbers([6 + title.length, 2], [parent, 4], [title.length / 2, 2]), title, body]);
}

/** Leads from the number of a folder or of a file to its name. */
function thread(kind: number, id: number, parent: number, name: string): Buffer {
  const title = Buffer.from(name.normalize('NFD'), 'utf16le').swap16();
  return record(id, '', Buffer.concat([numbers([kind, 2], [0, 2], [parent, 4], [title.length / 2, 2]), title]));
}

const times = () => numbers([MOMENT, 4], [MOMENT, 4], [MOMENT, 4], [MOMENT, 4], [0, 4]);

function folderRecord(id: number): Buffer {
  const rights = numbers([0, 8], [0o040755, 4], [0, 4]);
  return Buffer.concat([numbers([1, 2], [0, 2], [0, 4], [id, 4]), times(), rights, Buffer.alloc(40)]);
}

function fileRecord(
  id: number,
  { content = '', fork: resources = '', link, original, size }: Volumed,
  fork: Fork,
): Buffer {
  const mode = link === undefined ? 0o100644 : 0o120755;
  const finder = Buffer.alloc(32);
  if (link !== undefined) finder.write('slnkrhap');
  if (original !== undefined) finder.write('hlnkhfs+');
  return Buffer.concat([
    numbers([2, 2], [0, 2], [0, 4], [id, 4]),
    times(),
    numbers([0, 8], [mode, 4], [original ?? 1, 4]),
    finder,
    Buffer.alloc(8),
    fork(Buffer.isBuffer(content) ? content : Buffer.from(link ?? content), size),
    fork(Buffer.from(resources)),
  ]);
}

function node(kind: number, height: number, records: readonly Buffer[]): Buffer {
  const bytes = Buffer.alloc(NODE);
  numbers([0, 4], [0, 4]).copy(bytes);
  bytes.writeInt8(kind, 8);
  bytes.writeUInt8(height, 9);
  bytes.writeUInt16BE(records.length, 10);
  let at = 14;
  records.forEach((entry, index) => {
    entry.copy(bytes, at);
    bytes.writeUInt16BE(at, NODE - 2 * (index + 1));
    at += entry.length;
  });
  bytes.writeUInt16BE(at, NODE - 2 * (records.length + 1));
  if (at > NODE - 2 * (records.length + 1)) throw new Error('more than one leaf holds');
  return bytes;
}

const leafNode = (records: readonly Buffer[]) => node(-1, 1, records);

/** Depth, root, leaf records, first and last leaf, size of nodes, longest key, nodes in all and free. */
function headerNode(leafRecords: number): Buffer {
  const header = Buffer.concat([
    numbers([1, 2], [1, 4], [leafRecords, 4], [1, 4], [1, 4], [NODE, 2], [516, 2], [2, 4], [0, 4], [0, 2]),
    numbers([NODE, 4], [0xcf00, 2], [6, 4]),
    Buffer.alloc(64),
  ]);
  return node(1, 0, [header, Buffer.alloc(128), Buffer.alloc(NODE - 14 - header.length - 128 - 8, 0)]);
}

const SECTOR = 512;
const RUN = 512 * SECTOR;
const ZLIB = 0x80000005;
const END = 0xffffffff;

/** An Apple disk image of such partitions, compressed with zlib: as hdiutil writes it with `-format UDZO`. */
export function diskImage(...partitions: readonly (readonly [name: string, content: Buffer])[]): Buffer {
  const data: Buffer[] = [];
  let [position, sector] = [0, 0];
  const tables = partitions.map(([name, content], index) => {
    const runs: Buffer[] = [];
    for (let at = 0; at < content.length; at += RUN) {
      const plain = content.subarray(at, at + RUN);
      const packed = deflateSync(plain, { level: 1 });
      runs.push(
        numbers([ZLIB, 4], [0, 4], [at / SECTOR, 8], [plain.length / SECTOR, 8], [position, 8], [packed.length, 8]),
      );
      data.push(packed);
      position += packed.length;
    }
    const sectors = content.length / SECTOR;
    runs.push(numbers([END, 4], [0, 4], [sectors, 8], [0, 8], [position, 8], [0, 8]));
    const head = Buffer.concat([
      Buffer.from('mish'),
      numbers([1, 4], [sector, 8], [sectors, 8], [0, 8], [520, 4], [index, 4]),
      Buffer.alloc(24),
      checksum(crc32(content)),
      numbers([runs.length, 4]),
    ]);
    sector += sectors;
    return `<dict><key>Attributes</key><string>0x0050</string><key>Data</key><data>${Buffer.concat([head, ...runs]).toString('base64')}</data><key>ID</key><string>${index}</string><key>Name</key><string>${name}</string></dict>`;
  });
  const packed = Buffer.concat(data);
  const list = Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">\n<plist version="1.0"><dict><key>resource-fork</key><dict><key>blkx</key><array>${tables.join('')}</array></dict></dict></plist>\n`,
  );
  const sums = crc32(numbers(...partitions.map(([, content]) => [crc32(content), 4] as const)));
  return Buffer.concat([packed, list, imageEnd(packed, list.length, sector, sums)]);
}

function imageEnd(packed: Buffer, listLength: number, sectors: number, sums: number): Buffer {
  return Buffer.concat([
    Buffer.from('koly'),
    numbers([4, 4], [SECTOR, 4], [1, 4], [0, 8], [0, 8], [packed.length, 8], [0, 8], [0, 8], [1, 4], [1, 4]),
    Buffer.alloc(16),
    checksum(crc32(packed)),
    numbers([packed.length, 8], [listLength, 8]),
    Buffer.alloc(120),
    checksum(sums),
    numbers([1, 4], [sectors, 8]),
    Buffer.alloc(12),
  ]);
}

/** A CRC-32 with its kind and its length in bits, in a field of 136 bytes. */
const checksum = (sum: number) => Buffer.concat([numbers([2, 4], [32, 4], [sum, 4]), Buffer.alloc(124)]);
