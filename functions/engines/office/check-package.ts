import { readFileSync, statSync } from 'node:fs';
import type { FormatName } from '../../conversion/formats.ts';
import { openZip } from '../../detection/document-zip.ts';
import { piecesOf } from '../markup.ts';
import { DEEPEST_TABLE, LONGEST_PARAGRAPH, PAGE, tooComplex } from './check-complexity.ts';
import { checkDrawing } from './check-drawing.ts';
import { inspect } from './inspect.ts';
import { MOST_PARTS } from './limits.ts';

/** What is looked at of a format: a file of its package, or all of what is no package, and how. */
interface Look {
  readonly name?: string;
  readonly check: (xml: string) => void;
}

const SLIDES: Look = { name: 'content.xml', check: (xml) => checkDrawing(xml, 'slides') };
const DRAWINGS: Look = { name: 'content.xml', check: (xml) => checkDrawing(xml, 'drawing') };

const LOOKS: Partial<Record<FormatName, Look>> = {
  docx: { name: 'word/document.xml', check: checkDocument },
  odt: { name: 'content.xml', check: checkDocument },
  sxw: { name: 'content.xml', check: checkDocument },
  fodt: { check: checkDocument },
  pptx: { name: 'ppt/presentation.xml', check: (xml) => checkDrawing(xml, 'slides') },
  odp: SLIDES,
  sxi: SLIDES,
  fodp: { check: SLIDES.check },
  odg: DRAWINGS,
  sxd: DRAWINGS,
  fodg: { check: DRAWINGS.check },
};
/** A text whose XML is larger than this is left to LibreOffice, in bytes. */
const LARGEST_TEXT = 64 * 1024 * 1024;
/** Cells of all tables, of which each is laid out by itself. */
const MOST_CELLS = 300_000;
/** Sections, each of which is compared with all others: 5000 take four seconds, 20,000 a minute. */
const MOST_SECTIONS = 5000;

/** What Word and OpenDocument call the same. */
const [TABLES, ROWS, CELLS] = [new Set(['tbl', 'table']), new Set(['tr', 'table-row']), new Set(['tc', 'table-cell'])];

/**
 * Refuses documents that have more pages than are converted, or that take LibreOffice hours to lay out.
 * @throws ConversionError TOO_COMPLEX
 */
export function checkPackage(path: string, format: FormatName): void {
  const look = LOOKS[format];
  if (!look) return;
  const { name, check } = look;
  const xml = name === undefined ? readFlat(path) : readEntry(path, name);
  if (xml !== undefined) check(xml);
}

function readEntry(path: string, name: string): string | undefined {
  return inspect(path, (read, size) => openZip(read, size).data(name, LARGEST_TEXT)?.toString('latin1'));
}

function readFlat(path: string): string | undefined {
  return statSync(path).size > LARGEST_TEXT ? undefined : readFileSync(path, 'latin1');
}

/** @throws ConversionError TOO_COMPLEX */
export function checkDocument(xml: string): void {
  let [depth, lines, cells, sections, characters, squares] = [0, 0, 0, 0, 0, 0];
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
    else if (kind === 'open' && name === 'section') sections++;
    if (depth > DEEPEST_TABLE)
      throw tooComplex(`The document has tables within tables, more than ${DEEPEST_TABLE} deep. Simplify it first.`);
  }
  const { count } = MOST_PARTS.text;
  if (lines > count * PAGE.lines) throw tooComplex(`The document fills more than ${count} pages. Split it first.`);
  if (cells > MOST_CELLS)
    throw tooComplex(`The document has tables of more than ${MOST_CELLS} cells. Split them first.`);
  if (sections > MOST_SECTIONS)
    throw tooComplex(`The document has ${sections} sections; at most ${MOST_SECTIONS} are converted. Split it first.`);
  if (squares > LONGEST_PARAGRAPH ** 2)
    throw tooComplex(`The document has paragraphs of more than ${LONGEST_PARAGRAPH} characters. Divide them first.`);
}
