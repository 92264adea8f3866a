const SECTOR = 512;
const FREE = 0xffffffff;
const END = 0xfffffffe;
const TABLE = 0xfffffffd;

/** A compound file (MS-CFB) with some streams at the top. Each is padded to where it need not share sectors. */
export function compoundFile(streams: Readonly<Record<string, Buffer>>): Buffer {
  const contents = Object.values(streams).map((stream) => pad(stream, Math.max(4096, stream.length)));
  const starts: number[] = [];
  const table: number[] = [TABLE, END];
  for (const content of contents) {
    starts.push(table.length);
    const count = content.length / SECTOR;
    for (let sector = 1; sector < count; sector++) table.push(table.length + 1);
    table.push(END);
  }
  const entries = [
    entry('Root Entry', 5, { child: 1, start: END, size: 0 }),
    ...Object.keys(streams).map((name, index) =>
      entry(name, 2, {
        right: index + 1 < contents.length ? index + 2 : FREE,
        start: starts[index] ?? END,
        size: contents[index]?.length ?? 0,
      }),
    ),
  ];
  return Buffer.concat([header(), numbers(table), pad(Buffer.concat(entries), SECTOR), ...contents]);
}

function header(): Buffer {
  const bytes = Buffer.alloc(SECTOR);
  bytes.write('d0cf11e0a1b11ae1', 'hex');
  for (const [index, value] of [0x3e, 3, 0xfffe, 9, 6].entries()) bytes.writeUInt16LE(value, 24 + index * 2);
  for (const [index, value] of [1, 1, 0, 4096, END, 0, END, 0].entries()) bytes.writeUInt32LE(value, 44 + index * 4);
  bytes.fill(0xff, 76);
  bytes.writeUInt32LE(0, 76);
  return bytes;
}

function entry(
  name: string,
  type: number,
  { right = FREE, child = FREE, start, size }: { right?: number; child?: number; start: number; size: number },
): Buffer {
  const bytes = Buffer.alloc(128);
  bytes.write(name, 'utf16le');
  bytes.writeUInt16LE(name.length * 2 + 2, 64);
  bytes.writeUInt8(type, 66);
  bytes.writeUInt8(1, 67);
  for (const [index, value] of [FREE, right, child].entries()) bytes.writeUInt32LE(value, 68 + index * 4);
  bytes.writeUInt32LE(start, 116);
  bytes.writeUInt32LE(size, 120);
  return bytes;
}

function numbers(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(SECTOR, 0xff);
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4);
  return bytes;
}

function pad(bytes: Buffer, size: number): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(Math.ceil(size / SECTOR) * SECTOR - bytes.length)]);
}
