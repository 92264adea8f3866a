import type { FormatName } from '../../conversion/formats.ts';

/** Plain text, and data of which a document shows the text itself. */
const SHOWN: readonly FormatName[] = [
  ...(['txt', 'json', 'ndjson', 'xml', 'yaml', 'toml', 'ini', 'plist'] as const),
  ...(['ics', 'vcf', 'geojson', 'kml', 'gpx'] as const),
];

/** Whether documents are made of a format as of plain text. */
export function isShownAsText(format: FormatName): boolean {
  return SHOWN.includes(format);
}
