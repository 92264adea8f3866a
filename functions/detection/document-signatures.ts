import { gunzipSync } from 'node:zlib';
import type { FormatName } from '../conversion/formats.ts';
import { isDbf } from './dbf-header.ts';
import type { Sample } from './sample.ts';
import { xmlRoot } from './xml-root.ts';

/** How much of a compressed file is looked at, in bytes. */
const LOOKED_AT = 4096;

/** The first bytes of formats, at the position where they lie. */
const BYTES: readonly (readonly [position: number, bytes: string, format: FormatName])[] = [
  // bplist
  [0, '62706c697374', 'plist'],
  [0, 'ff575043', 'wpd'],
  // AutoCAD Binary DXF
  [0, '4175746f4341442042696e617279204458460d0a1a00', 'dxf'],
  [0, 'd7cdc69a', 'wmf'],
  [0, '010009000003', 'wmf'],
  [0, '020009000003', 'wmf'],
  [40, '20454d46', 'emf'],
  // Excel 2 to 4, from before it wrote compound files
  [0, '09000400', 'xls'],
  [0, '09020600', 'xls'],
  [0, '09040600', 'xls'],
  // Word 2, likewise
  [0, 'dba52d00', 'doc'],
  // 9994, and twenty bytes that nobody uses
  [0, `0000270a${'00'.repeat(20)}`, 'shp'],
  [0, '31be000000ab', 'wri'],
  [0, '32be000000ab', 'wri'],
  // Lotus 1-2-3 and its followers begin with a record that says which of them wrote it
  [0, '000002000404', 'wk1'],
  [0, '000002000504', 'wk1'],
  [0, '000002000604', 'wk1'],
  [0, '00001a000010', 'wk1'],
  [0, '00001a000210', 'wk1'],
  [0, '00001a000310', 'wk1'],
  [0, '00001a000510', 'wk1'],
  [0, '000002000110', 'qpw'],
  [0, '000002000210', 'qpw'],
  [0, '000002002051', 'qpw'],
  [0, '000002002151', 'qpw'],
];

/** The beginnings of texts that are made for programs. */
const TEXTS: readonly (readonly [RegExp, FormatName])[] = [
  [/^\{\\rtf/, 'rtf'],
  [/^ID;P/, 'slk'],
  // Comments may stand in front of the first section.
  [/^(?:[ \t]{0,8}999\r?\n[^\n]{0,400}\n){0,40}[ \t]{0,8}0[ \t]{0,8}\r?\n[ \t]{0,8}SECTION[ \t]{0,8}\r?\n/, 'dxf'],
  [/^TABLE\r?\n\s*0,\s*1\r?\n/, 'dif'],
  [/^\s*BEGIN:VCALENDAR\s/i, 'ics'],
  [/^\s*BEGIN:VCARD\s/i, 'vcf'],
];

/** The format of texts by their root elements, without their namespace's prefix. */
const ROOTS: Readonly<Record<string, FormatName>> = {
  abiword: 'abw',
  awml: 'abw',
  FictionBook: 'fb2',
  // Office 2003, which gave XML the names of its other files
  wordDocument: 'doc',
  Workbook: 'xls',
  plist: 'plist',
  kml: 'kml',
  gpx: 'gpx',
};

/** What a flat OpenDocument file says of itself. */
const FLAT: Readonly<Record<string, FormatName>> = {
  text: 'fodt',
  spreadsheet: 'fods',
  presentation: 'fodp',
  graphics: 'fodg',
};

/** What pages begin with, or parts of them. */
const PAGE = /^(?:html|head|body|title|meta)$/i;
const XHTML_NAMESPACE = /xmlns\s*=\s*["']http:\/\/www\.w3\.org\/1999\/xhtml/i;

/** What the compressed beginning of a file can be at most, unpacked: no compression does better. */
const LARGEST_BEGINNING = LOOKED_AT * 1100;

/** The format of a file that begins as only one format does. */
export function signedFormat(sample: Sample): FormatName | undefined {
  const { head } = sample;
  const signed = BYTES.find(([position, hex]) => head.toString('hex', position, position + hex.length / 2) === hex);
  if (signed) return signed[2];
  if (isDbf(head)) return 'dbf';
  if (head.subarray(0, 1024).includes('%PDF-')) return 'pdf';
  if (/^RIFF....CDR[\dA-Z]/s.test(head.toString('latin1', 0, 12))) return 'cdr';
  if (/^AT&TFORM....DJV[UM]/s.test(head.toString('latin1', 0, 16))) return 'djvu';
  if (head.toString('latin1', 60, 68) === 'BOOKMOBI') return kindleFormat(head);
  const unpacked = unpackBeginning(head);
  if (unpacked) return xmlRoot(unpacked)?.name === 'Workbook' && /gnumeric/i.test(unpacked) ? 'gnumeric' : undefined;
  return TEXTS.find(([beginning]) => beginning.test(sample.text))?.[1] ?? rootFormat(sample);
}

/** The version of a Kindle book stands in its first record; one that holds both kinds begins with the older. */
function kindleFormat(head: Buffer): FormatName {
  const first = head.length >= 82 ? head.readUInt32BE(78) : head.length;
  const version = first + 40 <= head.length ? head.readUInt32BE(first + 36) : 0;
  return version === 8 ? 'azw3' : 'mobi';
}

function unpackBeginning(bytes: Buffer): string | undefined {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return undefined;
  try {
    const finishFlush = 2; // Z_SYNC_FLUSH: the end may be missing
    const unpacked = gunzipSync(bytes.subarray(0, LOOKED_AT), { finishFlush, maxOutputLength: LARGEST_BEGINNING });
    return unpacked.toString('utf8', 0, 64 * 1024);
  } catch {
    return undefined;
  }
}

function rootFormat({ root, text }: Sample): FormatName | undefined {
  if (!root) return undefined;
  if (PAGE.test(root.name) || /^html$/i.test(root.doctype)) return isXhtml(root.tag, text) ? 'xhtml' : 'html';
  if (root.name === 'document') return flatFormat(`${root.tag}${text}`);
  return Object.hasOwn(ROOTS, root.name) ? ROOTS[root.name] : undefined;
}

/** A page that says so twice. */
function isXhtml(tag: string, text: string): boolean {
  return /^<html\s/i.test(tag) && XHTML_NAMESPACE.test(tag) && /^\s*<\?xml|XHTML/.test(text.slice(0, 4096));
}

function flatFormat(text: string): FormatName | undefined {
  const type = /office:mimetype\s*=\s*["']application\/vnd\.oasis\.opendocument\.(\w+)/.exec(text)?.[1];
  return type !== undefined && Object.hasOwn(FLAT, type) ? FLAT[type] : undefined;
}
