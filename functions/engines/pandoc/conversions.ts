import type { FormatName } from '../../conversion/formats.ts';
import { conversionsOf, type Engine } from '../engine.ts';
import { sourcesOf } from '../office/families.ts';
import { BIBLIOGRAPHY_READERS, MARKUP_READERS } from './readers.ts';
import { MARKUP_WRITERS } from './writers.ts';

/** The formats of Kindle books. */
export const KINDLE_BOOKS = ['mobi', 'azw3'] as const satisfies readonly FormatName[];

/** Whether a format is that of a Kindle book. */
export function isKindleBook(format: FormatName): boolean {
  return KINDLE_BOOKS.some((book) => book === format);
}

const namesOf = (table: object) => Object.keys(table) as FormatName[];

/** Documents that LibreOffice converts to documents, and pandoc to markup. */
const DOCUMENTS: readonly FormatName[] = ['html', 'xhtml', 'docx', 'odt', 'epub', 'fb2', 'doc', 'rtf', 'fodt', 'pages'];

/** Documents of discontinued word processors. */
const OLD_DOCUMENTS: readonly FormatName[] = ['sxw', 'abw', 'wpd', 'wps', 'wri', 'sdw'];

/** Targets of slides, which LibreOffice extracts texts, tables and pictures from. */
const OF_SLIDES: readonly FormatName[] = ['md', 'html', 'txt', 'docx', 'odt', 'epub'];

/** Targets of sheets, which LibreOffice extracts cells from; HTML it writes itself. */
const OF_SHEETS: readonly FormatName[] = ['md', 'docx', 'odt', 'epub', 'tex', 'rst', 'org', 'typ', 'adoc', 'mediawiki'];

/** Markup that only pandoc writes. */
const TO_MARKUP = namesOf(MARKUP_WRITERS);

/** LibreOffice writes headings of EPUB as paragraphs. */
export const EPUB_AND_MARKUP: readonly FormatName[] = [...TO_MARKUP, 'epub'];

/** Markup for old documents and Kindle books. */
const TO_COMMON_MARKUP: readonly FormatName[] = ['md', 'rst', 'org', 'tex', 'typ', 'adoc', 'mediawiki', 'dbk', 'fb2'];

/** Documents that markup and Kindle books become; Chromium prints them to PDF. */
const TO_DOCUMENTS: readonly FormatName[] = ['html', 'txt', 'docx', 'odt', 'epub', 'rtf', 'doc'];

/** Targets of a bibliography: another one, or a document that lists its titles. */
const OF_BIBLIOGRAPHY: readonly FormatName[] = [
  ...(['bib', 'csljson', 'md', 'rst', 'org', 'tex', 'typ', 'html', 'txt', 'docx', 'odt', 'rtf'] as const),
];

/** The targets of each source. */
export const CONVERSIONS: Engine['conversions'] = {
  ...conversionsOf(namesOf(MARKUP_READERS), [...TO_MARKUP, ...TO_DOCUMENTS]),
  ...conversionsOf(KINDLE_BOOKS, [...TO_COMMON_MARKUP, ...TO_DOCUMENTS]),
  ...conversionsOf(DOCUMENTS, EPUB_AND_MARKUP),
  // LibreOffice loses their pictures, and the look of their headings.
  ...conversionsOf(['fb2'], [...TO_MARKUP, ...TO_DOCUMENTS]),
  ...conversionsOf(OLD_DOCUMENTS, [...TO_COMMON_MARKUP, 'epub']),
  ...conversionsOf(sourcesOf('slides'), OF_SLIDES),
  ...conversionsOf(sourcesOf('sheet'), OF_SHEETS),
  ...conversionsOf(namesOf(BIBLIOGRAPHY_READERS), OF_BIBLIOGRAPHY),
};
