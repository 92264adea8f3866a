import type { FormatName } from '../../conversion/formats.ts';
import type { Options } from '../../conversion/options.ts';
import type { Quality } from '../../conversion/quality.ts';
import { hasFormat } from '../engine.ts';
import type { DrawnTarget } from '../poppler/pdf-targets.ts';
import { filterOptions } from './results/filter-options.ts';
import { pdfOptions } from './results/pdf-options.ts';

/** What LibreOffice opens a file as, in the helper's words; a `picture` is a drawing of a single picture. */
export type Family = 'text' | 'sheet' | 'slides' | 'drawing' | 'picture';

/** The formats that LibreOffice reads, each with its family. */
export const SOURCES = {
  docx: 'text',
  doc: 'text',
  odt: 'text',
  fodt: 'text',
  rtf: 'text',
  html: 'text',
  xhtml: 'text',
  txt: 'text',
  json: 'text',
  ndjson: 'text',
  xml: 'text',
  yaml: 'text',
  toml: 'text',
  ics: 'text',
  vcf: 'text',
  geojson: 'text',
  kml: 'text',
  gpx: 'text',
  epub: 'text',
  sxw: 'text',
  abw: 'text',
  fb2: 'text',
  wpd: 'text',
  pages: 'text',
  wps: 'text',
  wri: 'text',
  sdw: 'text',
  eml: 'text',
  msg: 'text',
  xlsx: 'sheet',
  xlsb: 'sheet',
  xls: 'sheet',
  ods: 'sheet',
  fods: 'sheet',
  csv: 'sheet',
  tsv: 'sheet',
  sxc: 'sheet',
  slk: 'sheet',
  dif: 'sheet',
  gnumeric: 'sheet',
  numbers: 'sheet',
  wk1: 'sheet',
  qpw: 'sheet',
  sdc: 'sheet',
  pptx: 'slides',
  ppt: 'slides',
  odp: 'slides',
  fodp: 'slides',
  sxi: 'slides',
  key: 'slides',
  sdd: 'slides',
  odg: 'drawing',
  fodg: 'drawing',
  sxd: 'drawing',
  vsdx: 'drawing',
  vsd: 'drawing',
  pub: 'drawing',
  cdr: 'drawing',
  sda: 'drawing',
  wmf: 'picture',
  emf: 'picture',
} as const satisfies Partial<Record<FormatName, Family>>;

export type Source = keyof typeof SOURCES;

/** The formats of some families. */
export function sourcesOf(...families: readonly Family[]): Source[] {
  return (Object.keys(SOURCES) as Source[]).filter((source) => families.includes(SOURCES[source]));
}

/** Formats that are also converted to themselves, in another encoding or notation. */
const PLAIN_TEXTS: readonly FormatName[] = ['txt', 'csv', 'tsv'];

/** Whether a format is plain text or delimited text. */
export const isPlain = (format: FormatName) => PLAIN_TEXTS.includes(format);

/** Data that documents show as its text. */
const DATA: readonly FormatName[] = ['json', 'ndjson', 'xml', 'yaml', 'toml', 'ics', 'vcf', 'geojson', 'kml', 'gpx'];

/** Whether a format is data in a text, which is plain text already. */
export const isDataText = (format: FormatName) => DATA.includes(format);

/** The formats that LibreOffice decrypts with a password; not those of PowerPoint until 2003. */
export const DECRYPTABLE: readonly FormatName[] = ['docx', 'doc', 'odt', 'xlsx', 'xls', 'ods', 'pptx', 'odp', 'odg'];

/** LibreOffice reads its own flat XML of these as empty cells: they cannot be edited. */
export const UNREADABLE_WHEN_FLAT: readonly FormatName[] = ['wk1', 'qpw'];

/** How LibreOffice writes a target. */
export interface ExportFilter {
  /** LibreOffice's name of the format. @default the format's name */
  readonly format?: string;
  /** The options of the filter, by those of the client. */
  readonly options?: (quality: Quality, asked: Options) => string;
  /** Each page or sheet is a file of its own. @default all in one file */
  readonly each?: 'picture' | 'table';
  /** A text, of which we remove the byte order mark. */
  readonly plain?: true;
  /** LibreOffice writes this format, and another engine converts it to the target. */
  readonly intermediate?: 'pdf' | 'png';
}

/** Separator and quote as character codes, UTF-8, from line 1, texts quoted where needed, values as a cell shows them. */
const csvFilter = (separator: number): ExportFilter => ({
  format: 'csv',
  options: () => `${separator},34,76,1,,0,false,true,false`,
  each: 'table',
});

const PDF: ExportFilter = { options: (quality, asked) => pdfOptions(quality, asked, false) };

/** Tags mark headings, lists and tables for screen readers. They would make sheets many times larger. */
const TAGGED_PDF: ExportFilter = { options: (quality, asked) => pdfOptions(quality, asked, true) };

/** A PDF that pictures are drawn from: with hidden slides, and nearly lossless. */
const PAGES: ExportFilter = {
  options: () =>
    filterOptions({ Quality: 95, ReduceImageResolution: true, MaxImageResolution: 600, ExportHiddenSlides: true }),
  intermediate: 'pdf',
};
const DRAWN = {
  jpg: PAGES,
  png: PAGES,
  webp: PAGES,
  tiff: PAGES,
  gif: PAGES,
  bmp: PAGES,
  svg: PAGES,
} as const satisfies Partial<Record<DrawnTarget, ExportFilter>>;

/** A picture that LibreOffice draws, converted as any picture is. */
const PICTURE: ExportFilter = { each: 'picture', intermediate: 'png' };
const HTML: ExportFilter = { options: () => 'EmbedImages' };
const PLAIN: ExportFilter = {};

/** The targets of each family. */
export const TARGETS = {
  text: {
    pdf: TAGGED_PDF,
    docx: PLAIN,
    odt: PLAIN,
    doc: PLAIN,
    rtf: PLAIN,
    html: HTML,
    xhtml: PLAIN,
    txt: { options: () => 'UTF8', plain: true },
    epub: PLAIN,
    fodt: PLAIN,
    ...DRAWN,
  },
  sheet: {
    pdf: PDF,
    xlsx: PLAIN,
    ods: PLAIN,
    xls: PLAIN,
    fods: PLAIN,
    csv: csvFilter(44),
    tsv: csvFilter(9),
    html: HTML,
    xhtml: PLAIN,
    ...DRAWN,
  },
  slides: { pdf: TAGGED_PDF, pptx: PLAIN, odp: PLAIN, ppt: PLAIN, fodp: PLAIN, ...DRAWN },
  drawing: { pdf: PDF, odg: PLAIN, ...DRAWN },
  picture: {
    pdf: PDF,
    svg: PLAIN,
    png: { each: 'picture' },
    jpg: PICTURE,
    webp: PICTURE,
    gif: PICTURE,
    tiff: PICTURE,
    bmp: PICTURE,
  },
} as const satisfies Record<Family, Partial<Record<FormatName, ExportFilter>>>;

/** The export filter of a target, or nothing where the family has no such target. */
export function exportFilterOf(family: Family, target: FormatName): ExportFilter | undefined {
  const filters: Partial<Record<FormatName, ExportFilter>> = TARGETS[family];
  return filters[target];
}

/** Whether a target is a PDF file, or pictures of its pages. */
export function isPaged(target: FormatName): boolean {
  return target === 'pdf' || hasFormat(DRAWN, target);
}
