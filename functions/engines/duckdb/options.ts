import type { FormatName } from '../../conversion/formats.ts';
import type { OptionSchema, OptionSchemas } from '../../conversion/options.ts';
import { QUOTING, SEPARATOR } from '../options/plain-text.ts';
import { GEO_SOURCES } from './conversions.ts';
import { TREES } from './trees/tree-format.ts';

const COMPRESSION = {
  title: 'Compression',
  description: 'How the columns are compressed.',
  type: 'string',
  enum: ['zstd', 'snappy', 'gzip', 'none'],
  default: 'zstd',
} as const satisfies OptionSchema;

const HEADER_LINE = {
  title: 'Header',
  description: 'Whether the first line holds the names of the columns.',
  type: 'boolean',
  default: true,
} as const satisfies OptionSchema;

const INDENT = {
  title: 'Indent',
  description: 'Spaces by which each level is indented; with 0 there are as few line breaks as possible.',
  type: 'integer',
  minimum: 0,
  maximum: 8,
  default: 2,
} as const satisfies OptionSchema;

/** The options of each target of data. */
export const DATA_OPTIONS: Partial<Record<FormatName, OptionSchemas>> = {
  csv: { separator: SEPARATOR, quoting: QUOTING, header: HEADER_LINE },
  tsv: { quoting: QUOTING, header: HEADER_LINE },
  parquet: { compression: COMPRESSION },
  json: { indent: { ...INDENT, 'x-sources': [...TREES, 'ics', 'vcf', ...GEO_SOURCES] } },
  geojson: { indent: INDENT },
  xml: { indent: INDENT },
};
