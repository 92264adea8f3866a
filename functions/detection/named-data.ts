import type { FormatName } from '../conversion/formats.ts';
import type { Sample } from './sample.ts';

/** Formats that any text may have. */
const ANY: readonly (FormatName | undefined)[] = ['yaml', 'toml', 'ini'];

/** The beginning of a JSON value. */
const JSON_VALUE = /^\s*(?:[[{"\d-]|true|false|null)/;

/** Whether a text may be the data format that its name claims, by its beginning. */
export function isNamedData({ text, root }: Sample, claimed: FormatName | undefined): boolean {
  if (claimed === 'json' || claimed === 'ndjson' || claimed === 'geojson') return JSON_VALUE.test(text);
  if (claimed === 'xml') return root !== undefined && root.name !== '';
  return ANY.includes(claimed);
}
