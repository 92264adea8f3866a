import { checkTree } from '../../limits.ts';
import { isRecord } from '../../trees/tree-format.ts';
import { unreadable } from '../../unreadable.ts';

/** What a schema of Avro comes to: names are resolved, and logical types known. */
export type AvroType =
  | { readonly kind: 'null' | 'boolean' | 'integer' | 'float' | 'double' | 'bytes' | 'text' }
  | { readonly kind: 'date' }
  | { readonly kind: 'time'; readonly perSecond: bigint; readonly zoned: boolean }
  | { readonly kind: 'decimal'; readonly precision: number; readonly scale: number; readonly size: number | undefined }
  | { readonly kind: 'fixed'; readonly size: number }
  | { readonly kind: 'enum'; readonly symbols: readonly string[] }
  | { readonly kind: 'array' | 'map'; readonly items: AvroType }
  | { readonly kind: 'union'; readonly branches: readonly AvroType[] }
  | AvroRecord;

/** A record; its fields are filled in behind it, since they may name it. */
export interface AvroRecord {
  readonly kind: 'record';
  readonly fields: { readonly name: string; readonly type: AvroType }[];
}

const PRIMITIVES: Readonly<Record<string, AvroType>> = {
  null: { kind: 'null' },
  boolean: { kind: 'boolean' },
  int: { kind: 'integer' },
  long: { kind: 'integer' },
  float: { kind: 'float' },
  double: { kind: 'double' },
  bytes: { kind: 'bytes' },
  string: { kind: 'text' },
};

/** How many ticks a second has, by the end of a logical type's name. */
const TICKS: Readonly<Record<string, bigint>> = { millis: 1000n, micros: 1_000_000n, nanos: 1_000_000_000n };

/** Understands the schema of a file. */
export function parseSchema(text: string): AvroType {
  const schema = JSON.parse(text) as unknown;
  checkTree(schema);
  return typeOf(schema, new Map(), '');
}

function typeOf(schema: unknown, named: Map<string, AvroType>, space: string): AvroType {
  if (typeof schema === 'string') return named.get(fullName(schema, space)) ?? named.get(schema) ?? primitive(schema);
  if (Array.isArray(schema)) return { kind: 'union', branches: schema.map((branch) => typeOf(branch, named, space)) };
  if (!isRecord(schema)) throw unreadable('avro', 'a schema of nothing');
  const { type } = schema;
  if (type === 'array') return { kind: 'array', items: typeOf(schema.items, named, space) };
  if (type === 'map') return { kind: 'map', items: typeOf(schema.values, named, space) };
  if (type === 'record' || type === 'error') return recordOf(schema, named, space);
  if (type === 'enum') return remember(schema, named, space, { kind: 'enum', symbols: texts(schema.symbols) });
  if (type === 'fixed') return remember(schema, named, space, fixedOf(schema));
  return logical(schema) ?? typeOf(type, named, space);
}

function primitive(name: string): AvroType {
  const type = Object.hasOwn(PRIMITIVES, name) ? PRIMITIVES[name] : undefined;
  if (type) return type;
  throw unreadable('avro', `no type ${name}`);
}

function recordOf(schema: Record<string, unknown>, named: Map<string, AvroType>, space: string): AvroType {
  const record: AvroRecord = { kind: 'record', fields: [] };
  remember(schema, named, space, record);
  const within = typeof schema.namespace === 'string' ? schema.namespace : space;
  for (const field of Array.isArray(schema.fields) ? schema.fields : []) {
    if (!isRecord(field) || typeof field.name !== 'string') throw unreadable('avro', 'a field without a name');
    record.fields.push({ name: field.name, type: typeOf(field.type, named, within) });
  }
  return record;
}

function remember(
  schema: Record<string, unknown>,
  named: Map<string, AvroType>,
  space: string,
  type: AvroType,
): AvroType {
  const own = typeof schema.namespace === 'string' ? schema.namespace : space;
  if (typeof schema.name === 'string') named.set(fullName(schema.name, own), type);
  return type;
}

function fullName(name: string, space: string): string {
  return name.includes('.') || space === '' ? name : `${space}.${name}`;
}

function fixedOf(schema: Record<string, unknown>): AvroType {
  const size = Number(schema.size);
  if (!Number.isSafeInteger(size) || size < 0) throw unreadable('avro', 'a size that is none');
  return decimalOf(schema, size) ?? { kind: 'fixed', size };
}

function logical(schema: Record<string, unknown>): AvroType | undefined {
  const { type, logicalType } = schema;
  if (type === 'int' && logicalType === 'date') return { kind: 'date' };
  if (type === 'bytes') return decimalOf(schema, undefined);
  const [, local, unit = ''] = type === 'long' ? (/^(local-)?timestamp-(\w+)$/.exec(String(logicalType)) ?? []) : [];
  const perSecond = Object.hasOwn(TICKS, unit) ? TICKS[unit] : undefined;
  return perSecond === undefined ? undefined : { kind: 'time', perSecond, zoned: local === undefined };
}

function decimalOf(schema: Record<string, unknown>, size: number | undefined): AvroType | undefined {
  const [precision, scale] = [Number(schema.precision), Number(schema.scale ?? 0)];
  const sound =
    Number.isInteger(precision) && Number.isInteger(scale) && scale >= 0 && precision >= scale && precision > 0;
  if (schema.logicalType !== 'decimal' || !sound || precision > 38) return undefined;
  return { kind: 'decimal', precision, scale, size };
}

function texts(list: unknown): string[] {
  return Array.isArray(list) ? list.map(String) : [];
}
