import { unsupported } from '../../../refusals.ts';
import { unreadable } from '../../unreadable.ts';
import { distinctNames } from '../column.ts';
import { type DecodeText, textDecoder } from './dbf-text.ts';

/** A dBase table, whose rows are read again each time. */
export interface DbfTable {
  readonly names: readonly string[];
  /** Whether the values of each column are dates or times, in ISO 8601. */
  readonly dated: readonly boolean[];
  /** The values of each row that was not deleted. */
  rows(): Iterable<unknown[]>;
}

/** Lengths of the headers of a file and of a column (dBase III). */
const FILE_HEADER = 32;
const COLUMN_HEADER = 32;
const END_OF_COLUMNS = 0x0d;
const NAME_LENGTH = 11;

/** The first byte of a deleted row. */
const DELETED = 0x2a;

/** The first bytes of tables of Visual FoxPro, and of dBase 7, which has other column headers. */
const FOXPRO: readonly number[] = [0x30, 0x31, 0x32];
const DBASE_7: readonly number[] = [0x04, 0x8c];

/** Types whose values are in another file. */
const MEMO = 'MGPW';
/** Texts, numbers, booleans and dates; those of FoxPro are binary. */
const PLAIN = 'CNFLD';
const BINARY: Readonly<Record<string, number>> = { I: 4, Y: 8, T: 8, B: 8 };
/** The type of FoxPro's column of null flags, with a bit for each nullable column. */
const NULL_FLAGS = '0';
const NULLABLE = 2;

interface Column {
  readonly name: Buffer;
  readonly type: string;
  readonly start: number;
  readonly length: number;
  /** The number of the bit that marks null values. */
  readonly nullBit: number | undefined;
}

/**
 * Opens a .dbf file.
 * @throws ConversionError UNREADABLE_FILE, UNSUPPORTED_CONVERSION for columns of other types
 */
export function readDbf(bytes: Buffer): DbfTable {
  if (bytes.length < FILE_HEADER) throw unreadable('dbf', 'a table without a header');
  if (DBASE_7.includes(bytes[0] ?? 0))
    throw unsupported(
      'The table is in the format of dBase 7, which cannot be read here. Save it as dBase III, IV or FoxPro first.',
    );
  const [rows, first, length] = [bytes.readUInt32LE(4), bytes.readUInt16LE(8), bytes.readUInt16LE(10)];
  if (first < FILE_HEADER || length === 0 || first + rows * length > bytes.length)
    throw unreadable('dbf', 'a truncated table');
  const all = columnsOf(bytes.subarray(0, first), length);
  const flags = all.find(({ type }) => type === NULL_FLAGS);
  const columns = all.filter(({ type }) => type !== NULL_FLAGS);
  if (columns.length === 0) throw unreadable('dbf', 'a table without columns');
  function* keptRows(): Generator<Buffer> {
    for (let at = first; at < first + rows * length; at += length)
      if (bytes[at] !== DELETED) yield bytes.subarray(at, at + length);
  }
  function* texts(): Generator<Buffer> {
    for (const { name } of columns) yield name;
    const written = columns.filter(({ type }) => type === 'C');
    for (const row of keptRows()) for (const column of written) yield cellOf(row, column);
  }
  const decode = textDecoder(texts, bytes[29] ?? 0);
  return {
    names: distinctNames(columns.map(({ name }) => decode(name).trim())),
    dated: columns.map(({ type }) => type === 'D' || type === 'T'),
    *rows() {
      for (const row of keptRows()) {
        const nulls = flags && cellOf(row, flags);
        yield columns.map((column) =>
          isNull(nulls, column) ? null : cellValue(cellOf(row, column), column.type, decode),
        );
      }
    },
  };
}

function columnsOf(header: Buffer, rowLength: number): Column[] {
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
    // Long texts have the upper byte of their length in the place of decimals.
    const long = short + (letter === 'C' ? 256 * (header[at + 17] ?? 0) : 0);
    const length = start + long <= rowLength ? long : short;
    if (start + length > rowLength) throw unreadable('dbf', 'columns that are longer than their rows');
    const nullable = foxpro && letter !== NULL_FLAGS && ((header[at + 18] ?? 0) & NULLABLE) !== 0;
    const nullBit = nullable ? bits++ : undefined;
    const name = upToNull(header.subarray(at, at + NAME_LENGTH));
    columns.push({ name, type: typeOf(letter, length, foxpro), start, length, nullBit });
    start += length;
  }
  return columns;
}

/** The type of a column; a binary `B` of programs other than FoxPro is a memo. */
function typeOf(letter: string, length: number, foxpro: boolean): string {
  if (letter !== '' && (PLAIN.includes(letter) || MEMO.includes(letter))) return letter;
  if (letter === 'B' && !foxpro) return 'M';
  if (foxpro && (BINARY[letter] === length || letter === NULL_FLAGS)) return letter;
  if (!'BIYTVQOG+@'.includes(letter)) throw unreadable('dbf', `a column of the type ${letter}`);
  throw unsupported(
    'The table has a column of a type that cannot be read here: binary values, or numbers and times of dBase 7. Save it as text, number or date, or leave it out.',
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
  if (MEMO.includes(type)) return emptyMemo(bytes);
  const cell = upToNull(bytes);
  if (type === 'C') return decode(cell).trimEnd() || null;
  const text = cell.toString('latin1').trim();
  if (text === '' || /^\*+$/.test(text)) return null;
  if (type === 'L') return booleanOf(text);
  return type === 'D' ? dateOf(text) : numberOf(text);
}

/** Many tables have an empty memo column: spaces, or the block number 0 in digits or in binary. */
function emptyMemo(bytes: Buffer): null {
  if (bytes.every((byte) => byte === 0 || byte === 0x20 || byte === 0x30)) return null;
  throw unsupported(
    'The table has memo values in another file (.dbt or .fpt), which cannot be read here. Save them as texts in the table, or leave the column out.',
  );
}

function upToNull(bytes: Buffer): Buffer {
  const end = bytes.indexOf(0);
  return end < 0 ? bytes : bytes.subarray(0, end);
}

function booleanOf(text: string): boolean | string | null {
  if (text === '?') return null;
  if (/^[TY]$/i.test(text)) return true;
  return /^[FN]$/i.test(text) ? false : text;
}

/** 20240229 becomes 2024-02-29; what is no date stays as it is. */
function dateOf(text: string): string | null {
  if (/^0+$/.test(text)) return null;
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(text) ?? [];
  return year === undefined ? text : `${year}-${month}-${day}`;
}

/** A number; a BigInt where it is an integer that no double holds. */
function numberOf(text: string): number | bigint | string {
  if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(text)) return text;
  const number = Number(text);
  if (/^[+-]?\d+$/.test(text) && !Number.isSafeInteger(number)) return BigInt(text.replace('+', ''));
  return Number.isFinite(number) ? number : text;
}

/** Currency has four decimals. */
function amountOf(value: bigint): number | string {
  const digits = String(value < 0n ? -value : value).padStart(5, '0');
  const text = `${value < 0n ? '-' : ''}${digits.slice(0, -4)}.${digits.slice(-4)}`;
  return Number.isSafeInteger(Number(value)) ? Number(text) : text;
}

/** The Julian day of 1970, and the limit of a Date. */
const DAY_OF_1970 = 2_440_588;
const DAY = 86_400_000;
const MOST_DAYS = 100_000_000;

/** FoxPro stores whole seconds, and often a millisecond less. */
function timeOf(day: number, milliseconds: number): string | null {
  if (day === 0 && milliseconds === 0) return null;
  const days = day - DAY_OF_1970;
  if (Math.abs(days) >= MOST_DAYS) return null;
  const whole = milliseconds % 1000 === 999 ? milliseconds + 1 : milliseconds;
  return new Date(days * DAY + whole).toISOString().replace(/(?:\.000)?Z$/, '');
}
