import { writeFile } from 'node:fs/promises';
import { escapeXml } from '../../../entities.ts';
import { tooComplex } from '../../../refusals.ts';
import { namespaces } from '../../open-document.ts';
import type { Cell } from '../blocks/block.ts';
import { OdtStyles, properties, spanOf, tableColumns } from '../writing/odt-styles.ts';
import { type CellNumber, type CellValue, readCells } from './cell-values.ts';
import { type FoundTable, textOfRuns } from './find-tables.ts';

/** Excel's limits: characters of a cell, and of the name of a sheet. */
const LONGEST_TEXT = 32_767;
const LONGEST_NAME = 31;
/** The narrowest and widest column, in points: numbers are visible, and columns fit on a screen. */
const WIDTHS = { least: 40, most: 320 };
/** The largest count of header rows above the first without a heading over several columns. */
const MOST_HEADS = 3;

interface Writing {
  readonly target: string;
  readonly format: 'fods' | 'json';
  /** Whether numbers are shown with their currency and thousands separators. */
  readonly grouped: boolean;
}

/** A cell with its value. */
interface ReadCell extends Cell {
  readonly value: CellValue;
}

/** Writes tables as a workbook in one XML file, a sheet for each, or as a list of `{ page, title, rows }`. */
export async function writeTables(tables: readonly FoundTable[], { target, format, grouped }: Writing): Promise<void> {
  const texts = tables.map(({ columns, rows }) =>
    rows.map((row) => {
      const cells = new Map(row.map(({ column, runs }) => [column, textOfRuns(runs)]));
      return columns.map((_, at) => cells.get(at) || undefined);
    }),
  );
  const values = readCells(texts);
  if (format === 'json') return writeFile(target, JSON.stringify(tables.map((table, at) => listOf(table, values[at]))));
  const styles = new OdtStyles();
  const formats = new Map<string, string>();
  const look = { styles, formats, grouped };
  const names = namesOf(tables);
  const sheets = tables.map((table, at) => {
    const rows = table.rows.map((row, index) =>
      row.map((cell): ReadCell => ({ ...cell, value: values[at]?.[index]?.[cell.column] ?? '' })),
    );
    return sheetOf({ ...table, rows, name: names[at] ?? '' }, look);
  });
  await writeFile(
    target,
    `${HEAD}<office:automatic-styles>${[...formats].map(([format, tag]) => tag + format).join('')}${styles}</office:automatic-styles><office:body><office:spreadsheet>${sheets.join('')}</office:spreadsheet></office:body></office:document>`,
  );
}

const PARTS = ['office', 'table', 'text', 'style', 'number:datastyle', 'fo:xsl-fo-compatible'];
const HEAD = `<?xml version="1.0" encoding="UTF-8"?><office:document ${namespaces(...PARTS)} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">`;

function listOf({ page, title }: FoundTable, rows: (CellValue | undefined)[][] = []): unknown {
  const plain = (value: CellValue | undefined) => {
    if (value === undefined || typeof value === 'string') return value ?? null;
    return 'iso' in value ? value.iso : value.value;
  };
  return { page, ...(title !== undefined && { title }), rows: rows.map((row) => row.map(plain)) };
}

/** Names of sheets that Excel accepts, unique in any case. */
function namesOf(tables: readonly FoundTable[]): string[] {
  const taken = new Set<string>();
  const counts = new Map<string, number>();
  return tables.map(({ title = '', page }, index) => {
    const plain = title.replace(/[[\]*?:/\\]/g, ' ').replace(/\s+/g, ' ');
    const wanted = plain.replace(/^[ ']|[ ']$/g, '') || `Table ${index + 1} (page ${page})`;
    const cut = (most: number) => [...wanted].slice(0, most).join('').trim();
    let name = cut(LONGEST_NAME);
    for (let count = counts.get(name) ?? 2; taken.has(name.toLowerCase()); count++) {
      counts.set(cut(LONGEST_NAME), count + 1);
      name = `${cut(LONGEST_NAME - 6)} ${count}`;
    }
    taken.add(name.toLowerCase());
    return name;
  });
}

interface Look {
  readonly styles: OdtStyles;
  /** The names of number formats, by their content. */
  readonly formats: Map<string, string>;
  readonly grouped: boolean;
}

function sheetOf(
  { name, columns, rows }: { name: string; columns: readonly number[]; rows: readonly (readonly ReadCell[])[] },
  look: Look,
): string {
  const heads = rows.slice(0, MOST_HEADS).findIndex((row) => row.every(({ span }) => span === 1)) + 1;
  const widths = columns.map((width) => Math.min(WIDTHS.most, Math.max(WIDTHS.least, width)));
  const written = tableColumns(widths, look.styles);
  const cells = rows.map((row, index) => rowOf(row, index < Math.max(1, heads), look));
  return `<table:table table:name="${escapeXml(name)}">${written}${cells.join('')}</table:table>`;
}

function rowOf(cells: readonly ReadCell[], head: boolean, look: Look): string {
  let [row, column] = ['', 0];
  for (const cell of cells) {
    if (cell.column > column) row += `<table:table-cell table:number-columns-repeated="${cell.column - column}"/>`;
    row += cellOf(cell, head, look);
    column = cell.column + cell.span;
  }
  return `<table:table-row>${row}</table:table-row>`;
}

function cellOf({ value, span, rows = 1, runs }: ReadCell, head: boolean, { styles, formats, grouped }: Look): string {
  const bold = head || (runs.length > 0 && runs.every((run) => run.bold || run.text.trim() === ''));
  const shown = typeof value === 'string' ? '' : formatOf(value, formats, grouped);
  const text = bold ? properties('text', { 'fo:font-weight': 'bold' }) : '';
  const style =
    shown || text
      ? ` table:style-name="${styles.name('table-cell', text, shown && ` style:data-style-name="${shown}"`)}"`
      : '';
  const spanned = spanOf('columns', span) + spanOf('rows', rows);
  const covered = span > 1 ? `<table:covered-table-cell table:number-columns-repeated="${span - 1}"/>` : '';
  return `<table:table-cell${style}${spanned}${contentOf(value)}</table:table-cell>${covered}`;
}

/** The content of a cell. A text never becomes a formula. */
function contentOf(value: CellValue): string {
  if (typeof value === 'string') {
    if (value.length > LONGEST_TEXT) throw tooComplex(`A cell holds at most ${LONGEST_TEXT} characters.`);
    return ` office:value-type="string"><text:p>${escapeXml(value)}</text:p>`;
  }
  if ('iso' in value) return ` office:value-type="date" office:date-value="${value.iso}">`;
  return ` office:value-type="${value.percent ? 'percentage' : 'float'}" office:value="${value.value}">`;
}

/** The name of the number format that shows a value as on the page. */
function formatOf(value: Exclude<CellValue, string>, formats: Map<string, string>, grouped: boolean): string {
  const [kind, content] = 'iso' in value ? (['date', DATE] as const) : numberFormat(value, grouped);
  const key = `${content}</number:${kind}-style>`;
  const name = formats.get(key) ?? `<number:${kind}-style style:name="n${formats.size}">`;
  formats.set(key, name);
  return /"(.*)"/.exec(name)?.[1] ?? '';
}

const DATE = ['year', 'month', 'day']
  .map((part) => `<number:${part} number:style="long"/>`)
  .join('<number:text>-</number:text>');

function numberFormat({ decimals, grouped: apart, percent, before, after }: CellNumber, grouped: boolean) {
  const text = (said: string) => (said === '' ? '' : `<number:text>${escapeXml(said)}</number:text>`);
  const group = grouped && apart ? ' number:grouping="true"' : '';
  const number = `<number:number number:decimal-places="${decimals}" number:min-decimal-places="${decimals}" number:min-integer-digits="1"${group}/>`;
  if (percent) return ['percentage', `${number}<number:text>%</number:text>`] as const;
  return ['number', grouped ? `${text(before)}${number}${text(after)}` : number] as const;
}
