import type { AppleObject } from './archives.ts';
import { Message } from './message.ts';

/** The values of all cells of a workbook, as Numbers computed them last. Where each stands is not told. */
export interface CellValues {
  /** In ascending order. */
  readonly numbers: Float64Array;
  /** Seconds of durations, and of the time of day of dates, in ascending order. */
  readonly times: Float64Array;
  readonly texts: ReadonlySet<string>;
  /** How many cells are true, and how many are false. */
  readonly truths: readonly [number, number];
  /** How many cells hold an error. */
  readonly errors: number;
}

/** The kinds of objects that hold rows, and lists of texts, as the descriptions of Numbers 14.4 number them. */
const [ROWS, LIST] = [6002, 6005] as const;
const DAY = 86_400;

/**
 * Reads the values of cells of a workbook of Numbers since 2015.
 * What stands where is what libetonyek 0.1.12 reads (IWAParser.cpp, parseTileDefinition).
 * @returns nothing where its cells are stored as before 2015, or where a duration is negative, which libetonyek reads as none
 * @throws Error where it is damaged
 */
export function readCellValues(objects: Iterable<AppleObject>): CellValues | undefined {
  const found: Record<Kind, number[]> = { number: [], date: [], duration: [], truth: [], error: [] };
  const texts = new Set<string>();
  for (const { type, bytes } of objects) {
    if (type === LIST) for (const entry of new Message(bytes).messages(3)) texts.add(entry.text(3) ?? '');
    if (type !== ROWS) continue;
    for (const row of new Message(bytes).messages(5)) {
      if (row.bytes(6) === undefined && row.bytes(3) !== undefined) return undefined;
      for (const [kind, value] of cellsOf(row)) found[kind].push(value);
    }
  }
  if (found.duration.some((value) => value < 0)) return undefined;
  const timesOfDay = found.date.map((value) => ((value % DAY) + DAY) % DAY);
  const yes = found.truth.filter((value) => value !== 0).length;
  return {
    numbers: Float64Array.from(found.number).sort(),
    times: Float64Array.from([...found.duration, ...timesOfDay]).sort(),
    texts,
    truths: [yes, found.truth.length - yes],
    errors: found.error.length,
  };
}

/** The kinds of cells, but for texts. */
type Kind = 'number' | 'date' | 'truth' | 'duration' | 'error';
const KINDS: Readonly<Record<number, Kind>> = {
  2: 'number',
  10: 'number',
  5: 'date',
  6: 'truth',
  7: 'duration',
  8: 'error',
};

/** A row: its cells, and where each begins, in two bytes, or where they may be far in fours. */
function* cellsOf(row: Message): Generator<readonly [Kind, number]> {
  const [bytes, offsets, unit] = [row.bytes(6), row.bytes(7), row.number(8) ? 4 : 1];
  if (!bytes || !offsets) return;
  for (let at = 0; at + 1 < offsets.length; at += 2) {
    const offset = offsets.readInt16LE(at) * unit;
    if (offset < 0 || offset + 12 > bytes.length) continue;
    const kind = KINDS[bytes[offset + 1] ?? 0];
    if (kind) yield [kind, numberAt(bytes, offset)];
  }
}

/** Flags tell what a cell has: first a decimal number, else one in binary, or a date, of eight bytes. */
function numberAt(bytes: Buffer, offset: number): number {
  const flags = bytes.readUInt32LE(offset + 8);
  const [at, end] = [offset + 12, bytes.length];
  if (flags & 1 && at + 16 <= end) return decimalAt(bytes, at);
  return flags & 6 && at + 8 <= end ? bytes.readDoubleLE(at) : 0;
}

/** Fourteen bytes and a bit of digits, an exponent of ten, and a sign (IEEE 754, decimal128). */
function decimalAt(bytes: Buffer, at: number): number {
  const top = bytes.readUInt16LE(at + 14);
  const digits = (BigInt(top & 1) << 112n) | (BigInt(bytes.readUIntLE(at + 8, 6)) << 64n) | bytes.readBigUInt64LE(at);
  return Number(`${top & 0x8000 ? '-' : ''}${digits}e${((top & 0x7ffe) - 0x3040) / 2}`);
}
