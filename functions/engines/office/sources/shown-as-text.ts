import type { FormatName } from '../../../conversion/formats.ts';

/** Data of which a document shows the text itself. */
const DATA: readonly FormatName[] = [
  ...(['json', 'ndjson', 'xml', 'yaml', 'toml', 'ini', 'plist'] as const),
  ...(['ics', 'vcf', 'geojson', 'kml', 'gpx'] as const),
];

/** Whether a format is data, and a text: as plain text it is what it was. */
export function isDataText(format: FormatName): boolean {
  return DATA.includes(format);
}

/** Whether documents are made of a format as of plain text. */
export function isShownAsText(format: FormatName): boolean {
  return format === 'txt' || isDataText(format);
}
