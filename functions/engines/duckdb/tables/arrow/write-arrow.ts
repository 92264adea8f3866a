import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  Binary,
  Bool,
  type DataType,
  DateDay,
  Field,
  Float64,
  Int64,
  makeBuilder,
  makeData,
  RecordBatch,
  RecordBatchFileWriter,
  Schema,
  Struct,
  TimestampMicrosecond,
  Utf8,
} from 'apache-arrow';
import type { Database, Relation } from '../../database.ts';
import { type PlainRows, type PlainValue, plainRows } from '../plain-rows.ts';
import type { PlainType } from '../project.ts';

const TYPES: Readonly<Record<PlainType, () => DataType>> = {
  boolean: () => new Bool(),
  integer: () => new Int64(),
  double: () => new Float64(),
  date: () => new DateDay(),
  time: () => new TimestampMicrosecond(),
  zonedTime: () => new TimestampMicrosecond('UTC'),
  binary: () => new Binary(),
  text: () => new Utf8(),
};

/** Writes an Arrow file (Feather 2), without compression. */
export async function writeArrow(database: Database, relation: Relation, path: string): Promise<void> {
  const rows = await plainRows(database, relation, { times: true });
  const schema = new Schema(rows.columns.map(({ name, plainType }) => new Field(name, TYPES[plainType](), true)));
  const writer = new RecordBatchFileWriter();
  const written = pipeline(Readable.from(writer as AsyncIterable<Uint8Array>), createWriteStream(path));
  writer.reset(undefined, schema);
  for await (const batch of batchesOf(rows, schema)) writer.write(batch);
  writer.finish();
  await written;
}

async function* batchesOf({ columns, batches }: PlainRows, schema: Schema): AsyncGenerator<RecordBatch> {
  for await (const rows of batches) {
    const children = columns.map(({ plainType }, index) => {
      const builder = makeBuilder({ type: schema.fields[index]?.type as DataType, nullValues: [null] });
      for (const row of rows) builder.append(stored(row[index] ?? null, plainType));
      return builder.finish().flush();
    });
    const data = makeData({ type: new Struct(schema.fields), length: rows.length, nullCount: 0, children });
    yield new RecordBatch(schema, data);
  }
}

/** Converts dates and times to the library's milliseconds. */
function stored(value: PlainValue, plainType: PlainType): unknown {
  if (value === null) return null;
  if (plainType === 'date') return Number(value) * 86_400_000;
  return plainType === 'time' || plainType === 'zonedTime' ? Number(value) / 1000 : value;
}
