import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { deflateRawSync } from 'node:zlib';
import type { Database, Relation } from '../../database.ts';
import { distinctNames } from '../column.ts';
import { type PlainColumn, type PlainRows, type PlainValue, plainRows } from '../plain-rows.ts';
import type { PlainType } from '../project.ts';
import { avroType } from './avro-type.ts';
import { BLOCK, HEADER, MAGIC } from './container.ts';

const TYPES: Readonly<Record<PlainType, string | { readonly type: string; readonly logicalType: string }>> = {
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
  const { fields, ...schema } = schemaOf(columns);
  const record = avroType(JSON.stringify({ ...schema, fields }));
  const meta = {
    'avro.schema': Buffer.from(JSON.stringify({ ...schema, fields })),
    'avro.codec': Buffer.from('deflate'),
  };
  yield HEADER.toBuffer({ magic: Buffer.from(MAGIC, 'latin1'), meta, sync });
  for await (const batch of batches) {
    if (batch.length === 0) continue;
    const rows = batch.map((row) =>
      record.toBuffer(
        Object.fromEntries(
          fields.map(({ name }, index) => [name, branchOf(row[index] ?? null, columns[index]?.plainType)]),
        ),
      ),
    );
    yield BLOCK.toBuffer({ count: batch.length, data: deflateRawSync(Buffer.concat(rows)), sync });
  }
}

/** A value with the name of its branch of the union. */
function branchOf(value: PlainValue, plainType: PlainType = 'text'): unknown {
  if (value === null) return null;
  const type = TYPES[plainType];
  return { [typeof type === 'string' ? type : type.type]: value instanceof Uint8Array ? Buffer.from(value) : value };
}

/** Avro's names have letters, digits and underscores; the original name of a column is in its `doc`. */
function schemaOf(columns: readonly PlainColumn[]) {
  const names = distinctNames(columns.map(({ name }) => name.replace(/\W/g, '_').replace(/^(?=\d)/, '_')));
  const fields = columns.map(({ name, plainType }, index) => ({
    name: names[index],
    type: ['null', TYPES[plainType]],
    ...(name !== names[index] && { doc: name }),
  }));
  return { type: 'record', name: 'row', fields };
}
