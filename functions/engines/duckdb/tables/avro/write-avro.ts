import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { deflateRawSync } from 'node:zlib';
import type { Database, Relation } from '../../database.ts';
import { distinctNames } from '../column.ts';
import { type PlainColumn, type PlainRows, type PlainValue, plainRows } from '../plain-rows.ts';
import type { PlainKind } from '../project.ts';

const TYPES: Readonly<Record<PlainKind, unknown>> = {
  boolean: 'boolean',
  integer: 'long',
  double: 'double',
  date: { type: 'int', logicalType: 'date' },
  time: { type: 'long', logicalType: 'local-timestamp-micros' },
  zonedTime: { type: 'long', logicalType: 'timestamp-micros' },
  binary: 'bytes',
  text: 'string',
};

/** Writes an Avro file: one record a row, each field a value or null, compressed with deflate. */
export async function writeAvro(database: Database, relation: Relation, path: string): Promise<void> {
  const rows = await plainRows(database, relation, { times: true });
  await pipeline(fileOf(rows), createWriteStream(path));
}

async function* fileOf({ columns, batches }: PlainRows): AsyncGenerator<Buffer> {
  const sync = randomBytes(16);
  const meta = [
    ['avro.schema', JSON.stringify(schemaOf(columns))],
    ['avro.codec', 'deflate'],
  ].flatMap(([name = '', value = '']) => [text(name), text(value)]);
  yield Buffer.concat([Buffer.from('Obj\u0001', 'latin1'), long(2n), ...meta, long(0n), sync]);
  for await (const batch of batches) {
    if (batch.length === 0) continue;
    const records = batch.flatMap((row) => row.map((value, index) => field(value, columns[index]?.kind)));
    const block = deflateRawSync(Buffer.concat(records));
    yield Buffer.concat([long(BigInt(batch.length)), long(BigInt(block.length)), block, sync]);
  }
}

/** Avro's names are of letters, digits and underscores; how a column was called otherwise, its description says. */
function schemaOf(columns: readonly PlainColumn[]): object {
  const names = distinctNames(columns.map(({ name }) => name.replace(/\W/g, '_').replace(/^(?=\d)/, '_')));
  const fields = columns.map(({ name, kind }, index) => ({
    name: names[index],
    type: ['null', TYPES[kind]],
    ...(name !== names[index] && { doc: name }),
  }));
  return { type: 'record', name: 'row', fields };
}

const NOTHING = Buffer.from([0]);
const SOMETHING = Buffer.from([2]);

function field(value: PlainValue, kind: PlainKind | undefined): Buffer {
  if (value === null) return NOTHING;
  return Buffer.concat([SOMETHING, encode(value, kind)]);
}

function encode(value: Exclude<PlainValue, null>, kind: PlainKind | undefined): Buffer {
  if (typeof value === 'boolean') return Buffer.from([value ? 1 : 0]);
  if (typeof value === 'bigint') return long(value);
  if (typeof value === 'string') return text(value);
  if (typeof value !== 'number') return Buffer.concat([long(BigInt(value.length)), value]);
  if (kind === 'date') return long(BigInt(value));
  const double = Buffer.alloc(8);
  double.writeDoubleLE(value);
  return double;
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([long(BigInt(bytes.length)), bytes]);
}

/** A whole number as Avro has them: the sign last, seven bits a byte. */
function long(value: bigint): Buffer {
  let rest = BigInt.asUintN(64, (value << 1n) ^ (value >> 63n));
  const bytes: number[] = [];
  while (rest > 0x7fn) {
    bytes.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  return Buffer.from([...bytes, Number(rest)]);
}
