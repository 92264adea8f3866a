import type { FormatName } from '../../conversion/formats.ts';
import type { Engine } from '../engine.ts';
import { KINDLE_BOOKS } from './kindle/kindle-books.ts';

/** Markup that no other engine reads. */
const MARKUP = [
  ...([
    'md',
    'rst',
    'org',
    'tex',
    'typ',
    'textile',
    'mediawiki',
    'dokuwiki',
    'creole',
    'jira',
    'tikiwiki',
    'twiki',
  ] as const),
  ...(['vimwiki', 'muse', 't2t', 'haddock', 'man', 'dbk', 'jats', 'ipynb', 'opml'] as const),
] satisfies FormatName[];

/** Documents that LibreOffice converts to documents, and pandoc to markup. */
const DOCUMENTS = [
  ...(['html', 'xhtml', 'docx', 'odt', 'epub', 'fb2', 'doc', 'rtf', 'fodt', 'pages'] as const),
] satisfies FormatName[];

/** Documents of discontinued word processors. */
const OLD_DOCUMENTS = ['sxw', 'abw', 'wpd', 'wps', 'wri', 'sdw'] as const satisfies FormatName[];

/** Slides, which LibreOffice extracts texts, tables and pictures from, and their targets. */
const SLIDES = ['pptx', 'ppt', 'odp', 'fodp', 'sxi', 'key', 'sdd'] as const satisfies FormatName[];
const OF_SLIDES = ['md', 'html', 'txt', 'docx', 'odt', 'epub'] as const satisfies FormatName[];

/** Sheets, which LibreOffice extracts cells from, and their targets; HTML it writes itself. */
const SHEETS = [
  ...(['xlsx', 'xlsb', 'xls', 'ods', 'fods', 'csv', 'tsv', 'sxc', 'slk', 'dif', 'gnumeric', 'numbers'] as const),
  ...(['wk1', 'qpw', 'sdc'] as const),
] satisfies FormatName[];
const OF_SHEETS = [
  ...(['md', 'docx', 'odt', 'epub', 'tex', 'rst', 'org', 'typ', 'adoc', 'mediawiki'] as const),
] satisfies FormatName[];

const BIBLIOGRAPHIES = ['bib', 'csljson', 'ris'] as const satisfies FormatName[];

/** Markup that only pandoc writes. */
const TO_MARKUP = [
  ...(['md', 'rst', 'org', 'tex', 'typ', 'adoc', 'textile', 'mediawiki', 'dokuwiki', 'jira', 'xwiki'] as const),
  ...(['zimwiki', 'muse', 'haddock', 'texi', 'man', 'dbk', 'jats', 'tei', 'ipynb', 'opml', 'icml', 'fb2'] as const),
] satisfies FormatName[];

/** LibreOffice writes headings of EPUB as paragraphs. */
export const EPUB_AND_MARKUP: readonly FormatName[] = [...TO_MARKUP, 'epub'];

/** Markup for old documents and Kindle books. */
const TO_COMMON_MARKUP = [
  ...(['md', 'rst', 'org', 'tex', 'typ', 'adoc', 'mediawiki', 'dbk', 'fb2'] as const),
] satisfies FormatName[];

/** Documents that markup and Kindle books become; Chromium prints them to PDF. */
const TO_DOCUMENTS = ['html', 'txt', 'docx', 'odt', 'epub', 'rtf', 'doc'] as const satisfies FormatName[];

/** Targets of a bibliography: another one, or a document that lists its titles. */
const OF_BIBLIOGRAPHY = [
  ...BIBLIOGRAPHIES.filter((format) => format !== 'ris'),
  ...(['md', 'rst', 'org', 'tex', 'typ', 'html', 'txt', 'docx', 'odt', 'rtf'] as const),
] satisfies FormatName[];

/** The targets of each source. */
export const CONVERSIONS: Engine['conversions'] = {
  ...table(MARKUP, [...TO_MARKUP, ...TO_DOCUMENTS]),
  ...table(KINDLE_BOOKS, [...TO_COMMON_MARKUP, ...TO_DOCUMENTS]),
  ...table(DOCUMENTS, EPUB_AND_MARKUP),
  // LibreOffice loses their pictures, and the look of their headings.
  ...table(['fb2'], [...TO_MARKUP, ...TO_DOCUMENTS]),
  ...table(OLD_DOCUMENTS, [...TO_COMMON_MARKUP, 'epub']),
  ...table(SLIDES, OF_SLIDES),
  ...table(SHEETS, OF_SHEETS),
  ...table(BIBLIOGRAPHIES, OF_BIBLIOGRAPHY),
};

function table(sources: readonly FormatName[], targets: readonly FormatName[]): Engine['conversions'] {
  return Object.fromEntries(sources.map((source) => [source, targets.filter((target) => target !== source)]));
}
