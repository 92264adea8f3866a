import type { FormatName } from '../../../conversion/formats.ts';

/** Data that documents show as its text. */
const DATA: readonly FormatName[] = ['json', 'ndjson', 'xml', 'yaml', 'toml', 'ics', 'vcf', 'geojson', 'kml', 'gpx'];

/** Whether a format is data in a text, which is plain text already. */
export function isDataText(format: FormatName): boolean {
  return DATA.includes(format);
}

/** Whether a format is converted to documents as plain text. */
export function isShownAsText(format: FormatName): boolean {
  return format === 'txt' || isDataText(format);
}
