import {
  around,
  type Box,
  CAPTION,
  isBold,
  isBullet,
  isEntry,
  isInline,
  isMarked,
  isMono,
  isOneElement,
  isSection,
  isSource,
  type Line,
  median,
  sizeOf,
  textOf,
} from '../page.ts';
import type { Row } from '../words/join-lines.ts';
import { runsOf } from '../words/join-words.ts';
import type { Alignment, Paragraph } from './block.ts';

type Edges = Pick<Box, 'left' | 'right'>;

/**
 * Makes paragraphs of rows: a line belongs to the paragraph that it continues.
 * @param edges of the text, by which it is aligned
 * @param origin from where indents and tabs are counted, as the left of a wider column
 */
export function buildParagraphs(rows: readonly Row[], edges: Edges, origin = edges.left): Paragraph[] {
  const paragraphs: Row[][] = [];
  const listed = listedIn(rows);
  for (const row of rows) {
    const open = paragraphs.at(-1);
    if (open && !listed.has(row) && continues(open, row, edges)) open.push(row);
    else paragraphs.push([row]);
  }
  return paragraphs.map((paragraph, index) => {
    const level = levelOf(paragraph, paragraphs[index - 1], paragraphs[index + 1]);
    return { ...build(paragraph, edges, origin), ...(level !== undefined && { level }) };
  });
}

/** The least count of lines of an address or the like, how long they are at most, and how many begin as a name or number. */
const LIST_LINES = 3;
const LIST_LENGTH = 40;
const LISTED = 0.8;
const OF_LIST = /^\s*[\p{Lu}\d+]/u;

/** Rows that are lines of an address or the like, but for its first: short ones, nearly all of which begin as a name or number. */
function listedIn(rows: readonly Row[]): Set<Row> {
  const listed = new Set<Row>();
  let open: Row[] = [];
  const close = () => {
    const [, ...others] = open;
    const count = others.filter(([line]) => line && OF_LIST.test(textOf(line))).length;
    if (open.length >= LIST_LINES && count >= others.length * LISTED) for (const row of others) listed.add(row);
    open = [];
  };
  for (const row of rows) {
    const [[last], [line]] = [open.at(-1) ?? [], row];
    const isShort = line && row.length === 1 && line.level === undefined && textOf(line).length <= LIST_LENGTH;
    if (!isShort || (last && line.top - last.bottom > sizeOf(last) * 0.7)) close();
    if (isShort) open.push(row);
  }
  close();
  return listed;
}

/** The longest heading, in characters. */
const LONGEST_HEADING = 200;
/** The ends of lines that look like titles and are none. */
const NO_HEADING = /(?<!\.\.)[.,;:]\s*$/;

/** The tolerance of line ends in justified text, in points. */
const SAME = 0.6;
/** How many lines a text has at least that is set to edges of its own, and not centred. */
const LEAST_OF_BLOCK = 4;
/** How far apart lines of one element of the structure tree may be, by the size of their letters. */
const MOST_WITHIN = 3;
/** Lines of so many characters are of running text, which may be narrower than its region. */
const LONG = 45;
/** The beginning of a line in the midst of a sentence. */
export const MIDST = /^\s*\p{Ll}/u;
/** The end of a sentence. */
const SENTENCE_END = /[.!?:][”"')]?\s*$/;
/** The end of an entry of a table of contents: leaders and a page number. */
export const CONTENTS_END = /(?:\.{4}|(?:\. ){4}|\u2026{2})\s?[\divxlc]{1,5}\s*$/;

/** The level of a heading: by its size, or of a line alone above text that looks like a title. */
function levelOf(rows: readonly Row[], above?: readonly Row[], below?: readonly Row[]): number | undefined {
  const lines = rows.flat();
  const [first, text] = [lines[0], lines.map(textOf).join(' ')];
  if (!first || text.length > LONGEST_HEADING || !/\p{L}/u.test(text) || CONTENTS_END.test(text)) return undefined;
  if (lines.every(({ level }) => level !== undefined)) return first.level;
  const [next] = below?.[0] ?? [];
  const before = above?.at(-1)?.[0];
  if (lines.length > 2 || !next || NO_HEADING.test(text) || CAPTION.test(text)) return undefined;
  if (!isSection(text) && (isBold(first) ? isBold(next) : textOf(next).length < LONG)) return undefined;
  if (lines.length !== rows.length || (before && first.top - before.bottom < sizeOf(first) * 0.3)) return undefined;
  return lines.every(({ boldLevel }) => boldLevel !== undefined) ? first.boldLevel : undefined;
}

function continues(open: readonly Row[], row: Row, edges: Edges): boolean {
  const [last, line] = [open.at(-1)?.at(-1), row[0]];
  const entry = open[0] && isEntry(open[0]) ? open[0][1] : undefined;
  if (!last || !line || isInline(last) || isInline(line)) return false;
  if (open.slice(entry ? 1 : 0).some(({ length }) => length > 1) || row.length > 1) return false;
  const same = isOneElement(last, line);
  // Some programs tag each line as a paragraph.
  if (same === false && !(textOf(last).length >= LONG && MIDST.test(textOf(line)))) return false;
  const size = sizeOf(last);
  const width = edges.right - edges.left;
  if (isMono(last.runs) && isMono(line.runs)) return false;
  if (last.level !== line.level) return false;
  if (last.level !== undefined && !isMarked(textOf(line)) && line.top - last.bottom < size * 0.5) return true;
  if (Math.abs(sizeOf(line) - size) > size * 0.12) return false;
  const most = same
    ? last.bottom + size * MOST_WITHIN
    : Math.max(last.bottom + size * 0.7, last.bottom + size * 1.85 - (line.bottom - line.top));
  if (line.top > most || (!same && isMarked(textOf(line))) || CONTENTS_END.test(textOf(last))) return false;
  // Within a text, a line may begin with a reference to a source.
  if (!same && isSource(textOf(line)) && open[0]?.[0] && isSource(`${textOf(open[0][0])} `)) return false;
  // A little more than from line to line before is enough where a sentence ended.
  const usual = open.length > 1 ? leadingOf(open.flatMap(([first]) => first ?? [])) : Number.POSITIVE_INFINITY;
  if (!same && line.bottom - last.bottom > usual * 1.3 && SENTENCE_END.test(textOf(last))) return false;
  if (!entry && isCentred(last, edges) && isCentred(line, edges))
    return same || (line.top - last.bottom < size * 0.3 && isBold(last) === isBold(line));
  if (isFlushRight(last, edges) && isFlushRight(line, edges)) return false;
  // The line before had room for what begins this one: it ended on purpose.
  const firstWord = (/^\S+/.exec(textOf(line).trimStart())?.[0].length ?? 0) * size * 0.5;
  const long = [last, line].every((one) => textOf(one).length >= LONG);
  const right = long ? Math.max(around(open.flat()).right, line.right) : edges.right;
  if (right - last.right > firstWord + width * 0.08) return false;
  if (entry) return Math.abs(line.left - entry.left) < size * 0.8;
  const indented = line.left - (open[0]?.[0]?.left ?? line.left);
  return open.length > 1 ? line.left - last.left < size * 0.8 : Math.abs(indented) < size * 4;
}

/** Whether a line is right-aligned, as those of an address or a date. */
function isFlushRight(line: Line, { left, right }: Edges): boolean {
  return right - line.right < 2 && line.left - left > (right - left) * 0.2;
}

function isCentred(line: Line, { left, right }: Edges): boolean {
  const [before, behind] = [line.left - left, right - line.right];
  const width = right - left;
  return before > width * 0.06 && Math.abs(before - behind) < width * 0.04;
}

function build(rows: readonly Row[], edges: Edges, origin: number): Paragraph {
  const lines = rows.map((row) => joinTabbed(row));
  const [first, ...rest] = lines;
  const align = alignmentOf(rows, edges);
  const entry = rows[0] && isEntry(rows[0]) ? rows[0][1] : undefined;
  const indented = entry ? [entry] : rest.length > 0 ? rest : lines;
  const left = Math.min(...indented.map((line) => line.left)) - origin;
  const stands = align === 'start' || align === 'justify';
  const box = around(lines);
  const leading = leadingOf(lines);
  return {
    kind: 'paragraph',
    ...box,
    // What it takes when it is set anew: letters stand at the bottom of a line that is higher than they are.
    top: (first?.bottom ?? box.top) - leading,
    bottom: (first?.bottom ?? box.top) + (lines.length - 1) * leading,
    runs: runsOf(lines),
    lines,
    align,
    indent: stands ? Math.max(0, left) : 0,
    firstIndent: stands && first && indented !== lines ? first.left - origin - Math.max(0, left) : 0,
    room: edges.right - box.right,
    leading,
    tabs: (rows[0] ?? []).slice(1).map((line) => line.left - origin),
  };
}

/** Joins the parts of a line by tabs, which keep their gaps. */
function joinTabbed(row: Row): Line {
  const [first, ...others] = row;
  const tabbed = others.flatMap(({ runs: [next, ...more] }) =>
    next ? [{ ...next, text: `\t${next.text}` }, ...more] : [],
  );
  const runs = [...(first?.runs ?? []), ...tabbed];
  const [highlighted, furniture] = [row.every((line) => line.highlighted), row.every((line) => line.furniture)];
  return { ...around(row), runs, highlighted, furniture };
}

function leadingOf(lines: readonly Line[]): number {
  const [first] = lines;
  if (first && lines.length === 1)
    return Math.min(Math.max(first.bottom - first.top, sizeOf(first)), sizeOf(first) * 1.17);
  return median(lines.slice(1).map((line, index) => line.bottom - (lines[index]?.bottom ?? 0)));
}

function alignmentOf(rows: readonly Row[], edges: Edges): Alignment {
  if (rows.some(({ length }) => length > 1)) return 'start';
  const lines = rows.flat();
  const isListed = isBullet(textOf(lines[0] ?? { runs: [] }).slice(0, 1));
  if (!isListed && lines.every((line) => isCentred(line, edges)) && !isBlock(lines)) return 'center';
  if (lines.every((line) => isFlushRight(line, edges))) return 'end';
  const full = lines.slice(0, -1);
  const ends = full.map((line) => edges.right - line.right);
  const level = Math.max(...ends) < 1.5 && Math.max(...ends) - Math.min(...ends) < SAME;
  return full.length > 1 && level ? 'justify' : 'start';
}

/** Whether lines begin and end below each other, but for where the first begins and the last ends, wherever on the page. */
function isBlock(lines: readonly Line[]): boolean {
  const spread = (places: readonly number[]) => Math.max(...places) - Math.min(...places);
  const [starts, ends] = [lines.slice(1).map(({ left }) => left), lines.slice(0, -1).map(({ right }) => right)];
  return lines.length >= LEAST_OF_BLOCK && spread(starts) < SAME && spread(ends) < SAME;
}
