import { unsupported } from '../../../refusals.ts';
import { unreadable } from '../../unreadable.ts';
import { distinctNames } from '../column.ts';
import { scaled } from '../numbers.ts';
import { type DecodeText, textDecoder } from './dbf-text.ts';

/** A dBase table, of which each row is read when it is asked for. */
export interface DbfTable {
  readonly names: readonly string[];
  /** Whether the values of each column are dates or times, in ISO 8601. */
  readonly dated: readonly boolean[];
  readonly rows: number;
  /** The values of a row; nothing where it was deleted. */
  row(index: number): unknown[] | undefined;
}

/** The header of a table (dBase III): of the file, and of each column. */
const FILE_HEADER = 32;
const COLUMN_HEADER = 32;
const END_OF_COLUMNS = 0x0d;
const NAME_LENGTH = 11;

/** Before each row: whether it was deleted. */
const DELETED = 0x2a;

/** The first bytes of tables of Visual FoxPro, and of dBase 7, whose columns are described in another way. */
const FOXPRO: readonly number[] = [0x30, 0x31, 0x32];
const DBASE_7: readonly number[] = [0x04, 0x8c];

/** Types whose values lie in another file, of which a row has the number. */
const ELSEWHERE = 'MGPW';
/** Types whose values a row has: texts, numbers, truths and dates; those of FoxPro are binary. */
const PLAIN = 'CNFLD';
const BINARY: Readonly<Record<string, number>> = { I: 4, Y: 8, T: 8, B: 8 };
/** The column in which FoxPro marks what is null, a bit for each column that may be. */
const NULL_FLAGS = '0';
const MAY_BE_NULL = 2;

interface Column {
  readonly name: Buffer;
  readonly type: string;
  readonly start: number;
  readonly length: number;
  /** The bit that says that a value is null, by its number. */
  readonly nullBit: number | undefined;
}

/**
 * Opens a .dbf file: a table of its own, or that of a shapefile.
 * @param encoding what the file beside it says of its texts
 * @throws ConversionError UNREADABLE_FILE, UNSUPPORTED_CONVERSION for columns of other types
 */
export function readDbf(bytes: Buffer, format: 'dbf' | 'shp', encoding?: string): DbfTable {
  if (bytes.length < FILE_HEADER) throw unreadable(format, 'a table without a header');
  if (DBASE_7.includes(bytes[0] ?? 0))
    throw unsupported('The table is of dBase 7, which is not read here. Save it as dBase III, IV or FoxPro first.');
  const [rows, first, length] = [bytes.readUInt32LE(4), bytes.readUInt16LE(8), bytes.readUInt16LE(10)];
  if (first < FILE_HEADER || length === 0 || first + rows * length > bytes.length)
    throw unreadable(format, 'a table that is cut off');
  const all = columnsOf(bytes.subarray(0, first), length, format);
  const flags = all.find(({ type }) => type === NULL_FLAGS);
  const columns = all.filter(({ type }) => type !== NULL_FLAGS);
  if (columns.length === 0) throw unreadable(format, 'a table without columns');
  const rowAt = (index: number) => bytes.subarray(first + index * length, first + (index + 1) * length);
  function* texts(): Generator<Buffer> {
    for (const { name } of columns) yield name;
    const written = columns.filter(({ type }) => type === 'C');
    for (let index = 0; index < rows; index++) {
      const row = rowAt(index);
      if (row[0] !== DELETED) for (const column of written) yield cellOf(row, column);
    }
  }
  const decode = textDecoder(texts, encoding, bytes[29] ?? 0);
  return {
    names: distinctNames(columns.map(({ name }) => decode(name).trim())),
    dated: columns.map(({ type }) => type === 'D' || type === 'T'),
    rows,
    row: (index) => {
      const row = rowAt(index);
      if (row[0] === DELETED) return undefined;
      const nulls = flags && cellOf(row, flags);
      return columns.map((column) =>
        isNull(nulls, column) ? null : cellValue(cellOf(row, column), column.type, decode),
      );
    },
  };
}

function columnsOf(header: Buffer, rowLength: number, format: 'dbf' | 'shp'): Column[] {
  const columns: Column[] = [];
  const foxpro = FOXPRO.includes(header[0] ?? 0);
  let [start, bits] = [1, 0];
  for (
    let at = FILE_HEADER;
    at + COLUMN_HEADER <= header.length && header[at] !== END_OF_COLUMNS;
    at += COLUMN_HEADER
  ) {
    const letter = header.toString('latin1', at + NAME_LENGTH, at + NAME_LENGTH + 1).toUpperCase();
    const short = header[at + 16] ?? 0;
    // Long texts have the upper byte of their length where others have their decimals.
    const long = short + (letter === 'C' ? 256 * (header[at + 17] ?? 0) : 0);
    const length = start + long <= rowLength ? long : short;
    if (start + length > rowLength) throw unreadable(format, 'columns that are longer than their rows');
    const mayBeNull = foxpro && letter !== NULL_FLAGS && ((header[at + 18] ?? 0) & MAY_BE_NULL) !== 0;
    const nullBit = mayBeNull ? bits++ : undefined;
    const name = upToNull(header.subarray(at, at + NAME_LENGTH));
    columns.push({ name, type: typeOf(letter, length, foxpro, format), start, length, nullBit });
    start += length;
  }
  return columns;
}

/** A letter of what is read: a binary `B` of other programs than FoxPro lies in another file. */
function typeOf(letter: string, length: number, foxpro: boolean, format: 'dbf' | 'shp'): string {
  if (letter !== '' && (PLAIN.includes(letter) || ELSEWHERE.includes(letter))) return letter;
  if (letter === 'B' && !foxpro) return 'M';
  if (foxpro && (BINARY[letter] === length || letter === NULL_FLAGS)) return letter;
  if (!'BIYTVQOG+@'.includes(letter)) throw unreadable(format, `a column of the type ${letter}`);
  throw unsupported(
    'The table has a column of a type that is not read here: binary values, or numbers and times of dBase 7. Save it as text, number or date, or leave it out.',
  );
}

function cellOf(row: Buffer, { start, length }: Column): Buffer {
  return row.subarray(start, start + length);
}

function isNull(nulls: Buffer | undefined, { nullBit }: Column): boolean {
  return nulls !== undefined && nullBit !== undefined && ((nulls[nullBit >> 3] ?? 0) & (1 << (nullBit & 7))) !== 0;
}

function cellValue(bytes: Buffer, type: string, decode: DecodeText): unknown {
  if (type === 'I') return bytes.readInt32LE(0);
  if (type === 'B') return bytes.readDoubleLE(0);
  if (type === 'Y') return amountOf(bytes.readBigInt64LE(0));
  if (type === 'T') return timeOf(bytes.readInt32LE(0), bytes.readInt32LE(4));
  if (ELSEWHERE.includes(type)) return nothingElsewhere(bytes);
  const cell = upToNull(bytes);
  if (type === 'C') return decode(cell).trimEnd() || null;
  const text = cell.toString('latin1').trim();
  if (text === '' || /^\*+$/.test(text)) return null;
  if (type === 'L') return truthOf(text);
  return type === 'D' ? dateOf(text) : numberOf(text);
}

/** Many tables have such a column with nothing in it: blanks, or the number 0 in digits or in binary. */
function nothingElsewhere(bytes: Buffer): null {
  if (bytes.every((byte) => byte === 0 || byte === 0x20 || byte === 0x30)) return null;
  throw unsupported(
    'The table has long texts, pictures or binary values (memo) that lie in another file (.dbt or .fpt), which is not read here. Save them as texts in the table, or leave the column out.',
  );
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

/** An amount of money has four decimals. */
function amountOf(value: bigint): number | string {
  const text = scaled(value, 4);
  return Number.isSafeInteger(Number(value)) ? Number(text) : text;
}

/** The Julian day of 1970, and what a Date holds. */
const DAY_OF_1970 = 2_440_588;
const DAY = 86_400_000;
const MOST_DAYS = 100_000_000;

/** FoxPro counts seconds, and often writes a millisecond less. */
function timeOf(day: number, milliseconds: number): string | null {
  if (day === 0 && milliseconds === 0) return null;
  const days = day - DAY_OF_1970;
  if (Math.abs(days) >= MOST_DAYS) return null;
  const whole = milliseconds % 1000 === 999 ? milliseconds + 1 : milliseconds;
  return new Date(days * DAY + whole).toISOString().replace(/(?:\.000)?Z$/, '');
}
