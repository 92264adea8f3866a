import type { FormatName } from '../conversion/formats.ts';
import { isDbf } from './dbf-header.ts';
import { decompressBeginning } from './detect-archive.ts';
import type { Sample } from './sample.ts';
import { xmlRoot } from './xml-root.ts';

/** The beginnings of text formats. */
const TEXTS: readonly (readonly [RegExp, FormatName])[] = [
  [/^\{\\rtf/, 'rtf'],
  [/^ID;P/, 'slk'],
  // Comments may precede the first section.
  [/^(?:[ \t]{0,8}999\r?\n[^\n]{0,400}\n){0,40}[ \t]{0,8}0[ \t]{0,8}\r?\n[ \t]{0,8}SECTION[ \t]{0,8}\r?\n/, 'dxf'],
  [/^TABLE\r?\n\s*0,\s*1\r?\n/, 'dif'],
  [/^\s*BEGIN:VCALENDAR\s/i, 'ics'],
  [/^\s*BEGIN:VCARD\s/i, 'vcf'],
];

/** Formats by the root element, without its namespace prefix. */
const ROOTS: Readonly<Record<string, FormatName>> = {
  abiword: 'abw',
  awml: 'abw',
  FictionBook: 'fb2',
  // Office 2003 XML, with the extensions of binary files
  wordDocument: 'doc',
  Workbook: 'xls',
  kml: 'kml',
  gpx: 'gpx',
};

/** Flat OpenDocument formats by the last part of their media type. */
const FLAT: Readonly<Record<string, FormatName>> = {
  text: 'fodt',
  spreadsheet: 'fods',
  presentation: 'fodp',
  graphics: 'fodg',
};

/** Root elements of pages, or of parts of them. */
const PAGE = /^(?:html|head|body|title|meta)$/i;
const XHTML_NAMESPACE = /xmlns\s*=\s*["']http:\/\/www\.w3\.org\/1999\/xhtml/i;

/** Detects documents by their beginnings. */
export function signedFormat(sample: Sample): FormatName | undefined {
  const { head } = sample;
  if (isDbf(head)) return 'dbf';
  if (head.subarray(0, 1024).includes('%PDF-')) return 'pdf';
  const decompressed = decompressBeginning(head, 'gz')?.toString();
  if (decompressed)
    return xmlRoot(decompressed)?.name === 'Workbook' && /gnumeric/i.test(decompressed) ? 'gnumeric' : undefined;
  return TEXTS.find(([beginning]) => beginning.test(sample.text))?.[1] ?? rootFormat(sample);
}

function rootFormat({ root, text }: Sample): FormatName | undefined {
  if (!root) return undefined;
  if (PAGE.test(root.name) || /^html$/i.test(root.doctype)) return isXhtml(root.tag, text) ? 'xhtml' : 'html';
  if (root.name === 'document') return flatFormat(`${root.tag}${text}`);
  return Object.hasOwn(ROOTS, root.name) ? ROOTS[root.name] : undefined;
}

/** Whether a page has XHTML's namespace, and an XML declaration or XHTML's document type. */
function isXhtml(tag: string, text: string): boolean {
  return /^<html\s/i.test(tag) && XHTML_NAMESPACE.test(tag) && /^\s*<\?xml|XHTML/.test(text.slice(0, 4096));
}

function flatFormat(text: string): FormatName | undefined {
  const type = /office:mimetype\s*=\s*["']application\/vnd\.oasis\.opendocument\.(\w+)/.exec(text)?.[1];
  return type !== undefined && Object.hasOwn(FLAT, type) ? FLAT[type] : undefined;
}
