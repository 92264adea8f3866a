import type { FormatName } from '../../conversion/formats.ts';
import type { OptionSchema, OptionSchemas } from '../../conversion/options.ts';
import { QUOTING, SEPARATOR } from '../options/plain-text.ts';
import { GEO } from './conversions.ts';
import { TREES } from './trees/tree-format.ts';

/** How a Parquet file is compressed. */
const COMPRESSION = {
  title: 'Compression',
  description: 'How the columns are compressed.',
  type: 'string',
  enum: ['zstd', 'snappy', 'gzip', 'none'],
  default: 'zstd',
} as const satisfies OptionSchema;

/** Whether a table of texts names its columns. */
const HEADER_LINE = {
  title: 'Header',
  description: 'Whether the first line holds the names of the columns.',
  type: 'boolean',
  default: true,
} as const satisfies OptionSchema;

/** How far levels are moved in. */
const INDENT = {
  title: 'Indent',
  description: 'Blanks by which each level is moved in; with 0 all is on as few lines as can be.',
  type: 'integer',
  minimum: 0,
  maximum: 8,
  default: 2,
} as const satisfies OptionSchema;

/** What each target of data can be asked for. */
export const DATA_OPTIONS: Partial<Record<FormatName, OptionSchemas>> = {
  csv: { separator: SEPARATOR, quoting: QUOTING, header: HEADER_LINE },
  tsv: { quoting: QUOTING, header: HEADER_LINE },
  parquet: { compression: COMPRESSION },
  json: { indent: { ...INDENT, 'x-sources': [...TREES, 'ics', 'vcf', ...GEO, 'shp'] } },
  geojson: { indent: INDENT },
  xml: { indent: INDENT },
  plist: { indent: INDENT },
};
