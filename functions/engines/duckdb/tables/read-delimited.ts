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
import { type Field, type LineEnd, scanDelimited } from './scan-delimited.ts';
import { type Cell, readCsv, TableFile } from './table-file.ts';

/** Bytes that are searched for the separator. */
const SAMPLE = 128 * 1024;

/** A delimited text in memory, as UTF-8. */
interface Text {
  readonly bytes: Buffer;
  readonly separator: string;
  /** Where its first line begins, after a byte order mark and a line that declares the separator. */
  readonly from: number;
  /** Whether the file has exactly these bytes. */
  readonly unchanged: boolean;
}

/** What the first pass over a table finds. */
interface Shape {
  readonly columns: readonly Column[];
  readonly names: readonly string[];
  /** The line end, where DuckDB reads the file as we do. */
  readonly plain: LineEnd | undefined;
}

/**
 * Reads CSV or TSV: the first line has the names of the columns, and a column has the type that all its cells have.
 * @param dates whether the target has dates; else they stay texts
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function readDelimited(
  database: Database,
  { path, format, dates }: { readonly path: string; readonly format: 'csv' | 'tsv'; readonly dates: boolean },
): Promise<Relation> {
  const text = await readText(path, format);
  const shape = shapeOf(text, dates);
  if (shape.names.length === 0) throw unreadable(format, 'no line in it');
  const { separator } = text;
  if (shape.plain && text.unchanged)
    return readCsv(path, shape.columns, { separator, header: true, nullText: '', lineEnd: shape.plain });
  return rewrite(text, shape, database.path('table.csv'));
}

async function readText(path: string, format: 'csv' | 'tsv'): Promise<Text> {
  const raw = await readFile(path);
  const unicode = unicodeOf(raw.subarray(0, SAMPLE));
  const utf8 = (unicode === undefined || unicode === 'utf-8') && isUtf8(raw);
  const bytes = utf8 ? raw : Buffer.from(decodePlain(raw));
  const mark = bytes.length >= 3 && bytes.toString('hex', 0, 3) === 'efbbbf' ? 3 : 0;
  const beginning = bytes.toString('utf8', mark, mark + SAMPLE);
  const declared = /^sep=(.)\r?\n/.exec(beginning);
  const separator = format === 'tsv' ? '\t' : findSeparator(beginning);
  if (separator.charCodeAt(0) > 0x7f) throw unreadable(format, `separated by ${separator}`);
  return { bytes, separator, from: mark + (declared?.[0].length ?? 0), unchanged: utf8 && !declared && mark === 0 };
}

function shapeOf({ bytes, separator, from }: Text, dates: boolean): Shape {
  const names: string[] = [];
  const types: ColumnType[] = [];
  const emptied = new Set<number>();
  const state = { header: true, even: true };
  const lineEnd = scanDelimited(bytes, from, separator.charCodeAt(0), (field) => {
    const { column, start, end, last } = field;
    if (state.header) names.push(textOf(bytes, field));
    if (column >= types.length) {
      checkColumns(column + 1);
      types.push(new ColumnType());
      state.even &&= state.header;
    }
    if (!state.header) learn(types[column], bytes, field);
    if (!state.header && field.quoted && start === end) emptied.add(column);
    if (!last) return;
    state.even &&= column + 1 === names.length;
    state.header = false;
  });
  const all = distinctNames(types.map((_, index) => names[index] ?? ''));
  const columns = types.map((type, index) => ({ name: all[index] ?? '', type: type.type('VARCHAR', dates) }));
  const quotedNull = [...emptied].some((index) => columns[index]?.type !== 'VARCHAR');
  return { columns, names, plain: state.even && !quotedNull ? lineEnd : undefined };
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

/** Rewrites a table that readers could interpret differently, in our interpretation. */
function rewrite({ bytes, separator, from }: Text, { columns }: Shape, path: string): Relation {
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
