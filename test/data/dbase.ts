/** A column of a table, with the raw texts of its cells. */
export interface TestColumn {
  readonly name: string;
  readonly type: string;
  readonly length: number;
  readonly cells: readonly (string | Buffer)[];
}

/** A .dbf file. @param driver the number of its language driver */
export function table(columns: readonly TestColumn[], { driver = 0, deleted = [] as readonly number[] } = {}): Buffer {
  const header = Buffer.alloc(32);
  header[0] = 3;
  header.writeUInt32LE(columns[0]?.cells.length ?? 0, 4);
  header.writeUInt16LE(32 + 32 * columns.length + 1, 8);
  const width = columns.reduce((sum, { length }) => sum + length, 1);
  header.writeUInt16LE(width, 10);
  header[29] = driver;
  const described = columns.map(({ name, type, length }) => {
    const column = Buffer.alloc(32);
    column.write(`${name}\0`, 0);
    column.write(type, 11);
    column.writeUInt16LE(length, 16);
    return column;
  });
  const rows = (columns[0]?.cells ?? []).map((_, row) => {
    const bytes = Buffer.alloc(width, ' ');
    if (deleted.includes(row)) bytes[0] = 0x2a;
    let at = 1;
    for (const { length, cells } of columns) {
      Buffer.from(cells[row] ?? '').copy(bytes, at, 0, length);
      at += length;
    }
    return bytes;
  });
  return Buffer.concat([header, ...described, Buffer.from('\r'), ...rows]);
}
