import { LEDGER_FIELDS, type LedgerEntry } from './ledger.ts';

/** The fields of an entry, in the order of the columns. */
const FIELDS = Object.keys(LEDGER_FIELDS) as (keyof LedgerEntry)[];

/** How many characters are buffered before they are passed on. */
const CHUNK = 64 * 1024;

/** Entries as CSV (RFC 4180) with a header row, in chunks. Without a key the account is empty. */
export async function* usageCsv(entries: AsyncIterable<LedgerEntry>): AsyncGenerator<Uint8Array> {
  let text = toRow(Object.values(LEDGER_FIELDS));
  for await (const entry of entries) {
    text += toRow(FIELDS.map((field) => valueIn(entry, field)));
    if (text.length < CHUNK) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(text);
}

function valueIn(entry: LedgerEntry, field: keyof LedgerEntry): string | number | undefined {
  return field === 'createdAt' || field === 'endedAt' ? new Date(entry[field]).toISOString() : entry[field];
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
