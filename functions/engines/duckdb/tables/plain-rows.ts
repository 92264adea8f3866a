import type { Database, Relation } from '../database.ts';
import { quoteName } from './column.ts';
import { forLibrary, type PlainKind } from './project.ts';

/** A column of what a library writes. */
export interface PlainColumn {
  readonly name: string;
  readonly kind: PlainKind;
}

/** A value: days and microseconds since 1970 for dates and times, bytes for what is binary. */
export type PlainValue = string | number | bigint | boolean | Uint8Array | null;

/** A table for libraries: its columns, and its rows, some thousand at once. */
export interface PlainRows {
  readonly columns: readonly PlainColumn[];
  readonly batches: AsyncIterable<readonly (readonly PlainValue[])[]>;
}

/**
 * Reads a table as values that every library knows.
 * @param times whether days and times are numbers; else they are texts in ISO 8601
 */
export async function plainRows(
  database: Database,
  { query }: Relation,
  { times }: { readonly times: boolean },
): Promise<PlainRows> {
  const described = (await database.columnsOf(query)).map(({ name, type }) => ({
    name,
    ...forLibrary(type, quoteName(name), times),
  }));
  const selected = described.map(({ sql }, index) => `${sql} AS c${index}`);
  return {
    columns: described.map(({ name, kind }) => ({ name, kind })),
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
