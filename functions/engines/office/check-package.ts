import type { FormatName } from '../../conversion/formats.ts';
import { openZip } from '../../detection/document-zip.ts';
import { piecesOf } from '../markup.ts';
import { DEEPEST_TABLE, LONGEST_PARAGRAPH, PAGE, tooComplex } from './check-complexity.ts';
import { inspect } from './inspect.ts';
import { MOST_PARTS } from './limits.ts';

/** Where the text of a document stands in its package. */
const TEXTS: Partial<Record<FormatName, string>> = { docx: 'word/document.xml', odt: 'content.xml' };
/** A text whose XML is larger than this is left to LibreOffice, in bytes. */
const LARGEST_TEXT = 64 * 1024 * 1024;
/** Cells of all tables, of which each is laid out by itself. */
const MOST_CELLS = 300_000;

/** What Word and OpenDocument call the same. */
const [TABLES, ROWS, CELLS] = [new Set(['tbl', 'table']), new Set(['tr', 'table-row']), new Set(['tc', 'table-cell'])];

/**
 * Refuses documents that fill more pages than are converted, or that take LibreOffice hours to lay out.
 * @throws ConversionError TOO_COMPLEX
 */
export function checkPackage(path: string, format: FormatName): void {
  const name = TEXTS[format];
  if (name === undefined) return;
  const xml = inspect(path, (read, size) => openZip(read, size).data(name, LARGEST_TEXT)?.toString('latin1'));
  if (xml !== undefined) checkDocument(xml);
}

/** @throws ConversionError TOO_COMPLEX */
export function checkDocument(xml: string): void {
  let [depth, lines, cells, characters, squares] = [0, 0, 0, 0, 0];
  for (const { kind, name, start, end } of piecesOf(xml)) {
    if (kind === 'text') characters += end - start;
    else if (TABLES.has(name)) depth += kind === 'close' ? -1 : Number(xml[end - 2] !== '/');
    else if (name === 'p') {
      // Paragraphs of a row stand beside each other.
      if (kind === 'open' && depth <= 0) lines++;
      squares += characters ** 2;
      characters = 0;
    } else if (kind === 'open' && ROWS.has(name)) lines++;
    else if (kind === 'open' && CELLS.has(name)) cells++;
    if (depth > DEEPEST_TABLE)
      throw tooComplex(`The document has tables within tables, more than ${DEEPEST_TABLE} deep. Simplify it first.`);
  }
  const { count } = MOST_PARTS.text;
  if (lines > count * PAGE.lines) throw tooComplex(`The document fills more than ${count} pages. Split it first.`);
  if (cells > MOST_CELLS)
    throw tooComplex(`The document has tables of more than ${MOST_CELLS} cells. Split them first.`);
  if (squares > LONGEST_PARAGRAPH ** 2)
    throw tooComplex(`The document has paragraphs of more than ${LONGEST_PARAGRAPH} characters. Divide them first.`);
}
