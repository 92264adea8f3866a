import type { FormatName } from '../../conversion/formats.ts';
import type { Engine } from '../engine.ts';
import { TREES, type TreeName } from './trees/tree-format.ts';

/** Formats of tables that this engine reads and writes. */
const TABLES = ['csv', 'tsv', 'parquet', 'sqlite'] as const satisfies FormatName[];

/** Formats of tables that this engine reads. */
export const TABLE_SOURCES = [...TABLES, 'dbf'] as const satisfies FormatName[];

export type TableSourceName = (typeof TABLE_SOURCES)[number];

/** Targets of tables; json and ndjson are lists of records. */
const OF_TABLES = [...TABLES, 'json', 'ndjson'] as const satisfies FormatName[];

/** Delimited text, which LibreOffice converts to delimited text. */
const DELIMITED: readonly FormatName[] = ['csv', 'tsv'];

const others = (source: FormatName, targets: readonly FormatName[]) => targets.filter((target) => target !== source);

function targetsOfTable(source: TableSourceName): FormatName[] {
  const targets = others(source, [...new Set<FormatName>([...OF_TABLES, ...TREES])]);
  if (!DELIMITED.includes(source)) return targets;
  return [...targets.filter((target) => !DELIMITED.includes(target)), ...(source === 'csv' ? GEO_TARGETS : [])];
}

const targetsOfTree = (source: TreeName) => others(source, [...TREES, ...others('json', OF_TABLES)]);

/** Geographic formats that are read. */
export const GEO_SOURCES = ['geojson', 'kml', 'kmz', 'gpx'] as const satisfies FormatName[];

/** Geographic formats that are written; csv is the only table that becomes one, as most people have coordinates there. */
const GEO_TARGETS = ['geojson', 'kml', 'gpx'] as const satisfies FormatName[];

/** Targets of calendars, cards and geographic data, as lists of records. */
const OF_RECORDS = ['json', 'ndjson', 'csv', 'tsv', 'parquet', 'sqlite'] as const satisfies FormatName[];

/** Tables among each other, trees among each other, and lists of records as both. */
export const CONVERSIONS: Engine['conversions'] = {
  ...Object.fromEntries(TABLE_SOURCES.map((source) => [source, targetsOfTable(source)])),
  ...Object.fromEntries(TREES.map((source) => [source, targetsOfTree(source)])),
  ics: OF_RECORDS,
  vcf: OF_RECORDS,
  ...Object.fromEntries(GEO_SOURCES.map((source) => [source, others(source, [...GEO_TARGETS, ...OF_RECORDS])])),
  ndjson: others('ndjson', [...OF_TABLES, ...others('json', TREES)]),
};
