import type { FormatName } from '../formats.ts';
import { type LeadingEntry, leadingEntries } from './document-zip.ts';

/** Where the main part of an Office package lies (ECMA-376); the first that fits. */
const FOLDERS: readonly (readonly [RegExp, FormatName])[] = [
  [/^xl\/workbook\.bin$/, 'xlsb'],
  [/^word\//, 'docx'],
  [/^xl\//, 'xlsx'],
  [/^ppt\//, 'pptx'],
  [/^visio\//, 'vsdx'],
];

/** What the first file of a package says, which lies there bare (OpenDocument 3.3, and its forerunner). */
const MEDIA_TYPES: Readonly<Record<string, FormatName>> = {
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'application/vnd.oasis.opendocument.presentation': 'odp',
  'application/vnd.oasis.opendocument.graphics': 'odg',
  'application/vnd.sun.xml.writer': 'sxw',
  'application/vnd.sun.xml.calc': 'sxc',
  'application/vnd.sun.xml.impress': 'sxi',
  'application/vnd.sun.xml.draw': 'sxd',
  'application/epub+zip': 'epub',
};

/** Formats that are packages, for what only its name tells. */
const OFFICE: readonly (FormatName | undefined)[] = FOLDERS.map(([, format]) => format);
const OPEN_DOCUMENT: readonly (FormatName | undefined)[] = Object.values(MEDIA_TYPES);

/**
 * The format of a zip that is a document and that file-type does not know. The name decides only where the list of what
 * is in the package is out of sight, or names its main part otherwise than usual.
 */
export function packagedFormat(bytes: Buffer, claimed: FormatName | undefined): FormatName | undefined {
  const entries = leadingEntries(bytes);
  const stated = statedFormat(entries);
  if (stated) return stated;
  const names = entries.map(({ name }) => name.replaceAll('\\', '/').toLowerCase());
  const found = FOLDERS.find(([folder]) => names.some((name) => folder.test(name)))?.[1];
  const listed = names.includes('[content_types].xml');
  if (found && (listed || found === claimed)) return found;
  const main =
    (listed && OFFICE.includes(claimed)) || (names.includes('content.xml') && OPEN_DOCUMENT.includes(claimed));
  return main ? claimed : undefined;
}

function statedFormat([first]: readonly LeadingEntry[]): FormatName | undefined {
  if (first?.name !== 'mimetype') return undefined;
  const type = first.data.subarray(0, 100).toString('latin1').trim();
  return MEDIA_TYPES[type.replace(/[-.]template$/, '')];
}
