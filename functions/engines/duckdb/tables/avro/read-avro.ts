import { readFile } from 'node:fs/promises';
import avsc, { type Type } from 'avsc';
import { unsupported } from '../../../refusals.ts';
import type { Database, Relation } from '../../database.ts';
import { checkColumns } from '../../limits.ts';
import { unreadable } from '../../unreadable.ts';
import { distinctNames } from '../column.ts';
import { TableFile } from '../table-file.ts';
import { cellOf } from '../value-column-type.ts';
import { avroType, cellType, plainValue } from './avro-type.ts';
import { BLOCK, HEADER, MAGIC } from './container.ts';
import { decompressBlock } from './decompress-block.ts';

interface Header {
  readonly magic: Buffer;
  readonly meta: Readonly<Record<string, Buffer | undefined>>;
  readonly sync: Buffer;
}

interface Block {
  readonly count: number;
  readonly data: Buffer;
  readonly sync: Buffer;
}

/**
 * Reads an Avro file of records, block by block: the library's own reader takes a truncated file for complete.
 * @throws ConversionError
 */
export async function readAvro(database: Database, path: string): Promise<Relation> {
  const bytes = await readFile(path);
  const header = new Values(bytes);
  const { magic, meta, sync } = header.next(HEADER) as Header;
  if (magic.toString('latin1') !== MAGIC) throw unreadable('avro', 'no magic');
  const type = avroType(String(meta['avro.schema']));
  if (!(type instanceof avsc.types.RecordType))
    throw unsupported('Only records can become a table, and the file has something else.');
  const { fields } = type;
  checkColumns(fields.length);
  const names = distinctNames(fields.map(({ name }) => name));
  const columns = fields.map((field, index) => ({ name: names[index] ?? '', type: cellType(field.type) }));
  const table = new TableFile(database.path('avro.csv'));
  while (header.left > 0) {
    const block = header.next(BLOCK) as Block;
    const values = new Values(await decompressBlock(block.data, String(meta['avro.codec'] ?? 'null')));
    if (!block.sync.equals(sync)) throw unreadable('avro', 'a block without its sync marker');
    for (let row = 0; row < block.count; row++) {
      const record = values.next(type) as Readonly<Record<string, unknown>>;
      table.write(
        fields.map((field, index) => {
          const cell = columns[index]?.type;
          return cellOf(plainValue(field.type, record[field.name], cell === 'JSON'), cell);
        }),
      );
    }
    if (values.left > 0) throw unreadable('avro', 'more in a block than its records');
  }
  return table.finish(columns);
}

/** Reads consecutive values. */
class Values {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }

  next(type: Type): unknown {
    const { value, offset } = type.decode(this.#bytes, this.#at);
    if (offset < 0) throw unreadable('avro', 'a truncated value');
    this.#at = offset;
    return value;
  }
}
