import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { unicodeOf } from '../../../detection/unicode.ts';
import { findSeparator } from '../../office/delimited-text.ts';
import { decodePlain } from '../../office/text-encoding.ts';
import type { Database, Relation } from '../database.ts';
import { checkColumns } from '../limits.ts';
import { unreadable } from '../unreadable.ts';
import { type Column, distinctNames } from './column.ts';
import { ColumnType, LONGEST_TYPED } from './column-type.ts';
import { type Field, scanDelimited } from './scan-delimited.ts';
import { type Cell, TableFile } from './table-file.ts';

/** Bytes that are searched for the separator. */
const SAMPLE = 128 * 1024;

/** A delimited text in memory, as UTF-8. */
interface Text {
  readonly bytes: Buffer;
  readonly separator: string;
  /** Where its first line begins, after a byte order mark and a line that declares the separator. */
  readonly from: number;
}

/**
 * Reads CSV or TSV: the first line has the names of the columns, and a column has the type that all its cells have. Readers
 * could interpret it differently, so it is rewritten as we do.
 * @param dates whether the target has dates; else they stay texts
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function readDelimited(
  database: Database,
  { path, format, dates }: { readonly path: string; readonly format: 'csv' | 'tsv'; readonly dates: boolean },
): Promise<Relation> {
  const text = await readText(path, format);
  const columns = columnsOf(text, dates);
  if (columns.length === 0) throw unreadable(format, 'no line in it');
  return rewrite(text, columns, database.path('table.csv'));
}

async function readText(path: string, format: 'csv' | 'tsv'): Promise<Text> {
  const raw = await readFile(path);
  const unicode = unicodeOf(raw.subarray(0, SAMPLE));
  const bytes = (unicode === undefined || unicode === 'utf-8') && isUtf8(raw) ? raw : Buffer.from(decodePlain(raw));
  const mark = bytes.length >= 3 && bytes.toString('hex', 0, 3) === 'efbbbf' ? 3 : 0;
  const beginning = bytes.toString('utf8', mark, mark + SAMPLE);
  const declared = /^sep=(.)\r?\n/.exec(beginning);
  const separator = format === 'tsv' ? '\t' : findSeparator(beginning);
  if (separator.charCodeAt(0) > 0x7f) throw unreadable(format, `separated by ${separator}`);
  return { bytes, separator, from: mark + (declared?.[0].length ?? 0) };
}

/** The columns of a text by its first line and the types of its cells; one that only other lines have has no name. */
function columnsOf({ bytes, separator, from }: Text, dates: boolean): Column[] {
  const names: string[] = [];
  const types: ColumnType[] = [];
  let header = true;
  scanDelimited(bytes, from, separator.charCodeAt(0), (field) => {
    const { column, last } = field;
    if (header) names.push(textOf(bytes, field));
    if (column >= types.length) {
      checkColumns(column + 1);
      types.push(new ColumnType());
    }
    if (!header) learn(types[column], bytes, field);
    if (last) header = false;
  });
  const all = distinctNames(types.map((_, index) => names[index] ?? ''));
  return types.map((type, index) => ({ name: all[index] ?? '', type: type.type('VARCHAR', dates) }));
}

/** Of a longer text than any number or date, the beginning shows that it is none. */
function learn(type: ColumnType | undefined, bytes: Buffer, { start, end }: Field): void {
  if (!type || type.hasTexts || start === end) return;
  type.addText(bytes.toString('latin1', start, Math.min(end, start + LONGEST_TYPED + 1)));
}

function textOf(bytes: Buffer, { start, end, quoted }: Field): string {
  const text = bytes.toString('utf8', start, end);
  return quoted ? text.replaceAll('""', '"') : text;
}

/** Writes the rows of a text for DuckDB. */
function rewrite({ bytes, separator, from }: Text, columns: readonly Column[], path: string): Relation {
  const file = new TableFile(path);
  let row: Cell[] = [];
  let header = true;
  scanDelimited(bytes, from, separator.charCodeAt(0), (field) => {
    const typed = columns[field.column]?.type !== 'VARCHAR';
    const isNull = field.start === field.end && (!field.quoted || typed);
    row.push(isNull ? null : textOf(bytes, field));
    if (!field.last) return;
    while (row.length < columns.length) row.push(null);
    if (!header) file.write(row);
    header = false;
    row = [];
  });
  return file.finish(columns);
}
