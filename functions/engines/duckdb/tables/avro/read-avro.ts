import { readFile } from 'node:fs/promises';
import type { Database, Relation } from '../../database.ts';
import { checkColumns, LIMITS, RecordValues } from '../../limits.ts';
import { tooComplex, unreadable, unsupported } from '../../unreadable.ts';
import { type CellType, distinctNames } from '../column.ts';
import { TableFile } from '../table-file.ts';
import { cellOf } from '../value-kinds.ts';
import { AvroCursor } from './avro-cursor.ts';
import { type AvroType, parseSchema } from './avro-schema.ts';
import { decompressBlock } from './decompress-block.ts';

const MAGIC = 'Obj\u0001';
const SYNC = 16;
const META: AvroType = { kind: 'map', items: { kind: 'bytes' } };

/**
 * Reads an Avro file (Object Container File, Avro 1.12) of records.
 * @throws ConversionError
 */
export async function readAvro(database: Database, path: string): Promise<Relation> {
  const file = new AvroCursor(await readFile(path));
  if (file.take(MAGIC.length).toString('latin1') !== MAGIC) throw unreadable('avro', 'another beginning');
  const meta = file.value(META) as Record<string, Buffer>;
  const sync = file.take(SYNC);
  const schema = parseSchema(String(meta['avro.schema']));
  if (schema.kind !== 'record')
    throw unsupported('A table can be made of records only, and the file holds something else.');
  checkColumns(schema.fields.length);
  const names = distinctNames(schema.fields.map(({ name }) => name));
  const columns = schema.fields.map(({ type }, index) => ({ name: names[index] ?? '', type: cellType(type) }));
  const table = new TableFile(database.path('avro.csv'));
  const values = new RecordValues();
  let empty = 0;
  while (file.left > 0) {
    const count = file.long();
    const block = new AvroCursor(await decompressBlock(file.bytes(), String(meta['avro.codec'] ?? 'null')), values);
    if (!file.take(SYNC).equals(sync)) throw unreadable('avro', 'a block that ends elsewhere');
    for (let row = 0n; row < count; row++) {
      const before = block.position;
      values.begin();
      table.write(
        schema.fields.map(({ type }, index) =>
          cellOf(columns[index]?.type === 'JSON' ? plain(block.value(type)) : block.value(type), columns[index]?.type),
        ),
      );
      if (block.position > before) continue;
      empty += 1;
      if (empty > LIMITS.nodes) throw tooComplex('The file has more records of nothing than are converted.');
    }
    if (block.left > 0) throw unreadable('avro', 'more in a block than its records');
  }
  return table.finish(columns);
}

function cellType(type: AvroType): CellType {
  switch (type.kind) {
    case 'boolean':
      return 'BOOLEAN';
    case 'integer':
      return 'BIGINT';
    case 'float':
    case 'double':
      return 'DOUBLE';
    case 'bytes':
    case 'fixed':
      return 'BLOB';
    case 'date':
      return 'DATE';
    case 'time':
      return type.zoned ? 'TIMESTAMPTZ' : 'TIMESTAMP';
    case 'decimal':
      return `DECIMAL(${type.precision},${type.scale})`;
    case 'union': {
      const [only, ...others] = type.branches.filter(({ kind }) => kind !== 'null');
      return only && others.length === 0 ? cellType(only) : 'JSON';
    }
    case 'array':
    case 'map':
    case 'record':
      return 'JSON';
    default:
      return 'VARCHAR';
  }
}

/** Binary values within others as texts. */
function plain(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plain(inner)]));
}
