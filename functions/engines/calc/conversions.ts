import type { FormatName } from '../../conversion/formats.ts';
import type { Engine } from '../engine.ts';
import { SOURCES } from '../office/families.ts';
import { isPlain } from '../office/plain/plain-formats.ts';

/** Workbooks that LibreOffice reads. */
export const WORKBOOKS = (Object.keys(SOURCES) as (keyof typeof SOURCES)[]).filter(
  (source) => SOURCES[source] === 'sheet' && !isPlain(source),
);

/** Data that sheets become. */
export const TO_DATA = [
  ...(['json', 'ndjson', 'parquet', 'arrow', 'avro', 'sqlite', 'xml', 'yaml'] as const),
] satisfies FormatName[];

/** Lists of records: each value may be of another kind, and without rows there are no names either. */
export const RECORD_LISTS: readonly FormatName[] = ['json', 'ndjson', 'xml', 'yaml'];

/** Tables that no other engine shows as a page. */
const TABLES = ['parquet', 'arrow', 'avro', 'sqlite', 'dbf'] as const satisfies FormatName[];

/** Data that is a table where it is a list of records. */
const RECORDS = [...(['json', 'ndjson', 'yaml', 'xml', 'toml', 'plist', 'geojson'] as const)] satisfies FormatName[];

/** Sheets to data, and data to sheets. */
export const CONVERSIONS: Engine['conversions'] = {
  ...Object.fromEntries(WORKBOOKS.map((source) => [source, TO_DATA])),
  ...Object.fromEntries(TABLES.map((source) => [source, ['xlsx', 'ods', 'html']])),
  ...Object.fromEntries(RECORDS.map((source) => [source, ['xlsx', 'ods']])),
};
