import { isBold, isMono, isSection, type Line, type Page, type Run, sizeOf, textOf } from '../page.ts';
import { markFurniture } from './mark-furniture.ts';

/** Levels of headings; those that are only bold have the last. */
export const LEVELS = 6;
const SIZE_LEVELS = LEVELS - 1;
/** The least ratio of a heading's font size to that of the text, and its longest line in characters. */
const LARGER = 1.12;
const LONGEST = 200;
/** Font sizes within this ratio are the same. */
const ALIKE = 1.04;

/** The font of most of a document. */
interface BodyText {
  readonly size: number;
  readonly bold: boolean;
  readonly mono: boolean;
}

/** Marks headings, headers and footers, which only the whole document shows. */
export function markLines<P extends Page>(pages: readonly P[]): P[] {
  const known = markFurniture(pages);
  const lines = known.flatMap((page) => page.lines.filter(({ furniture }) => !furniture));
  const body = bodyOf(lines);
  const tagged = lines.some(({ tag }) => tag?.level !== undefined);
  const authors = authorsOf(known[0]?.lines ?? [], body);
  const sizes = headingSizes(
    lines.filter((line) => !authors.has(line)),
    body,
  );
  return known.map((page) => ({
    ...page,
    lines: page.lines.map((line) => markLine(line, { body, sizes, author: authors.has(line), tagged })),
  }));
}

function markLine(
  line: Line,
  { body, sizes, author, tagged }: { body: BodyText; sizes: readonly number[]; author: boolean; tagged: boolean },
): Line {
  const runs = body.mono ? line.runs.map(withoutMono) : line.runs;
  if (tagged && line.tag) return { ...line, runs, ...(line.tag.level && { level: line.tag.level }) };
  if (line.furniture || author || !isShort(line)) return { ...line, runs };
  const at = sizes.findIndex((size) => isAlike(sizeOf(line), size));
  const titled = (!body.bold && isBold(line)) || isTitle(line);
  const sized = at >= 0 && { level: at + 1 };
  return { ...line, runs, ...sized, ...(titled && { boldLevel: Math.min(LEVELS, sizes.length + 1) }) };
}

const CAPITALS = /^[\p{Lu}\p{N}\s.,:&'’()/\u2013-]+$/u;

/** Whether a line is in capitals, or is a numbered one in italics, as titles of sections are that are not bold. */
function isTitle(line: Line): boolean {
  const text = textOf(line);
  const italic = line.runs.every((run) => run.italic || run.text.trim() === '');
  return (italic && isSection(text)) || (CAPITALS.test(text) && /\p{Lu}{5}/u.test(text) && !isMono(line.runs));
}

/** Removes monospace where all text has it. */
function withoutMono({ font: { mono: _, ...font }, ...run }: Run): Run {
  return { ...run, font };
}

const isShort = (line: Line) => textOf(line).length <= LONGEST;
const isAlike = (a: number, b: number) => Math.max(a, b) < Math.min(a, b) * ALIKE;

function bodyOf(lines: readonly Line[]): BodyText {
  const runs = lines.flatMap((line) => line.runs);
  const mostOf = <T>(partOf: (run: Run) => T, otherwise: T): T => {
    const counts = new Map<T, number>();
    for (const run of runs) counts.set(partOf(run), (counts.get(partOf(run)) ?? 0) + run.text.length);
    const [most] = [...counts].sort(([, a], [, b]) => b - a);
    return most ? most[0] : otherwise;
  };
  return {
    size: mostOf(({ font }) => font.size, 10),
    bold: mostOf(({ bold }) => bold, false),
    mono: mostOf(({ font }) => font.mono === true, false),
  };
}

const isLarge = (line: Line, { size }: BodyText) => sizeOf(line) > size * LARGER;

/** The font sizes of headings, the largest first. */
function headingSizes(lines: readonly Line[], body: BodyText): number[] {
  const large = lines.filter((line) => isLarge(line, body) && isShort(line) && /\p{L}/u.test(textOf(line)));
  const sizes = [...new Set(large.map(sizeOf))].sort((a, b) => b - a);
  return sizes.filter((size, at) => at === 0 || !isAlike(size, sizes[at - 1] ?? 0)).slice(0, SIZE_LEVELS);
}

/** The lines of authors below the title: larger than the text, smaller than the title, not bold. */
function authorsOf(lines: readonly Line[], body: BodyText): Set<Line> {
  const sorted = [...lines].sort((a, b) => a.top - b.top);
  const title = sorted.find((line) => isLarge(line, body));
  if (!title) return new Set();
  const size = sizeOf(title);
  const below = sorted.slice(sorted.indexOf(title) + 1).filter((line) => !isAlike(sizeOf(line), size));
  const end = below.findIndex(
    (line) => !isLarge(line, body) || sizeOf(line) > size || line.runs.some(({ bold }) => bold),
  );
  const large = below.slice(0, Math.max(end, 0));
  const centre = (line: Line) => (line.left + line.right) / 2;
  const centred = large.every((line) => Math.abs(line.left - title.left) > 3);
  const around = large.reduce((sum, line) => sum + centre(line), 0) / Math.max(1, large.length);
  return new Set(centred && Math.abs(around - centre(title)) < 12 ? large : []);
}
