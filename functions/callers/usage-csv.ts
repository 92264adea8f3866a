import type { LedgerEntry } from './ledger.ts';

/** The columns of a report, by their names in the first row. */
const COLUMNS: Readonly<Record<string, (entry: LedgerEntry) => string | number | undefined>> = {
  conversion_id: ({ id }) => id,
  account: ({ account }) => account,
  plan: ({ plan }) => plan,
  day: ({ day }) => day,
  created_at: ({ createdAt }) => new Date(createdAt).toISOString(),
  ended_at: ({ endedAt }) => new Date(endedAt).toISOString(),
  original_format: ({ originalFormat }) => originalFormat,
  target_format: ({ targetFormat }) => targetFormat,
  result_format: ({ resultFormat }) => resultFormat,
  engine: ({ engine }) => engine,
  engine_seconds: ({ engineSeconds }) => engineSeconds,
  bytes_in: ({ bytesIn }) => bytesIn,
  bytes_out: ({ bytesOut }) => bytesOut,
};

/** How many characters are buffered before they are passed on. */
const CHUNK = 64 * 1024;

/** Entries as CSV (RFC 4180) with a header row, in chunks. Without a key the account is empty. */
export async function* usageCsv(entries: AsyncIterable<LedgerEntry>): AsyncGenerator<Uint8Array> {
  const columns = Object.values(COLUMNS);
  let text = toRow(Object.keys(COLUMNS));
  for await (const entry of entries) {
    text += toRow(columns.map((valueIn) => valueIn(entry)));
    if (text.length < CHUNK) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(text);
}

function toRow(values: readonly (string | number | undefined)[]): string {
  return `${values.map((value) => (typeof value === 'number' ? `${value}` : quote(harmless(value ?? '')))).join(',')}\r\n`;
}

/** Escapes what a spreadsheet would take for a formula: https://owasp.org/www-community/attacks/CSV_Injection */
function harmless(text: string): string {
  return /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
}

function quote(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
