import { readFile, rm, stat } from 'node:fs/promises';
import type { ConversionError } from '../../conversion/errors.ts';
import type { EngineJob } from '../engine.ts';
import { checkSheets } from '../office/check-sheets.ts';
import { sheetOf } from '../office/find-sheet.ts';
import { type FlatSheet, readFlatSheets } from '../office/flat-sheets.ts';
import { runOffice } from '../office/run-office.ts';
import { tooComplex, unreadableFile } from '../refusals.ts';
import { RECORD_LISTS } from './conversions.ts';
import { type SheetCell, sheetCell } from './sheet-cell.ts';

/** Cells of all sheets, with the empty ones before filled ones: each is a value in memory here, and one in LibreOffice. */
const MOST_CELLS = 2_500_000;
/** Bytes of a workbook as XML, which is one string in memory. */
const LARGEST_XML = 384 * 1024 * 1024;

/**
 * Reads the sheets of a workbook that are not empty, or the one that is asked for.
 * @throws ConversionError UNREADABLE_FILE where all are empty, TOO_COMPLEX, PASSWORD_PROTECTED, INVALID_OPTION
 */
export async function readWorkbook(job: EngineJob): Promise<FlatSheet<SheetCell>[]> {
  checkSheets(job.sourcePath, job.sourceFormat, job.targetFormat);
  const sheets = chosen(readFlatSheets(await flatXml(job), CELLS), job.options.sheet);
  const filled = sheets.filter(({ rows }) => rows.length > 0);
  const least = RECORD_LISTS.includes(job.targetFormat) ? 2 : 1;
  if (filled.some(({ rows }) => rows.length >= least)) return filled;
  throw nothingIn(job);
}

function nothingIn({ targetFormat }: EngineJob): ConversionError {
  const message = `There is nothing in the file that ${targetFormat} could hold: the first row only names columns.`;
  return unreadableFile(message);
}

const CELLS = { read: sheetCell, check: checkCells };

/** @throws ConversionError TOO_COMPLEX */
function checkCells(cells: number): void {
  if (cells <= MOST_CELLS) return;
  throw tooComplex(`The sheets have more than the ${MOST_CELLS} cells that are converted to data. Choose csv instead.`);
}

function chosen(sheets: FlatSheet<SheetCell>[], wanted: unknown): FlatSheet<SheetCell>[] {
  if (wanted === undefined) return sheets;
  const { part } = sheetOf(
    sheets.map(({ name }) => name),
    String(wanted),
  );
  return sheets.slice(part, part + 1);
}

/** Converts any workbook to flat XML, which has the type of each cell. */
async function flatXml(job: EngineJob): Promise<string> {
  const { path } = await runOffice({ ...job, targetFormat: 'fods' }, { wordsOnly: true });
  if ((await stat(path)).size > LARGEST_XML) checkCells(Infinity);
  const xml = await readFile(path, 'utf8');
  await rm(path);
  return xml;
}
