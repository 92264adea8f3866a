import { rm } from 'node:fs/promises';
import type { FormatName } from '../../conversion/formats.ts';
import { convertData } from '../duckdb/convert-data.ts';
import { convertTables } from '../duckdb/convert-table.ts';
import { Database } from '../duckdb/database.ts';
import type { EngineJob, EngineResult } from '../engine.ts';
import { runOffice } from '../office/run-office.ts';
import { WORKBOOKS } from './conversions.ts';
import { readWorkbook } from './read-workbook.ts';
import { sheetTable } from './sheet-table.ts';

/**
 * Converts sheets to data, or data to sheets.
 * @throws ConversionError
 */
export function convertWorkbook(job: EngineJob): Promise<EngineResult> {
  const workbooks: readonly FormatName[] = WORKBOOKS;
  return workbooks.includes(job.sourceFormat) ? convertSheets(job) : convertToSheets(job);
}

async function convertSheets(job: EngineJob): Promise<EngineResult> {
  const sheets = await readWorkbook(job);
  return Database.use(job, (database) => {
    const tables = sheets.map(({ name, rows }, index) => ({
      name,
      relation: sheetTable(database, `sheet-${index}.csv`, rows, job.targetFormat),
    }));
    return convertTables(job, database, tables);
  });
}

/** Goes by flat XML, which has the type of each cell, so that LibreOffice guesses none. */
async function convertToSheets(job: EngineJob): Promise<EngineResult> {
  const { path } = await convertData({ ...job, targetFormat: 'fods' });
  const result = await runOffice({ ...job, sourcePath: path, sourceFormat: 'fods' });
  if (result.path !== path) await rm(path);
  return result;
}
