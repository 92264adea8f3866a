import { type FormatName, formatOfFilename } from '../conversion/formats.ts';
import { decodeBytes } from './decode-bytes.ts';
import { legacyEncoding } from './legacy-encoding.ts';
import { isNamedData } from './named-data.ts';
import type { Sample } from './sample.ts';
import { type Unicode, unicodeOf } from './unicode.ts';

/** Markup of which only its name tells what kind it is. */
const MARKUP: readonly FormatName[] = [
  ...(['md', 'rst', 'org', 'tex', 'typ', 'textile', 'mediawiki', 'dokuwiki', 'creole', 'jira', 'tikiwiki'] as const),
  ...(['twiki', 'vimwiki', 'muse', 't2t', 'haddock', 'man', 'bib', 'csljson', 'ris'] as const),
];

/** Texts that only their name tells apart. */
const NAMED: readonly (FormatName | undefined)[] = ['txt', 'csv', 'tsv', 'html', 'xhtml', ...MARKUP];

/** Formats that are text: a file that is called so can be nothing but text. */
const TEXTUAL: readonly FormatName[] = [
  ...(['txt', 'csv', 'tsv', 'html', 'xhtml', 'svg', 'rtf'] as const),
  ...(['srt', 'vtt', 'ass', 'ttml', 'lrc'] as const),
  // Written and not read: as sources they are plain text.
  ...(['adoc', 'xwiki', 'zimwiki', 'texi', 'tei', 'icml', 'dbk', 'jats', 'opml', 'ipynb'] as const),
  ...MARKUP,
  ...(['fodt', 'fods', 'fodp', 'fodg', 'abw', 'fb2', 'slk', 'dif', 'gnumeric'] as const),
  ...(['json', 'ndjson', 'xml', 'yaml', 'toml', 'ini', 'plist', 'ics', 'vcf', 'geojson', 'kml', 'gpx'] as const),
  ...(['eml', 'mbox', 'mhtml'] as const),
];

/** How much of a text in an old encoding must be plain characters of the western kind. */
const PLAIN_SHARE = 0.5;

/** The format of a text: what its name says where that can be, else plain text. Nothing where it is none. */
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

/** Whether it is all of that encoding; a character that the end cuts through does not count. */
function isDecodable(head: Uint8Array, encoding: Unicode): boolean {
  try {
    return !decodeBytes(head, encoding).includes('\u0000');
  } catch {
    return false;
  }
}

/** Control characters that no text has; tabulator, line ends, form feed and escape are in some. */
function hasControls(head: Uint8Array): boolean {
  return head.some(
    (byte) => (byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d) && byte !== 0x1b && byte !== 0x1a) || byte === 0x7f,
  );
}

/** The least share of blanks in an ordinary text. */
const LEAST_BLANKS = 1 / 12;

/** EBCDIC, which is not read, has its blanks where ASCII has an at sign: of other texts few have many of those, and no blank. */
function isEbcdic(head: Uint8Array): boolean {
  if (head.includes(0x20) || head.includes(0x0a)) return false;
  return head.filter((byte) => byte === 0x40).length > head.length * LEAST_BLANKS;
}

/** Text in an encoding of the time before Unicode is mostly of the characters that all of them share, or of known letters. */
function isLegacyText(head: Uint8Array): boolean {
  if (hasControls(head) || isEbcdic(head)) return false;
  const encoding = legacyEncoding(head);
  let plain = 0;
  for (const byte of head) if (byte < 0x80) plain++;
  return plain >= head.length * PLAIN_SHARE || encoding !== undefined;
}
