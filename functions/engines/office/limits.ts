import { tooComplex } from '../refusals.ts';
import type { Family } from './families.ts';

/** What a document may cost. */
export const LIMITS = {
  /** The longest LibreOffice may take for a document, in seconds. */
  seconds: 120,
  /** Processor time of a document, in seconds: on a machine that is not busy, what takes longer reaches this first. */
  processorSeconds: 100,
  /** Processor time of a job: documents below 1 MB took at most 10 s, and one of 300 pages in 90 kB 5 s. */
  documentTime: { seconds: 40, secondsForMillion: 150, most: 600 },
  /** Processor time of a job that draws pages, or may read a PDF file: a small one may have 500 pages, which take 50 s. */
  processorTime: { seconds: 120, secondsForMillion: 60, most: 600 },
  /** The longest that drawing its pages may take after that, in seconds. */
  drawingSeconds: 180,
  /** The longest that closing a document may take, in seconds. */
  closingSeconds: 10,
  /** Memory for a document, in MB. */
  memory: 2300,
  /** Memory that LibreOffice may keep when a document is closed, in MB; above that it is restarted. */
  residentMemory: 700,
  /** The largest file that it may write, in MB. */
  fileSize: 1024,
} as const;

/** The size of a sheet. */
export const SHEET = { rows: 1_048_576, columns: 16_384 } as const;

/**
 * Refuses tables that are larger than a sheet, of which the rest would be lost.
 * @throws ConversionError TOO_COMPLEX
 */
export function checkTable({ rows, columns }: { readonly rows: number; readonly columns: number }): void {
  if (rows <= SHEET.rows && columns <= SHEET.columns) return;
  throw tooComplex(
    `The table has ${rows} rows and ${columns} columns; a sheet holds at most ${SHEET.rows} rows and ${SHEET.columns} columns. Split it first.`,
  );
}

/** More than a page of a sheet holds, whatever its paper. */
const SHEET_PAGE = { rows: 100, columns: 20 } as const;

/**
 * Refuses tables that fill more pages than are converted.
 * @throws ConversionError TOO_COMPLEX
 */
export function checkPages({ rows, columns }: { readonly rows: number; readonly columns: number }): void {
  const { count } = MOST_PARTS.text;
  if (Math.ceil(rows / SHEET_PAGE.rows) * Math.ceil(columns / SHEET_PAGE.columns) <= count) return;
  throw tooComplex(`The table of ${rows} rows and ${columns} columns fills more than ${count} pages. Split it first.`);
}

/** The most pages, sheets or slides that are converted. */
export const MOST_PARTS = {
  text: { count: 3000, name: 'pages' },
  sheet: { count: 1000, name: 'sheets' },
  slides: { count: 1000, name: 'slides' },
  drawing: { count: 1000, name: 'pages' },
  picture: { count: 1, name: 'pages' },
} as const satisfies Record<Family, { count: number; name: string }>;

/**
 * Refuses documents with too many pages, sheets or slides.
 * @throws ConversionError TOO_COMPLEX
 */
export function checkParts(family: Family, parts: number): void {
  const { count, name } = MOST_PARTS[family];
  if (parts <= count) return;
  throw tooComplex(`The file has ${parts} ${name}; at most ${count} are converted.`);
}
