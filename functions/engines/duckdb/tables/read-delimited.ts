import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { unicodeOf } from '../../../detection/unicode.ts';
import { findSeparator } from '../../office/delimited-text.ts';
import { decodePlain } from '../../office/text-encoding.ts';
import { tooComplex } from '../../refusals.ts';
import type { Database, Relation } from '../database.ts';
import { checkColumns, checkMissing, LIMITS } from '../limits.ts';
import { unreadable } from '../unreadable.ts';
import { type Column, distinctNames } from './column.ts';
import { LONGEST_TYPED, TypeOfColumn } from './infer-type.ts';
import { type Field, type LineEnd, scanDelimited } from './scan-delimited.ts';
import { type Cell, readTexts, TableFile } from './table-file.ts';

/** How much is looked at to find the separator, in bytes. */
const LOOKED_AT = 128 * 1024;

/** A delimited text in memory, as UTF-8. */
interface Text {
  readonly bytes: Buffer;
  readonly separator: string;
  /** Where its first line begins: behind a byte order mark, and behind a line that only names the separator. */
  readonly from: number;
  /** Whether the file is that text, byte for byte. */
  readonly asItIs: boolean;
}

/** What is known of a table when it was gone through once. */
interface Shape {
  readonly columns: readonly Column[];
  readonly names: readonly string[];
  /** How lines end where DuckDB reads it as it is, and as we do. */
  readonly plain: LineEnd | undefined;
}

/**
 * Reads CSV or TSV: the first line holds the names of the columns, and a column is of the type of which all its cells are.
 * @param dates whether the target has dates; else they stay the texts that they are
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
  if (shape.plain && text.asItIs)
    return readTexts(path, shape.columns, { separator, header: true, nothing: '', lineEnd: shape.plain });
  return rewrite(text, shape, database.path('table.csv'));
}

async function readText(path: string, format: 'csv' | 'tsv'): Promise<Text> {
  const raw = await readFile(path);
  const unicode = unicodeOf(raw.subarray(0, LOOKED_AT));
  const utf8 = (unicode === undefined || unicode === 'utf-8') && isUtf8(raw);
  const bytes = utf8 ? raw : Buffer.from(decodePlain(raw));
  const mark = bytes.length >= 3 && bytes.toString('hex', 0, 3) === 'efbbbf' ? 3 : 0;
  const head = bytes.toString('utf8', mark, mark + LOOKED_AT);
  const said = /^sep=(.)\r?\n/.exec(head);
  const separator = format === 'tsv' ? '\t' : findSeparator(head);
  if (separator.charCodeAt(0) > 0x7f) throw unreadable(format, `separated by ${separator}`);
  return { bytes, separator, from: mark + (said?.[0].length ?? 0), asItIs: utf8 && !said && mark === 0 };
}

function shapeOf({ bytes, separator, from }: Text, dates: boolean): Shape {
  const names: string[] = [];
  const types: TypeOfColumn[] = [];
  const emptied = new Set<number>();
  const state = { header: true, even: true, start: from, rows: 0, cells: 0 };
  const lineEnd = scanDelimited(bytes, from, separator.charCodeAt(0), (field) => {
    const { column, start, end, last } = field;
    if (state.header) names.push(textOf(bytes, field));
    if (column >= types.length) {
      checkColumns(column + 1);
      types.push(new TypeOfColumn());
      state.even &&= state.header;
    }
    if (!state.header) learn(types[column], bytes, field);
    if (!state.header && field.quoted && start === end) emptied.add(column);
    state.cells += 1;
    if (!last) return;
    if (end - state.start > LIMITS.line) throw tooComplex(`A line is longer than ${LIMITS.line / 1024 / 1024} MB.`);
    state.even &&= column + 1 === names.length;
    state.header = false;
    state.start = end;
    state.rows += 1;
  });
  checkMissing(state.cells, { rows: state.rows, columns: types.length });
  const all = distinctNames(types.map((_, index) => names[index] ?? ''));
  const columns = types.map((type, index) => ({ name: all[index] ?? '', type: type.type(dates) }));
  const nothing = [...emptied].some((index) => columns[index]?.type !== 'VARCHAR');
  return { columns, names, plain: state.even && !nothing ? lineEnd : undefined };
}

function learn(type: TypeOfColumn | undefined, bytes: Buffer, { start, end }: Field): void {
  if (!type || type.isText || start === end) return;
  if (end - start > LONGEST_TYPED) type.addText();
  else type.add(bytes.toString('latin1', start, end));
}

function textOf(bytes: Buffer, { start, end, doubled }: Field): string {
  const text = bytes.toString('utf8', start, end);
  return doubled ? text.replaceAll('""', '"') : text;
}

/** Writes a table anew that readers could take for different ones: what we take it for. */
function rewrite({ bytes, separator, from }: Text, { columns }: Shape, path: string): Relation {
  const file = new TableFile(path);
  let row: Cell[] = [];
  let header = true;
  scanDelimited(bytes, from, separator.charCodeAt(0), (field) => {
    const typed = columns[field.column]?.type !== 'VARCHAR';
    const nothing = field.start === field.end && (!field.quoted || typed);
    row.push(nothing ? null : textOf(bytes, field));
    if (!field.last) return;
    while (row.length < columns.length) row.push(null);
    if (!header) file.write(row);
    header = false;
    row = [];
  });
  return file.finish(columns);
}
