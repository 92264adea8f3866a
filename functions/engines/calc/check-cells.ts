import { readFileSync, statSync } from 'node:fs';
import type { FormatName } from '../../conversion/formats.ts';
import { openZip } from '../../detection/document-zip.ts';
import { tooComplex } from '../duckdb/unreadable.ts';
import { readFlatSheets } from '../office/flat-sheets.ts';
import { inspect } from '../office/inspect.ts';
import { LIMITS } from './limits.ts';

/** XML of a workbook that is larger than this is left to LibreOffice, in bytes; of a sheet of Office, read as bytes. */
const [LARGEST_CONTENT, LARGEST_SHEET] = [64 * 1024 * 1024, 256 * 1024 * 1024];
/** Sheets of Office that are looked at. */
const MOST_SHEETS = 100;

/** Counts the cells of a workbook, by its format; no more than those that are filled need to be among them. */
const COUNTERS: Partial<Record<FormatName, (path: string) => void>> = {
  xlsx: countOfOffice,
  ods: (path) => countOfTables(contentOf(path)),
  fods: (path) => countOfTables(statSync(path).size > LARGEST_CONTENT ? '' : readFileSync(path, 'latin1')),
};

/** @throws ConversionError TOO_COMPLEX */
export function checkCells(cells: number): void {
  if (cells <= LIMITS.cells) return;
  throw tooComplex(
    `The sheets have more than the ${LIMITS.cells} cells that are converted to data. Choose csv instead.`,
  );
}

/**
 * Refuses workbooks with more cells than are converted to data before LibreOffice writes all of them, for which it may lack
 * the memory.
 * @throws ConversionError TOO_COMPLEX
 */
export function countCells(path: string, format: FormatName): void {
  COUNTERS[format]?.(path);
}

function contentOf(path: string): string {
  return (
    inspect(path, (read, size) => openZip(read, size).data('content.xml', LARGEST_CONTENT)?.toString('latin1')) ?? ''
  );
}

function countOfTables(xml: string): void {
  readFlatSheets(xml, { empty: false, read: (_, content) => content !== '', check: checkCells });
}

function countOfOffice(path: string): void {
  inspect(path, (read, size) => {
    const zip = openZip(read, size);
    let cells = 0;
    for (const name of zip.names.filter((sheet) => /^xl\/worksheets\/[^/]+\.xml$/i.test(sheet)).slice(0, MOST_SHEETS)) {
      const xml = zip.data(name, LARGEST_SHEET) ?? Buffer.alloc(0);
      for (const mark of ['<v>', '<is>']) cells += countOf(xml, mark);
      checkCells(cells);
    }
  });
}

function countOf(bytes: Buffer, wanted: string): number {
  let count = 0;
  for (let at = bytes.indexOf(wanted); at >= 0; at = bytes.indexOf(wanted, at + wanted.length)) count++;
  return count;
}
