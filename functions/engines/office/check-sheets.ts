import { readFileSync } from 'node:fs';
import type { FormatName } from '../../conversion/formats.ts';
import { openZip } from '../../detection/document-zip.ts';
import { attribute, tokensOf } from '../markup.ts';
import { inspect } from '../read/inspect.ts';
import { tooComplex } from '../refusals.ts';
import { SOURCES } from './families.ts';
import { checkParts } from './limits.ts';

/** Cells of the used ranges of all sheets: each is written or laid out, also where it is empty. */
const MOST_CELLS = 200_000_000;
/** A sheet whose XML is larger than this is left to LibreOffice, in bytes. */
const LARGEST_SHEET = 64 * 1024 * 1024;
/** Sheets that are measured. */
const MOST_SHEETS = 100;

/** The used range of a sheet, from its first cell. */
interface Extent {
  readonly rows: number;
  readonly columns: number;
}

/** Readers of the used ranges, by the format of the workbook. */
const READERS: Partial<Record<FormatName, (path: string) => Extent[]>> = {
  xlsx: (path) => sheetsIn(path, /^xl\/worksheets\/[^/]+\.xml$/i).map(extentOfSheet),
  ods: (path) => sheetsIn(path, /^content\.xml$/).flatMap(extentsOfTables),
  fods: (path) => extentsOfTables(readFileSync(path, 'utf8')),
};

/**
 * Refuses workbooks whose empty cells would take hours. A workbook as the target stores no empty cells; only tables and
 * pages have them.
 * @throws ConversionError TOO_COMPLEX
 */
export function checkSheets(path: string, source: FormatName, target: FormatName): void {
  const extents = isWorkbook(target) ? [] : (READERS[source]?.(path) ?? []);
  const cells = extents.reduce((sum, { rows, columns }) => sum + rows * columns, 0);
  if (cells <= MOST_CELLS) return;
  throw tooComplex(
    `The sheets span ${cells} cells, nearly all of them empty; at most ${MOST_CELLS} are converted. Delete the cells that are far from the rest.`,
  );
}

/** Whether a target keeps formulas and pivot tables. */
export function isWorkbook(format: FormatName): boolean {
  const families: Partial<Record<FormatName, string>> = SOURCES;
  return families[format] === 'sheet' && format !== 'csv' && format !== 'tsv';
}

function sheetsIn(path: string, names: RegExp): string[] {
  return inspect(path, (read, size) => {
    const zip = openZip(read, size);
    const all = zip.names.filter((name) => names.test(name));
    checkParts('sheet', all.length);
    const wanted = all.slice(0, MOST_SHEETS);
    return wanted.map((name) => zip.data(name, LARGEST_SHEET)?.toString('latin1') ?? '');
  });
}

/** The attributes of a cell, and its place among them. The tag of an empty one closes itself. */
const CELL = /<c ([^<>]{1,500})>/g;
const PLACE = /(?:^| )r="([A-Z]{1,3})(\d{1,7})"/;
/** The last cell of a merged range: LibreOffice goes through all of its cells. */
const MERGED = /<mergeCell [^<>]{0,200}:\$?([A-Z]{1,3})\$?(\d{1,7})"/g;

function extentOfSheet(xml: string): Extent {
  let [rows, columns] = [0, 0];
  const include = ([, letters = '', row]: readonly string[], least: number) => {
    const [last, column] = [Number(row), columnNumber(letters)];
    if (last * column > least) [rows, columns] = [Math.max(rows, last), Math.max(columns, column)];
  };
  for (const [, attributes = ''] of xml.matchAll(CELL))
    if (!attributes.endsWith('/')) include(PLACE.exec(attributes) ?? [], 0);
  for (const range of xml.matchAll(MERGED)) include(range, MOST_CELLS);
  return { rows, columns };
}

function columnNumber(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

/** The cells of an OpenDocument table have no references, but counts of repetitions. */
function extentsOfTables(xml: string): Extent[] {
  const extents: { rows: number; columns: number }[] = [];
  let [row, column, repeated, filled] = [0, 0, 1, false];
  for (const { kind, name, empty, start, end } of tokensOf(xml)) {
    const count = (what: string) =>
      Math.max(1, Number(attribute(xml.slice(start, end), `table:number-${what}-repeated`) ?? 1));
    const sheet = extents.at(-1);
    if (kind === 'open' && name === 'table') {
      extents.push({ rows: 0, columns: 0 });
      row = 0;
    } else if (kind === 'open' && name === 'table-row') [column, repeated, filled] = [0, count('rows'), false];
    else if (kind === 'close' && name === 'table-row' && sheet) {
      row += repeated;
      if (filled) sheet.rows = Math.max(sheet.rows, row);
    } else if (kind === 'open' && name === 'table-cell' && sheet) {
      column += count('columns');
      if (empty) continue;
      filled = true;
      sheet.columns = Math.max(sheet.columns, column);
    }
  }
  return extents;
}
