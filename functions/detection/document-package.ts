import { inflateRawSync } from 'node:zlib';
import type { FormatName } from '../conversion/formats.ts';
import { type LeadingEntry, leadingEntries } from './leading-entries.ts';

/** The folder of the main part of an Office package (ECMA-376); the first match counts. */
const FOLDERS: readonly (readonly [RegExp, FormatName])[] = [
  [/^xl\/workbook\.bin$/, 'xlsb'],
  [/^word\//, 'docx'],
  [/^xl\//, 'xlsx'],
  [/^ppt\//, 'pptx'],
  [/^visio\//, 'vsdx'],
];

/** Parts that only XPS has. */
const FIXED_PAGES = /\.(?:fdseq|fdoc|fpage)$/;

/** The drawing in files of CorelDRAW X4 and X5, which do not state their type. */
const CORELDRAW = 'content/riffdata.cdr';

/** The content type of a package's main part, with or without macros, also of templates. */
const MAIN_PART =
  /"application\/vnd\.(?:openxmlformats-officedocument\.(wordprocessingml|spreadsheetml|presentationml)|ms-(word|excel\.sheet\.binary|excel|powerpoint|visio))\.[\w.]{0,60}main(?:\+xml)?"/i;
const MAIN_PARTS: Readonly<Record<string, FormatName>> = {
  wordprocessingml: 'docx',
  word: 'docx',
  spreadsheetml: 'xlsx',
  excel: 'xlsx',
  'excel.sheet.binary': 'xlsb',
  presentationml: 'pptx',
  powerpoint: 'pptx',
  visio: 'vsdx',
};

/** The content of the first file `mimetype` (OpenDocument 3.3, and its predecessor). */
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
  // Since X6
  'application/x-vnd.corel.zcf.draw.document+zip': 'cdr',
};

/** Formats that may be decided by the name. */
const OFFICE: readonly (FormatName | undefined)[] = FOLDERS.map(([, format]) => format);
const OPEN_DOCUMENT: readonly (FormatName | undefined)[] = Object.values(MEDIA_TYPES);

/**
 * Detects documents that are zips. The name decides only where the content types are beyond the beginning, or do not name
 * the main part.
 */
export function packagedFormat(bytes: Buffer, claimed: FormatName | undefined): FormatName | undefined {
  const { entries, complete } = leadingEntries(bytes);
  const stated = statedFormat(entries) ?? appleFormat(entries, claimed);
  if (stated) return stated;
  const names = entries.map(({ name }) => name.replaceAll('\\', '/').toLowerCase());
  const list = entries[names.indexOf('[content_types].xml')];
  const main = list && mainPart(inflateBeginning(list.data));
  if (main) return main;
  const found = FOLDERS.find(([folder]) => names.some((name) => folder.test(name)))?.[1];
  if (names.some((name) => FIXED_PAGES.test(name))) return 'xps';
  if (names.includes(CORELDRAW)) return 'cdr';
  if (found && (list || !complete || found === claimed)) return found;
  if (!list && isKmz(names, claimed, complete)) return 'kmz';
  const book = unusualBook(entries, claimed, complete) ?? bookFormat(names, claimed);
  if (book) return book;
  const possible =
    (list && OFFICE.includes(claimed)) || (names.includes('content.xml') && OPEN_DOCUMENT.includes(claimed));
  return possible ? claimed : undefined;
}

/** Whether a zip has a KML file at the top. In a folder, any archive may have one: the name decides then. */
function isKmz(names: readonly string[], claimed: FormatName | undefined, complete: boolean): boolean {
  const maps = names.filter((name) => /(?:^|\/)(?!\._)[^/]{1,100}\.kml$/.test(name));
  return maps.some((name) => !name.includes('/')) || (claimed === 'kmz' && (maps.length > 0 || !complete));
}

/**
 * Detects EPUB without an uncompressed `mimetype` in front. The name decides only where the container file is beyond the
 * beginning.
 */
function unusualBook(
  entries: readonly LeadingEntry[],
  claimed: FormatName | undefined,
  complete: boolean,
): FormatName | undefined {
  const container = entries.find(({ name }) => name === 'META-INF/container.xml');
  if (container) return inflateBeginning(container.data).includes(BOOK_TYPE) ? 'epub' : undefined;
  const claims = claimed === 'epub' && !complete && entries.some(({ name }) => BOOK_PARTS.test(name));
  return claims ? 'epub' : undefined;
}

/** The media type of a book's package document (EPUB 3.3, 4.2.6.3), and the names of files in books. */
const BOOK_TYPE = 'application/oebps-package+xml';
const BOOK_PARTS = /\.(?:opf|ncx|xhtml)$/i;

/** Detects the zipped books of calibre, with their metadata. */
function bookFormat(names: readonly string[], claimed: FormatName | undefined): FormatName | undefined {
  const described = names.includes('metadata.opf');
  if (names.includes('index.html') && (described || claimed === 'htmlz')) return 'htmlz';
  if (names.includes('index.txt') && (described || claimed === 'txtz')) return 'txtz';
  return claimed === 'pmlz' && names.some((name) => name.endsWith('.pml')) ? 'pmlz' : undefined;
}

function mainPart(list: string): FormatName | undefined {
  const found = MAIN_PART.exec(list);
  return found ? MAIN_PARTS[(found[1] ?? found[2] ?? '').toLowerCase()] : undefined;
}

/** Detects Apple's documents, by the names of IWA archives or by their XML. */
function appleFormat(entries: readonly LeadingEntry[], claimed: FormatName | undefined): FormatName | undefined {
  const has = (pattern: RegExp) => entries.some(({ name }) => pattern.test(name));
  if (has(/^(?:index|presentation)\.apxl(?:\.gz)?$/)) return 'key';
  if (has(/(?:^|\/)Index\/Document\.iwa$|^[^/]+\/Index\.zip$|^Index\.zip$/)) {
    if (has(/(?:^|\/)Index\/(?:Master)?Slide[^/]*\.iwa$/)) return 'key';
    // Pages and Numbers have archives of the same names.
    return APPLE.includes(claimed) ? claimed : 'pages';
  }
  const index = entries.find(({ name }) => name === 'index.xml')?.data;
  const root = index && /<(sl|ls):document\b/.exec(inflateBeginning(index))?.[1];
  if (root) return root === 'sl' ? 'pages' : 'numbers';
  // Encrypted.
  return index && has(/^buildVersionHistory\.plist$/) && APPLE.includes(claimed) ? claimed : undefined;
}

const APPLE: readonly (FormatName | undefined)[] = ['pages', 'numbers', 'key'];

/** How many bytes of a file in a zip are decompressed, and the most that they can become. */
const LOOKED_AT = 4096;
const LARGEST_BEGINNING = LOOKED_AT * 1100;

/** The beginning of a file in a zip, compressed or not. */
function inflateBeginning(data: Buffer): string {
  try {
    const finishFlush = 2; // Z_SYNC_FLUSH: the end may be missing
    const decompressed = inflateRawSync(data.subarray(0, LOOKED_AT), {
      finishFlush,
      maxOutputLength: LARGEST_BEGINNING,
    });
    return decompressed.toString('utf8', 0, 256 * 1024);
  } catch {
    return data.toString('utf8', 0, LOOKED_AT);
  }
}

function statedFormat([first]: readonly LeadingEntry[]): FormatName | undefined {
  if (first?.name !== 'mimetype') return undefined;
  // It must not be compressed, but some programs do.
  const type = inflateBeginning(first.data).slice(0, 100).trim();
  const document = type.replace(/[-.]template$/, '');
  return Object.hasOwn(MEDIA_TYPES, document) ? MEDIA_TYPES[document] : undefined;
}
