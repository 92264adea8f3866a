import type { FormatName } from '../conversion/formats.ts';
import type { Sample } from './sample.ts';

/** Any text can be one of these. */
const ANY: readonly (FormatName | undefined)[] = ['yaml', 'toml', 'ini'];

/** How a value of JSON begins. */
const JSON_VALUE = /^\s*(?:[[{"\d-]|true|false|null)/;

/** Whether a text is data of the kind that its name says, as far as its beginning can tell. */
export function isNamedData({ text, root }: Sample, claimed: FormatName | undefined): boolean {
  if (claimed === 'json' || claimed === 'ndjson' || claimed === 'geojson') return JSON_VALUE.test(text);
  if (claimed === 'xml') return root !== undefined && root.name !== '';
  return ANY.includes(claimed);
}
