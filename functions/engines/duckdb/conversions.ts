import type { FormatName } from '../../conversion/formats.ts';
import type { Engine } from '../engine.ts';
import { TREES, type TreeName } from './trees/tree-format.ts';

/** Formats of tables that this engine reads and writes. */
const TABLES = ['csv', 'tsv', 'parquet', 'arrow', 'avro', 'sqlite'] as const satisfies FormatName[];

/** Formats of tables that this engine reads. */
export const TABLE_SOURCES = [...TABLES, 'dbf'] as const satisfies FormatName[];

export type TableSourceName = (typeof TABLE_SOURCES)[number];

/** Formats that a table is written as; JSON and its lines are lists of records. */
const OF_TABLES = [...TABLES, 'json', 'ndjson'] as const satisfies FormatName[];

/** INI holds no lists. */
const OF_LISTS = TREES.filter((name) => name !== 'ini');

/** What LibreOffice makes of tables of texts. */
const LEFT_TO_OTHERS: readonly FormatName[] = ['csv', 'tsv'];

const others = (source: FormatName, targets: readonly FormatName[]) => targets.filter((target) => target !== source);

function targetsOfTable(source: TableSourceName): FormatName[] {
  const targets = others(source, [...new Set<FormatName>([...OF_TABLES, ...OF_LISTS])]);
  if (!LEFT_TO_OTHERS.includes(source)) return targets;
  return [...targets.filter((target) => !LEFT_TO_OTHERS.includes(target)), ...(source === 'csv' ? OF_PLACES : [])];
}

const targetsOfTree = (source: TreeName) => others(source, [...TREES, ...others('json', OF_TABLES)]);

/** Formats of places that are read. */
export const GEO = ['geojson', 'kml', 'kmz', 'gpx'] as const satisfies FormatName[];

/** Formats that places are written in; of tables, those that most people have places in. */
const OF_PLACES = ['geojson', 'kml', 'gpx'] as const satisfies FormatName[];

/** What calendars, cards and places are as lists of records. */
const OF_RECORDS = ['json', 'ndjson', 'csv', 'tsv', 'parquet', 'sqlite'] as const satisfies FormatName[];

/** Tables among each other, trees among each other, and lists of records as both. */
export const CONVERSIONS: Engine['conversions'] = {
  ...Object.fromEntries(TABLE_SOURCES.map((source) => [source, targetsOfTable(source)])),
  ...Object.fromEntries(TREES.map((source) => [source, targetsOfTree(source)])),
  ics: OF_RECORDS,
  vcf: OF_RECORDS,
  ...Object.fromEntries(GEO.map((source) => [source, others(source, [...OF_PLACES, ...OF_RECORDS])])),
  shp: [...OF_PLACES, ...others('tsv', OF_RECORDS)],
  // Shapefiles are mostly handed out in a zip that is called as if it were any.
  zip: OF_PLACES,
  ndjson: others('ndjson', [...OF_TABLES, ...OF_LISTS.filter((name) => name !== 'json')]),
};
