import type { Database, Relation } from '../database.ts';
import { quoteName } from './column.ts';
import { forLibrary, type PlainType } from './project.ts';

export interface PlainColumn {
  readonly name: string;
  readonly plainType: PlainType;
}

/** A value; dates and times are texts in ISO 8601. */
export type PlainValue = string | number | bigint | boolean | Uint8Array | null;

/** A table for libraries, with batches of some thousand rows. */
export interface PlainRows {
  readonly columns: readonly PlainColumn[];
  readonly batches: AsyncIterable<readonly (readonly PlainValue[])[]>;
}

/** Reads a table as values of plain types. */
export async function plainRows(database: Database, { query }: Relation): Promise<PlainRows> {
  const described = (await database.columnsOf(query)).map(({ name, type }) => ({
    name,
    ...forLibrary(type, quoteName(name)),
  }));
  const selected = described.map(({ sql }, index) => `${sql} AS c${index}`);
  return {
    columns: described.map(({ name, plainType }) => ({ name, plainType })),
    batches: batchesOf(database, `SELECT ${selected.join(', ')} FROM (${query})`),
  };
}

async function* batchesOf(database: Database, sql: string): AsyncGenerator<PlainValue[][]> {
  const result = await database.stream(sql);
  for await (const rows of result.yieldRows())
    yield rows.map((row) => row.map((value) => (isBlob(value) ? value.bytes : (value as PlainValue))));
}

function isBlob(value: unknown): value is { readonly bytes: Uint8Array } {
  return typeof value === 'object' && value !== null && 'bytes' in value;
}
