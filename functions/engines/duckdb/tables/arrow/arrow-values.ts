import { type DataType, type Decimal, type Time, type Timestamp, TimeUnit, Type } from 'apache-arrow';
import type { ConversionError } from '../../../../conversion/errors.ts';
import { unsupported } from '../../../refusals.ts';
import { unreadable } from '../../unreadable.ts';
import type { CellType } from '../column.ts';
import { isoTime } from '../iso-time.ts';
import { decimalString, shortestFloat } from '../numbers.ts';

/** The type of the cells of a column; that of a dictionary is the type of its values. */
export function cellTypeOf(type: DataType): CellType {
  switch (type.typeId as Type) {
    case Type.Bool:
      return 'BOOLEAN';
    case Type.Int:
      return String(type) === 'Uint64' ? 'DECIMAL(20,0)' : 'BIGINT';
    case Type.Float:
      return 'DOUBLE';
    case Type.Binary:
    case Type.LargeBinary:
    case Type.BinaryView:
    case Type.FixedSizeBinary:
      return 'BLOB';
    case Type.Date:
      return 'DATE';
    case Type.Timestamp:
      return (type as Timestamp).timezone ? 'TIMESTAMPTZ' : 'TIMESTAMP';
    case Type.Time:
      return 'TIME';
    case Type.Decimal: {
      const { precision, scale } = type as Decimal;
      return precision <= 38 && scale >= 0 && scale <= precision ? `DECIMAL(${precision},${scale})` : 'VARCHAR';
    }
    case Type.Dictionary:
      return cellTypeOf((type as DataType & { dictionary: DataType }).dictionary);
    case Type.List:
    case Type.LargeList:
    case Type.FixedSizeList:
    case Type.Struct:
    case Type.Map:
      return 'JSON';
    case Type.Null:
    case Type.Utf8:
    case Type.LargeUtf8:
    case Type.Utf8View:
      return 'VARCHAR';
    case Type.Duration:
    case Type.Interval:
      throw unsupported('A column holds durations, which cannot be read here. Write them as numbers or texts instead.');
    default:
      throw unknownType();
  }
}

/** The error for unknown types of columns. */
export function unknownType(): ConversionError {
  return unsupported(
    'A column has a type that cannot be read here. Write it as numbers, texts, lists or structs instead.',
  );
}

/** Converts a value to JSON's types; a binary value stays binary where it is not nested. */
export function valueIn(type: DataType, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  switch (type.typeId as Type) {
    case Type.Dictionary:
      return valueIn((type as DataType & { dictionary: DataType }).dictionary, value);
    case Type.Date:
      return isoTime(BigInt(Math.floor(Number(value) / 1000)), 1n).slice(0, -'T00:00:00'.length);
    case Type.Timestamp:
      return timeOf(type as Timestamp, Number(value));
    case Type.Time:
      return timeOfDay(type as Time, BigInt(value as number | bigint));
    case Type.Decimal:
      return decimalString(wholeOf(value as Uint32Array), (type as Decimal).scale);
    case Type.Float:
      return type.toString() === 'Float32' ? shortestFloat(Number(value)) : value;
    default:
      return nested(type, value);
  }
}

function nested(type: DataType, value: unknown): unknown {
  const children = (type.children ?? []) as readonly { readonly name: string; readonly type: DataType }[];
  const [first] = children;
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array || !first) return value;
  if (type.typeId === Type.Map) {
    const inner = first.type.children?.[1]?.type as DataType;
    return Object.fromEntries(
      [...(value as Iterable<[unknown, unknown]>)].map(([key, item]) => [String(key), within(inner, item)]),
    );
  }
  if (type.typeId !== Type.Struct) return [...(value as Iterable<unknown>)].map((item) => within(first.type, item));
  const fields = value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(children.map((child) => [child.name, within(child.type, fields[child.name])]));
}

function within(type: DataType, value: unknown): unknown {
  const inner = valueIn(type, value);
  return inner instanceof Uint8Array ? Buffer.from(inner).toString('base64') : inner;
}

const PER_SECOND: Readonly<Record<TimeUnit, bigint>> = {
  [TimeUnit.SECOND]: 1n,
  [TimeUnit.MILLISECOND]: 1000n,
  [TimeUnit.MICROSECOND]: 1_000_000n,
  [TimeUnit.NANOSECOND]: 1_000_000_000n,
};

/** A time of day, as in `10:30:00.500000`. */
function timeOfDay({ unit }: Time, ticks: bigint): string {
  if (ticks < 0n || ticks >= 86_400n * PER_SECOND[unit]) throw unreadable('arrow', 'an invalid time of day');
  return isoTime(ticks, PER_SECOND[unit]).slice('1970-01-01T'.length);
}

/** The library gives milliseconds, with microseconds as their fraction. */
function timeOf({ unit, timezone }: Timestamp, milliseconds: number): string {
  const exact = unit === TimeUnit.MICROSECOND || unit === TimeUnit.NANOSECOND;
  const micros = exact ? BigInt(Math.round(milliseconds * 1000)) : BigInt(Math.round(milliseconds)) * 1000n;
  return isoTime(micros, 1_000_000n) + (timezone ? 'Z' : '');
}

/** A decimal in 32-bit words, the lowest first, in two's complement. */
function wholeOf(words: Uint32Array): bigint {
  const value = [...words].reduceRight((sum, word) => (sum << 32n) | BigInt(word), 0n);
  return BigInt.asIntN(words.length * 32, value);
}
