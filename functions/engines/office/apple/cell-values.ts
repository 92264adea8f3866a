import type { AppleObject } from './archives.ts';
import { Message } from './message.ts';

/** The values of all cells of a workbook, as Numbers computed them last, without their positions. */
export interface CellValues {
  /** In ascending order. */
  readonly numbers: Float64Array;
  /** Seconds of durations, and of the time of day of dates, in ascending order. */
  readonly times: Float64Array;
  readonly texts: ReadonlySet<string>;
  /** Counts of true and of false cells. */
  readonly booleans: readonly [number, number];
  /** The count of cells with an error. */
  readonly errors: number;
}

/** The types of tiles of rows, and of lists of strings (Numbers 14.4). */
const [ROWS, LIST] = [6002, 6005] as const;
const DAY = 86_400;

/**
 * Reads the values of cells of a workbook of Numbers since 2015, at the offsets that libetonyek 0.1.12 reads
 * (IWAParser.cpp, parseTileDefinition).
 * @returns nothing where its cells are stored as before 2015, or where a duration is negative, which libetonyek reads as none
 * @throws Error where it is damaged
 */
export function readCellValues(objects: Iterable<AppleObject>): CellValues | undefined {
  const found: Record<CellType, number[]> = { number: [], date: [], duration: [], boolean: [], error: [] };
  const texts = new Set<string>();
  for (const { type, bytes } of objects) {
    if (type === LIST) for (const entry of new Message(bytes).messages(3)) texts.add(entry.text(3) ?? '');
    if (type !== ROWS) continue;
    for (const row of new Message(bytes).messages(5)) {
      if (row.bytes(6) === undefined && row.bytes(3) !== undefined) return undefined;
      for (const [cellType, value] of cellsOf(row)) found[cellType].push(value);
    }
  }
  if (found.duration.some((value) => value < 0)) return undefined;
  const timesOfDay = found.date.map((value) => ((value % DAY) + DAY) % DAY);
  const yes = found.boolean.filter((value) => value !== 0).length;
  return {
    numbers: Float64Array.from(found.number).sort(),
    times: Float64Array.from([...found.duration, ...timesOfDay]).sort(),
    texts,
    booleans: [yes, found.boolean.length - yes],
    errors: found.error.length,
  };
}

/** The types of cells, without texts. */
type CellType = 'number' | 'date' | 'boolean' | 'duration' | 'error';
const CELL_TYPES: Readonly<Record<number, CellType>> = {
  2: 'number',
  10: 'number',
  5: 'date',
  6: 'boolean',
  7: 'duration',
  8: 'error',
};

/** A row has its cells, and their 16-bit offsets, which count in units of four bytes in wide rows. */
function* cellsOf(row: Message): Generator<readonly [CellType, number]> {
  const [bytes, offsets, unit] = [row.bytes(6), row.bytes(7), row.number(8) ? 4 : 1];
  if (!bytes || !offsets) return;
  for (let at = 0; at + 1 < offsets.length; at += 2) {
    const offset = offsets.readInt16LE(at) * unit;
    if (offset < 0 || offset + 12 > bytes.length) continue;
    const type = CELL_TYPES[bytes[offset + 1] ?? 0];
    if (type) yield [type, numberAt(bytes, offset)];
  }
}

/** By its flags, a cell begins with a decimal128, or with a double, which may be a date. */
function numberAt(bytes: Buffer, offset: number): number {
  const flags = bytes.readUInt32LE(offset + 8);
  const [at, end] = [offset + 12, bytes.length];
  if (flags & 1 && at + 16 <= end) return decimalAt(bytes, at);
  return flags & 6 && at + 8 <= end ? bytes.readDoubleLE(at) : 0;
}

/** A significand of 113 bits, an exponent of ten, and a sign (IEEE 754, decimal128). */
function decimalAt(bytes: Buffer, at: number): number {
  const top = bytes.readUInt16LE(at + 14);
  const digits = (BigInt(top & 1) << 112n) | (BigInt(bytes.readUIntLE(at + 8, 6)) << 64n) | bytes.readBigUInt64LE(at);
  return Number(`${top & 0x8000 ? '-' : ''}${digits}e${((top & 0x7ffe) - 0x3040) / 2}`);
}
