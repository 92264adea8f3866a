import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** A row of a daily report, by the names in its first row. */
export type Row = Readonly<Record<string, string>>;

/** Reads a report, `usage/2026-11-21.csv`, row by row: its values need no quotes, unless the name of a plan does. */
export async function* readReport(path: string): AsyncGenerator<Row> {
  let names: string[] | undefined;
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    const values = line.split(',');
    if (names) yield Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']));
    else names = values;
  }
}
