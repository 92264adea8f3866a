import { DuckDBDecimalType, DuckDBTypeId } from '@duckdb/node-api';
import { SHEET } from '../../office/limits.ts';
import { tooComplex } from '../../refusals.ts';
import type { Database, NamedTable, Relation } from '../database.ts';
import { TextFile } from '../text-file.ts';
import { escapeXml } from '../trees/xml-text.ts';
import { distinctNames, quoteName } from './column.ts';
import { type PlainColumn, type PlainValue, plainRows } from './plain-rows.ts';

/** Cells of a workbook, which LibreOffice keeps in memory. */
export const MOST_CELLS = 2_000_000;
/** Excel's limit of characters in a cell. */
const LONGEST_TEXT = 32_767;
/** Digits that a double keeps. */
const SAFE_DIGITS = 15;
/** Programs disagree on the numbers of earlier days. */
const FIRST_DAY = '1900-03-01';

const PARTS = ['office', 'table', 'text', 'style'].map(
  (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
);
const NUMBERS = 'xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0"';
const [YEAR, MONTH, DAY] = ['year', 'month', 'day'].map((part) => `<number:${part} number:style="long"/>`);
const DATE = `${YEAR}<number:text>-</number:text>${MONTH}<number:text>-</number:text>${DAY}`;
const CLOCK = ['hours', 'minutes', 'seconds'].map((part) => `<number:${part} number:style="long"/>`);
const TIME = `${DATE}<number:text> </number:text>${CLOCK.join('<number:text>:</number:text>')}`;
const STYLES = Object.entries({ date: DATE, time: TIME }).map(
  ([name, shown]) =>
    `<number:date-style style:name="n-${name}">${shown}</number:date-style>` +
    `<style:style style:name="${name}" style:family="table-cell" style:data-style-name="n-${name}"/>`,
);
/** Without it, LibreOffice makes numbers of booleans. */
const BOOLEAN =
  '<number:boolean-style style:name="n-boolean"><number:boolean/></number:boolean-style>' +
  '<style:style style:name="boolean" style:family="table-cell" style:data-style-name="n-boolean"/>';
const HEADER =
  `<?xml version="1.0" encoding="UTF-8"?>\n<office:document ${PARTS.join(' ')} ${NUMBERS} office:version="1.3" ` +
  'office:mimetype="application/vnd.oasis.opendocument.spreadsheet">' +
  `<office:automatic-styles>${STYLES.join('')}${BOOLEAN}</office:automatic-styles><office:body><office:spreadsheet>`;
const FOOTER = '</office:spreadsheet></office:body></office:document>\n';

/**
 * Writes a workbook as flat XML for LibreOffice: a sheet for each table, with the names of its columns in the first row.
 * Texts stay texts: none becomes a formula.
 * @throws ConversionError TOO_COMPLEX, UNSUPPORTED_CONVERSION where a sheet cannot hold it
 */
export async function writeFods(database: Database, tables: readonly NamedTable[], path: string): Promise<void> {
  const file = new TextFile(path);
  file.write(HEADER);
  const names = sheetNames(tables.map(({ name }) => name));
  let cells = 0;
  for (const [index, { relation }] of tables.entries()) {
    const { columns, batches } = await plainRows(database, await asNumbers(database, relation));
    file.write(`<table:table table:name="${escapeXml(names[index] ?? '')}">`);
    writeRow(
      file,
      columns.map(({ name }) => textCell(name)),
    );
    let rows = 1;
    for await (const batch of batches) {
      rows += batch.length;
      cells += batch.length * columns.length;
      checkSize(rows, cells);
      for (const row of batch)
        writeRow(
          file,
          row.map((value, at) => cellOf(value, columns[at])),
        );
    }
    file.write('</table:table>');
  }
  file.write(FOOTER);
  file.close();
}

function checkSize(rows: number, cells: number): void {
  if (rows > SHEET.rows) throw tooComplex(`A sheet holds at most ${SHEET.rows} rows. Split the table first.`);
  if (cells > MOST_CELLS)
    throw tooComplex(`The file has more than the ${MOST_CELLS} cells that are converted to a workbook.`);
}

/** Excel allows 31 characters at most, and forbids some. */
function sheetNames(names: readonly string[]): string[] {
  const allowed = names.map((name, index) => {
    const bare = name.replace(/[[\]*?:/\\]/g, '_').replace(/^'|'$/g, '_');
    return [...bare].slice(0, 25).join('').trim() || `Sheet${index + 1}`;
  });
  return distinctNames(allowed);
}

/** Casts decimals that a double keeps, and floats by their shortest digits, to doubles. */
async function asNumbers(database: Database, { query }: Relation): Promise<Relation> {
  const selected = (await database.columnsOf(query)).map(({ name, type }) => {
    const value = quoteName(name);
    if (type instanceof DuckDBDecimalType && type.width <= SAFE_DIGITS) return `CAST(${value} AS DOUBLE) AS ${value}`;
    return type.typeId === DuckDBTypeId.FLOAT ? `CAST(CAST(${value} AS VARCHAR) AS DOUBLE) AS ${value}` : value;
  });
  return { query: `SELECT ${selected.join(', ')} FROM (${query})` };
}

function writeRow(file: TextFile, cells: readonly string[]): void {
  file.write(`<table:table-row>${cells.join('')}</table:table-row>\n`);
}

function cellOf(value: PlainValue, column: PlainColumn | undefined): string {
  if (value === null) return '<table:table-cell/>';
  if (typeof value === 'boolean') return typed('boolean', 'boolean-value', String(value), 'boolean');
  if (typeof value === 'object') return textCell(Buffer.from(value).toString('base64'));
  if (typeof value === 'string') return dateCell(value, column) ?? textCell(value);
  return isExact(value) ? typed('float', 'value', String(value)) : textCell(String(value));
}

/** Whether a number of a sheet keeps all digits. */
function isExact(value: number | bigint): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return String(value).replace('-', '').length <= SAFE_DIGITS;
}

function dateCell(value: string, column: PlainColumn | undefined): string | undefined {
  const plainType = column?.plainType;
  if (plainType !== 'date' && plainType !== 'time' && plainType !== 'zonedTime') return undefined;
  if (!/^\d{4}-/.test(value) || value < FIRST_DAY) return undefined;
  // Sheets have no time zones: an instant is shown in UTC.
  const local = value.replace(/Z$/, '');
  return typed('date', 'date-value', local, plainType === 'date' ? 'date' : 'time');
}

function typed(type: string, attribute: string, value: string, style?: string): string {
  const styled = style ? ` table:style-name="${style}"` : '';
  return `<table:table-cell${styled} office:value-type="${type}" office:${attribute}="${value}"/>`;
}

function textCell(text: string): string {
  if (text.length > LONGEST_TEXT) throw tooComplex(`A cell holds at most ${LONGEST_TEXT} characters.`);
  const lines = text.split(/\r?\n/).map((line) => `<text:p>${line === '' ? '' : spaced(escapeXml(line))}</text:p>`);
  return `<table:table-cell office:value-type="string">${lines.join('')}</table:table-cell>`;
}

/** Keeps spaces that OpenDocument would collapse. */
function spaced(line: string): string {
  return line
    .replace(/^ | {2,}| $/g, (blanks) => `<text:s text:c="${blanks.length}"/>`)
    .replaceAll('\t', '<text:tab/>');
}
