import { type PackageFiles, zip } from '../documents/package.ts';

/** Positions of a shape, in the units of its file. */
type Points = readonly (readonly number[])[];

const FILE_HEADER = 100;

/** A .shp file of records (ESRI's technical description of 1998). */
export function shapefile(records: readonly Buffer[]): Buffer {
  const framed = records.flatMap((record, index) => [words(index + 1, record.length / 2), record]);
  const body = Buffer.concat(framed);
  const header = Buffer.alloc(FILE_HEADER);
  header.writeInt32BE(9994, 0);
  header.writeInt32BE((FILE_HEADER + body.length) / 2, 24);
  header.writeInt32LE(1000, 28);
  records[0]?.copy(header, 32, 0, 4);
  return Buffer.concat([header, body]);
}

function words(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * numbers.length);
  for (const [index, number] of numbers.entries()) bytes.writeInt32BE(number, 4 * index);
  return bytes;
}

/** Little-endian integers. */
export function integers(numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * numbers.length);
  for (const [index, number] of numbers.entries()) bytes.writeUInt32LE(number, 4 * index);
  return bytes;
}

function doubles(numbers: readonly number[]): Buffer {
  return Buffer.from(Float64Array.from(numbers).buffer);
}

/** The record of a point. */
export function point(x: number, y: number): Buffer {
  return Buffer.concat([integers([1]), doubles([x, y])]);
}

/** The record of lines (3) or of rings (5). */
export function parts(type: 3 | 5, lines: readonly Points[]): Buffer {
  const starts: number[] = [];
  let length = 0;
  for (const line of lines) {
    starts.push(length);
    length += line.length;
  }
  const points = lines.flat();
  return Buffer.concat([
    integers([type]),
    doubles([0, 0, 0, 0]),
    integers([lines.length, points.length]),
    integers(starts),
    doubles(points.flat()),
  ]);
}

/** A ring around a square, clockwise as outer ones are. */
export function square(x: number, y: number, size: number): number[][] {
  return [
    [x, y],
    [x, y + size],
    [x + size, y + size],
    [x + size, y],
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
  const rows = columns[0]?.cells.length ?? 0;
  const header = Buffer.alloc(32);
  header[0] = 3;
  header.writeUInt32LE(rows, 4);
  header.writeUInt16LE(32 + 32 * columns.length + 1, 8);
  header.writeUInt16LE(
    columns.reduce((sum, { length }) => sum + length, 1),
    10,
  );
  header[29] = driver;
  const described = columns.map(({ name, type, length }) => {
    const column = Buffer.alloc(32);
    column.write(`${name}\0`, 0);
    column.write(type, 11);
    column[16] = length % 256;
    column[17] = length >> 8;
    return column;
  });
  const body = Array.from({ length: rows }, (_, row) => [
    Buffer.from(deleted.includes(row) ? '*' : ' '),
    ...columns.map(({ length, cells }) => {
      const cell = Buffer.alloc(length, ' ');
      Buffer.from(cells[row] ?? '').copy(cell);
      return cell;
    }),
  ]);
  return Buffer.concat([header, ...described, Buffer.from('\r'), ...body.flat()]);
}

/** A zip of a layer, by the extensions of its files. */
export function layer(files: PackageFiles): Promise<Buffer> {
  return zip(Object.fromEntries(Object.entries(files).map(([extension, content]) => [`a.${extension}`, content])));
}
