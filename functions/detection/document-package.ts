import { inflateRawSync } from 'node:zlib';
import type { FormatName } from '../conversion/formats.ts';
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
  const apple = appleFormat(entries, claimed);
  if (apple) return apple;
  const names = entries.map(({ name }) => name.replaceAll('\\', '/').toLowerCase());
  const found = FOLDERS.find(([folder]) => names.some((name) => folder.test(name)))?.[1];
  const listed = names.includes('[content_types].xml');
  if (found && (listed || found === claimed)) return found;
  const main =
    (listed && OFFICE.includes(claimed)) || (names.includes('content.xml') && OPEN_DOCUMENT.includes(claimed));
  return main ? claimed : undefined;
}

/** Apple's documents: what their main part is, packed together with others or XML of its own. */
function appleFormat(entries: readonly LeadingEntry[], claimed: FormatName | undefined): FormatName | undefined {
  const has = (pattern: RegExp) => entries.some(({ name }) => pattern.test(name));
  if (has(/^index\.apxl$/)) return 'key';
  if (has(/(?:^|\/)Index\/Document\.iwa$|^[^/]+\/Index\.zip$|^Index\.zip$/)) {
    if (has(/(?:^|\/)Index\/(?:Master)?Slide[^/]*\.iwa$/)) return 'key';
    // Both have tables in parts of the same names.
    return APPLE.includes(claimed) ? claimed : 'pages';
  }
  const index = entries.find(({ name }) => name === 'index.xml')?.data;
  const root = index && /<(sl|ls):document\b/.exec(inflateBeginning(index))?.[1];
  if (root) return root === 'sl' ? 'pages' : 'numbers';
  // A locked one.
  return index && has(/^buildVersionHistory\.plist$/) && APPLE.includes(claimed) ? claimed : undefined;
}

const APPLE: readonly (FormatName | undefined)[] = ['pages', 'numbers', 'key'];

/** The first words of a file in a zip, whether it is compressed or not. */
function inflateBeginning(data: Buffer): string {
  try {
    const finishFlush = 2; // Z_SYNC_FLUSH: the end may be missing
    return inflateRawSync(data.subarray(0, 4096), { finishFlush, maxOutputLength: 256 * 1024 }).toString('utf8');
  } catch {
    return data.toString('utf8', 0, 4096);
  }
}

function statedFormat([first]: readonly LeadingEntry[]): FormatName | undefined {
  if (first?.name !== 'mimetype') return undefined;
  const type = first.data.subarray(0, 100).toString('latin1').trim();
  return MEDIA_TYPES[type.replace(/[-.]template$/, '')];
}
