import { readFileSync } from 'node:fs';
import type { FormatName } from '../../conversion/formats.ts';
import { openZip } from '../../detection/document-zip.ts';
import { attribute, piecesOf } from '../markup.ts';
import { tooComplex } from './check-complexity.ts';
import { inspect } from './inspect.ts';

/** Rows with something in them, of all sheets, for which there is time to put them on pages: 300,000 take 20 seconds. */
const MOST_ROWS = 800_000;
/** What is read of a sheet of Office, and of an OpenDocument table, in bytes. */
const [LARGEST_SHEET, LARGEST_CONTENT] = [256 * 1024 * 1024, 64 * 1024 * 1024];
/** Sheets that are looked at. */
const MOST_SHEETS = 100;
/** Bytes of the tag of a row. */
const LONGEST_TAG = 400;

/** Counts the rows that are printed of a workbook, by its format. */
const READERS: Partial<Record<FormatName, (path: string) => number>> = {
  xlsx: rowsOfOffice,
  ods: rowsOfOpenDocument,
  fods: (path) => rowsOfTables(readFileSync(path, 'latin1')),
};

/**
 * Refuses workbooks with more rows than can be laid out in time. Where a file says itself which of them are printed, or
 * how small, all are.
 * @throws ConversionError TOO_COMPLEX
 */
export function checkPrintedRows(path: string, source: FormatName): void {
  const rows = READERS[source]?.(path) ?? 0;
  if (rows <= MOST_ROWS) return;
  throw tooComplex(
    `The sheets have ${rows} rows with something in them; at most ${MOST_ROWS} are put on pages. Divide them first, or choose csv or another workbook.`,
  );
}

function rowsOfOffice(path: string): number {
  return inspect(path, (read, size) => {
    const zip = openZip(read, size);
    if (zip.data('xl/workbook.xml', LARGEST_CONTENT)?.includes('_xlnm.Print_Area')) return 0;
    const sheets = zip.names.filter((name) => /^xl\/worksheets\/[^/]+\.xml$/i.test(name)).slice(0, MOST_SHEETS);
    return sheets.reduce((sum, name) => sum + rowsOfSheet(zip.data(name, LARGEST_SHEET) ?? Buffer.alloc(0)), 0);
  });
}

/** Bytes and no text, which would take as much memory again. */
function rowsOfSheet(xml: Buffer): number {
  if (xml.includes('fitToPage=') || xml.includes('<pageSetup ')) return 0;
  let [rows, value, text] = [0, -1, -1];
  for (let at = xml.indexOf('<row '); at >= 0; ) {
    const next = xml.indexOf('<row ', at + 5);
    const end = next < 0 ? xml.length : next;
    if (value < at) value = indexOf(xml, '<v>', at);
    if (text < at) text = indexOf(xml, '<is>', at);
    const tag = xml.toString('latin1', at, Math.min(end, at + LONGEST_TAG));
    if (Math.min(value, text) < end && !/^[^>]* hidden="(?:1|true)"/.test(tag)) rows++;
    at = next;
  }
  return rows;
}

/** Where something stands, or beyond the end where it does not. */
function indexOf(bytes: Buffer, wanted: string, from: number): number {
  const at = bytes.indexOf(wanted, from);
  return at < 0 ? bytes.length : at;
}

function rowsOfOpenDocument(path: string): number {
  const [content, styles] = inspect(path, (read, size) => {
    const zip = openZip(read, size);
    return ['content.xml', 'styles.xml'].map((name) => zip.data(name, LARGEST_CONTENT)?.toString('latin1') ?? '');
  });
  return isScaled(styles ?? '') ? 0 : rowsOfTables(content ?? '');
}

function isScaled(styles: string): boolean {
  return /style:scale-to(?!="100%")/.test(styles);
}

/** Rows say how often they are repeated. */
function rowsOfTables(xml: string): number {
  if (isScaled(xml) || xml.includes('table:print-ranges=')) return 0;
  let [rows, repeated, filled] = [0, 1, false];
  for (const { kind, name, start, end } of piecesOf(xml)) {
    if (kind === 'open' && name === 'table-row') {
      const tag = xml.slice(start, end);
      const hidden = attribute(tag, 'table:visibility') !== undefined;
      repeated = hidden ? 0 : Math.max(1, Number(attribute(tag, 'table:number-rows-repeated') ?? 1)) || 1;
      filled = false;
    } else if (kind === 'close' && name === 'table-row') rows += filled ? repeated : 0;
    else if (kind === 'open' && name === 'p') filled = true;
  }
  return rows;
}
