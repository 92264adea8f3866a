import type { ValueCount } from '../../limits.ts';
import { distinctNames } from '../../tables/column.ts';
import { unreadable, unsupported } from '../../unreadable.ts';
import { type DecodeText, textDecoder } from './attribute-text.ts';

/** What is said of a shape. */
export type Attributes = Readonly<Record<string, unknown>>;

/** The header of a table (dBase III): of the file, and of each column. */
const FILE_HEADER = 32;
const COLUMN_HEADER = 32;
const END_OF_COLUMNS = 0x0d;
const NAME_LENGTH = 11;

/** Before each row: whether it was deleted. */
const DELETED = 0x2a;

/** Types of columns that shapefiles have. */
const TYPES = ['C', 'N', 'F', 'L', 'D'] as const;
type ColumnType = (typeof TYPES)[number];

interface Column {
  readonly name: Buffer;
  readonly type: ColumnType;
  readonly start: number;
  readonly length: number;
}

/**
 * The rows of a .dbf file in their order; nothing where one was deleted.
 * @param encoding what the file beside it says of its texts
 * @throws ConversionError UNREADABLE_FILE, UNSUPPORTED_CONVERSION for columns of other types, TOO_COMPLEX
 */
export function readAttributes(
  bytes: Buffer,
  encoding: string | undefined,
  count: ValueCount,
): (Attributes | undefined)[] {
  if (bytes.length < FILE_HEADER) throw unreadable('shp', 'a table without a header');
  const [rows, first, length] = [bytes.readUInt32LE(4), bytes.readUInt16LE(8), bytes.readUInt16LE(10)];
  if (first < FILE_HEADER || length === 0 || first + rows * length > bytes.length)
    throw unreadable('shp', 'a table that is cut off');
  const columns = columnsOf(bytes.subarray(0, first), length);
  const table = Array.from({ length: rows }, (_, row) => {
    count.add(columns.length + 1);
    return bytes.subarray(first + row * length, first + (row + 1) * length);
  });
  const rowsOfCells = table.map((row) => (row[0] === DELETED ? undefined : cellsOf(row, columns)));
  const decode = textDecoder(textsOf(columns, rowsOfCells), encoding, bytes[29] ?? 0);
  const names = distinctNames(columns.map(({ name }) => decode(name).trim()));
  return rowsOfCells.map(
    (cells) =>
      cells &&
      Object.fromEntries(
        cells.map((cell, index) => [names[index] ?? '', cellValue(cell, columns[index]?.type ?? 'C', decode)]),
      ),
  );
}

function cellsOf(row: Buffer, columns: readonly Column[]): Buffer[] {
  return columns.map(({ start, length }) => row.subarray(start, start + length));
}

function columnsOf(header: Buffer, rowLength: number): Column[] {
  const columns: Column[] = [];
  let start = 1;
  for (
    let at = FILE_HEADER;
    at + COLUMN_HEADER <= header.length && header[at] !== END_OF_COLUMNS;
    at += COLUMN_HEADER
  ) {
    const letter = header.toString('latin1', at + NAME_LENGTH, at + NAME_LENGTH + 1).toUpperCase();
    const type = TYPES.find((known) => known === letter);
    if (!type) throw unreadableColumn(letter);
    // Long texts have the upper byte of their length where others have their decimals.
    const long = (header[at + 16] ?? 0) + (type === 'C' ? 256 * (header[at + 17] ?? 0) : 0);
    const length = start + long <= rowLength ? long : (header[at + 16] ?? 0);
    if (start + length > rowLength) throw unreadable('shp', 'columns that are longer than their rows');
    columns.push({ name: upToNull(header.subarray(at, at + NAME_LENGTH)), type, start, length });
    start += length;
  }
  return columns;
}

/** Types of later dBase and of FoxPro: long texts in another file, binary values, pictures, objects, numbers and times in bytes. */
const LATER = 'MBGPITYOVQW0+@';

function unreadableColumn(letter: string): Error {
  if (!LATER.includes(letter) || letter === '') return unreadable('shp', 'a column of no known type');
  return unsupported(
    'The table of the shapefile has a column of a type that shapefiles do not have: long texts (memo), binary values, pictures, or numbers and times of FoxPro. Write it as text, number or date, or leave it out.',
  );
}

/** All bytes whose encoding matters. */
function textsOf(columns: readonly Column[], rows: readonly (readonly Buffer[] | undefined)[]): Buffer[] {
  const isText = columns.map(({ type }) => type === 'C');
  const cells = rows.flatMap((row) => row?.filter((_, index) => isText[index]) ?? []);
  return [...columns.map(({ name }) => name), ...cells];
}

function cellValue(bytes: Buffer, type: ColumnType, decode: DecodeText): unknown {
  const cell = upToNull(bytes);
  if (type === 'C') return decode(cell).trimEnd() || null;
  const text = cell.toString('latin1').trim();
  if (text === '' || /^\*+$/.test(text)) return null;
  if (type === 'L') return truthOf(text);
  return type === 'D' ? dateOf(text) : numberOf(text);
}

function upToNull(bytes: Buffer): Buffer {
  const end = bytes.indexOf(0);
  return end < 0 ? bytes : bytes.subarray(0, end);
}

function truthOf(text: string): boolean | string | null {
  if (text === '?') return null;
  if (/^[TY]$/i.test(text)) return true;
  return /^[FN]$/i.test(text) ? false : text;
}

/** 20240229 is 2024-02-29; what is no day stays as it is. */
function dateOf(text: string): string | null {
  if (/^0+$/.test(text)) return null;
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(text) ?? [];
  return year === undefined ? text : `${year}-${month}-${day}`;
}

/** With all its digits, where it is a whole number that no double holds. */
function numberOf(text: string): number | bigint | string {
  if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(text)) return text;
  const number = Number(text);
  if (/^[+-]?\d+$/.test(text) && !Number.isSafeInteger(number)) return BigInt(text.replace('+', ''));
  return Number.isFinite(number) ? number : text;
}
