import { type PackageFiles, zip } from '../documents/package.ts';

const integers = (...numbers: readonly number[]) => Buffer.from(Uint32Array.from(numbers).buffer);
const doubles = (numbers: readonly number[]) => Buffer.from(Float64Array.from(numbers).buffer);

/** A .shp file of records (ESRI's technical description of 1998), whose numbers have their highest bytes first outside of these. */
export function shapefile(records: readonly Buffer[]): Buffer {
  const framed = records.flatMap((record, index) => [integers(index + 1, record.length / 2).swap32(), record]);
  const body = Buffer.concat(framed);
  const header = Buffer.alloc(100);
  integers(9994).swap32().copy(header);
  integers((100 + body.length) / 2)
    .swap32()
    .copy(header, 24);
  integers(1000).copy(header, 28);
  records[0]?.copy(header, 32, 0, 4);
  return Buffer.concat([header, body]);
}

/** The record of a point. */
export const point = (x: number, y: number) => Buffer.concat([integers(1), doubles([x, y])]);

/** The record of lines (3) or of rings (5), of positions in the units of the file. */
export function parts(type: 3 | 5, lines: readonly (readonly (readonly number[])[])[]): Buffer {
  const points = lines.flat();
  let length = 0;
  const starts = lines.map((line) => {
    length += line.length;
    return length - line.length;
  });
  const head = [integers(type), doubles([0, 0, 0, 0]), integers(lines.length, points.length)];
  return Buffer.concat([...head, Buffer.from(Uint32Array.from(starts).buffer), doubles(points.flat())]);
}

/** A ring around a square, clockwise as outer ones are. */
export function square(x: number, y: number, size: number): number[][] {
  const [right, top] = [x + size, y + size];
  return [
    [x, y],
    [x, top],
    [right, top],
    [right, y],
    [x, y],
  ];
}

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

/** A zip of a layer, by the extensions of its files. */
export function layer(files: PackageFiles): Promise<Buffer> {
  return zip(Object.fromEntries(Object.entries(files).map(([extension, content]) => [`a.${extension}`, content])));
}
