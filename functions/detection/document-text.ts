import { type FormatName, formatOfFilename } from '../conversion/formats.ts';
import { decodeBytes } from './decode-bytes.ts';
import { legacyEncoding } from './legacy-encoding.ts';
import type { Sample } from './sample.ts';
import { type Unicode, unicodeOf } from './unicode.ts';

/** Markup that only its name tells apart. */
const MARKUP: readonly FormatName[] = [
  ...(['md', 'rst', 'org', 'tex', 'typ', 'textile', 'mediawiki', 'dokuwiki', 'creole', 'jira', 'tikiwiki'] as const),
  ...(['twiki', 'vimwiki', 'muse', 't2t', 'haddock', 'man', 'bib', 'csljson', 'ris'] as const),
];

/** Texts that only their name tells apart. */
const NAMED: readonly (FormatName | undefined)[] = ['txt', 'csv', 'tsv', 'html', 'xhtml', ...MARKUP];

/** Formats that are text, and may not be recognised by their content; what claims another and is not recognised is damaged. */
const TEXTUAL: readonly FormatName[] = [
  ...(['txt', 'csv', 'tsv', 'html', 'xhtml', 'svg', 'rtf'] as const),
  ...(['srt', 'vtt', 'ass', 'ttml', 'lrc'] as const),
  // Targets only: as sources they are plain text.
  ...(['adoc', 'xwiki', 'zimwiki', 'texi', 'tei', 'icml', 'dbk', 'jats', 'opml', 'ipynb'] as const),
  ...MARKUP,
  ...(['json', 'ndjson', 'xml', 'yaml', 'toml', 'ics', 'vcf', 'geojson', 'kml', 'gpx'] as const),
  ...(['eml', 'mbox', 'mhtml'] as const),
];

/** The least share of ASCII in a text in an unknown legacy encoding. */
const PLAIN_SHARE = 0.5;

/** The format of a text: what its name claims, where that is possible, else plain text; undefined for binary files. */
export function textFormat(sample: Sample): FormatName | undefined {
  const { head, filename } = sample;
  if (!isText(head)) return undefined;
  const claimed = formatOfFilename(filename);
  return NAMED.includes(claimed) || isNamedData(sample, claimed) ? claimed : 'txt';
}

/** Whether a format is text. */
export function isTextual(format: FormatName): boolean {
  return TEXTUAL.includes(format);
}

function isText(head: Uint8Array): boolean {
  const unicode = unicodeOf(head);
  if (unicode && unicode !== 'utf-8') return isDecodable(head, unicode);
  return (!hasControls(head) && isDecodable(head, 'utf-8')) || isLegacyText(head);
}

/** Whether all bytes are valid in an encoding, but for an incomplete character at the end. */
function isDecodable(head: Uint8Array, encoding: Unicode): boolean {
  try {
    return !decodeBytes(head, encoding).includes('\u0000');
  } catch {
    return false;
  }
}

/** Whether there are control characters that no text has; tabs, line ends, form feeds and escapes are in some. */
function hasControls(head: Uint8Array): boolean {
  return head.some(
    (byte) => (byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d) && byte !== 0x1b && byte !== 0x1a) || byte === 0x7f,
  );
}

/** The least share of spaces in an ordinary text. */
const LEAST_SPACES = 1 / 12;

/** Whether a text is EBCDIC, which is not supported: its space is the at sign of ASCII, and no ASCII space occurs. */
function isEbcdic(head: Uint8Array): boolean {
  if (head.includes(0x20) || head.includes(0x0a)) return false;
  return head.filter((byte) => byte === 0x40).length > head.length * LEAST_SPACES;
}

/** Whether bytes are text in a legacy encoding: mostly ASCII, or letters of a detected encoding. */
function isLegacyText(head: Uint8Array): boolean {
  if (hasControls(head) || isEbcdic(head)) return false;
  const encoding = legacyEncoding(head);
  let plain = 0;
  for (const byte of head) if (byte < 0x80) plain++;
  return plain >= head.length * PLAIN_SHARE || encoding !== undefined;
}

/** Formats that any text may have. */
const ANY: readonly (FormatName | undefined)[] = ['yaml', 'toml'];

/** The beginning of a JSON value. */
const JSON_VALUE = /^\s*(?:[[{"\d-]|true|false|null)/;

/** Whether a text may be the data format that its name claims, by its beginning. */
function isNamedData({ text, root }: Sample, claimed: FormatName | undefined): boolean {
  if (claimed === 'json' || claimed === 'ndjson' || claimed === 'geojson') return JSON_VALUE.test(text);
  if (claimed === 'xml') return root !== undefined && root.name !== '';
  return ANY.includes(claimed);
}
