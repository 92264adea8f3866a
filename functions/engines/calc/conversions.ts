import type { FormatName } from '../../conversion/formats.ts';
import type { Engine } from '../engine.ts';
import { isPlain, sourcesOf } from '../office/families.ts';

/** Workbooks that LibreOffice reads. */
export const WORKBOOKS = sourcesOf('sheet').filter((source) => !isPlain(source));

/** The data formats that sheets can be converted to. */
export const DATA_TARGETS = ['json', 'ndjson', 'parquet', 'sqlite', 'xml', 'yaml'] as const satisfies FormatName[];

/** Lists of records: the values of a column may differ in type, and without a row its name is lost. */
export const RECORD_LISTS: readonly FormatName[] = ['json', 'ndjson', 'xml', 'yaml'];

/** Tables that no other engine converts to html. */
const TABLES = ['parquet', 'sqlite', 'dbf'] as const satisfies FormatName[];

/** Trees, which are tables where they are lists of records. */
const RECORDS = ['json', 'ndjson', 'yaml', 'xml', 'toml', 'geojson'] as const satisfies FormatName[];

/** Sheets to data, and data to sheets. */
export const CONVERSIONS: Engine['conversions'] = {
  ...Object.fromEntries(WORKBOOKS.map((source) => [source, DATA_TARGETS])),
  ...Object.fromEntries(TABLES.map((source) => [source, ['xlsx', 'ods', 'html']])),
  ...Object.fromEntries(RECORDS.map((source) => [source, ['xlsx', 'ods']])),
};
