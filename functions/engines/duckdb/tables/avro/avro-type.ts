import avsc, { type Type } from 'avsc';
import { checkTree, LIMITS, tooDeep } from '../../limits.ts';
import { isRecord } from '../../trees/tree-format.ts';
import { unreadable } from '../../unreadable.ts';
import type { CellType } from '../column.ts';
import { isoTime } from '../iso-time.ts';
import { decimalString, shortestFloat } from '../numbers.ts';

const { ArrayType, BytesType, FixedType, FloatType, LongType, MapType, RecordType, WrappedUnionType } = avsc.types;

/** Longs as BigInts, with all of their digits. */
const LONG = LongType.__with({
  fromBuffer: (bytes: Buffer) => bytes.readBigInt64LE(),
  toBuffer: (value: bigint) => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(value);
    return bytes;
  },
  fromJSON: BigInt,
  toJSON: String,
  isValid: (value: unknown) => typeof value === 'bigint',
  compare: (one: bigint, other: bigint) => (one < other ? -1 : Number(one > other)),
});

/** A logical type that we convert ourselves. */
class KnownLogicalType extends avsc.types.LogicalType {
  readonly logicalType: string;
  readonly precision: number;
  readonly scale: number;

  constructor(schema: avsc.Schema, options?: avsc.ForSchemaOptions) {
    const { logicalType, ...stored } = schema as Readonly<Record<string, unknown>>;
    super(stored as unknown as avsc.Schema, options);
    const { precision, scale = 0 } = stored;
    this.logicalType = String(logicalType);
    [this.precision, this.scale] = [Number(precision), Number(scale)];
  }

  protected override _fromValue(value: unknown): unknown {
    return value;
  }

  protected override _toValue(value: unknown): unknown {
    return value;
  }
}

/** Ticks per second, by the end of the name of a logical type. */
const TICKS = { millis: 1000n, micros: 1_000_000n, nanos: 1_000_000_000n } as const;
const TIME = /^(local-)?timestamp-(millis|micros|nanos)$/;
const DAY = 86_400n;
const MOST_DIGITS = 38;

const LOGICAL_TYPES = [
  'date',
  'decimal',
  ...Object.keys(TICKS).flatMap((unit) => [`timestamp-${unit}`, `local-timestamp-${unit}`]),
];

/** Parses the schema of a file, without default values, which are not needed, and often wrong. */
export function avroType(schema: string): Type {
  const parsed = JSON.parse(schema, (key, value: unknown) => (key === 'default' ? undefined : plainSchema(value)));
  checkTree(parsed);
  return avsc.Type.forSchema(parsed as avsc.Schema, {
    typeHook: (type) => (isLong(type) ? LONG : undefined),
    logicalTypes: Object.fromEntries(LOGICAL_TYPES.map((logicalType) => [logicalType, KnownLogicalType])),
    wrapUnions: true,
    omitRecordMethods: true,
  });
}

/** Unwraps a schema that is only a type, which the library would take for a new definition. */
function plainSchema(value: unknown): unknown {
  if (!isRecord(value) || 'name' in value || !('type' in value)) return value;
  const { type } = value;
  return typeof type === 'string' && (isStored(type) || 'logicalType' in value) ? value : type;
}

function isStored(type: string): boolean {
  return Object.hasOwn(CELLS, type) || ['null', 'string', 'enum'].includes(type);
}

function isLong(schema: unknown): boolean {
  if (!isRecord(schema)) return schema === 'long';
  return schema.type === 'long' && !LOGICAL_TYPES.includes(String(schema.logicalType));
}

/** The type of the cells of a type. */
export function cellType(type: Type): CellType {
  if (type instanceof KnownLogicalType) return logicalCell(type);
  if (type instanceof WrappedUnionType) {
    const [only, ...others] = type.types.filter(({ typeName }) => typeName !== 'null');
    return only && others.length === 0 ? cellType(only) : 'JSON';
  }
  return CELLS[type.typeName] ?? 'VARCHAR';
}

const CELLS: Readonly<Record<string, CellType>> = {
  ...{
    boolean: 'BOOLEAN',
    int: 'BIGINT',
    'abstract:long': 'BIGINT',
    long: 'BIGINT',
    float: 'DOUBLE',
    double: 'DOUBLE',
  },
  ...{ bytes: 'BLOB', fixed: 'BLOB', array: 'JSON', map: 'JSON', record: 'JSON', error: 'JSON' },
};

function logicalCell(type: KnownLogicalType): CellType {
  if (isDate(type)) return 'DATE';
  if (isDecimal(type)) return `DECIMAL(${type.precision},${type.scale})`;
  const time = timeOf(type);
  return time ? (time.zoned ? 'TIMESTAMPTZ' : 'TIMESTAMP') : cellType(type.underlyingType);
}

function isDate({ logicalType, underlyingType }: KnownLogicalType): boolean {
  return logicalType === 'date' && underlyingType.typeName === 'int';
}

function timeOf({ logicalType, underlyingType }: KnownLogicalType): { perSecond: bigint; zoned: boolean } | undefined {
  const [, local, unit] = (underlyingType instanceof LongType && TIME.exec(logicalType)) || [];
  return unit === undefined ? undefined : { perSecond: TICKS[unit as keyof typeof TICKS], zoned: local === undefined };
}

function isDecimal({ logicalType, precision, scale, underlyingType }: KnownLogicalType): boolean {
  const sound = Number.isInteger(precision) && Number.isInteger(scale) && scale >= 0 && precision >= scale;
  const stored = underlyingType instanceof BytesType || underlyingType instanceof FixedType;
  return logicalType === 'decimal' && sound && stored && precision > 0 && precision <= MOST_DIGITS;
}

/**
 * Converts a value to plain types, with dates and decimals as texts.
 * @param nested whether it becomes JSON, where binary values are texts
 */
export function plainValue(type: Type, value: unknown, nested: boolean, depth = 0): unknown {
  if (depth > LIMITS.depth) tooDeep();
  const inner = (each: Type, part: unknown) => plainValue(each, part, nested, depth + 1);
  if (value === null) return null;
  if (type instanceof KnownLogicalType) return logicalValue(type, value, nested);
  if (type instanceof WrappedUnionType) {
    const [[name, part] = ['', null]] = Object.entries(value as object);
    const branch = type.types.find(({ branchName }) => branchName === name);
    return branch && inner(branch, part);
  }
  if (type instanceof RecordType) {
    const record = value as Readonly<Record<string, unknown>>;
    return Object.fromEntries(type.fields.map((field) => [field.name, inner(field.type, record[field.name])]));
  }
  if (type instanceof ArrayType) return (value as unknown[]).map((item) => inner(type.itemsType, item));
  if (type instanceof MapType)
    return Object.fromEntries(
      Object.entries(value as object).map(([name, item]) => [name, inner(type.valuesType, item)]),
    );
  if (type instanceof FloatType) return shortestFloat(value as number);
  return nested && Buffer.isBuffer(value) ? value.toString('base64') : value;
}

function logicalValue(type: KnownLogicalType, value: unknown, nested: boolean): unknown {
  if (isDate(type)) return isoTime(BigInt(value as number) * DAY, 1n).slice(0, -'T00:00:00'.length);
  if (isDecimal(type)) return decimal(value as Buffer, type.scale);
  const time = timeOf(type);
  if (time) return isoTime(value as bigint, time.perSecond) + (time.zoned ? 'Z' : '');
  return plainValue(type.underlyingType, value, nested);
}

function decimal(bytes: Buffer, scale: number): string {
  if (bytes.length > 32) throw unreadable('avro', 'a decimal of too many bytes');
  const value = bytes.length === 0 ? 0n : BigInt.asIntN(bytes.length * 8, BigInt(`0x${bytes.toString('hex')}`));
  return decimalString(value, scale);
}
