import type { Paragraph } from '../blocks/block.ts';
import { MIDST } from '../blocks/build-paragraphs.ts';
import { around, type Line, textOf } from '../page.ts';
import type { OdtPlace } from './odt-place.ts';
import { widthOf } from './space-letters.ts';

/** A word that has less room than this more than there is, in points, may find it in another program. */
const TIGHT = 3;
/** What programs add to a page that is nearly as large as a sheet of paper, in points. */
const SHEET = 0.6;

/**
 * How much narrower a paragraph is set, so that its lines end where they did: that no line has room for the first word of
 * the next is a matter of less than a point at times.
 * @param lines with the spaces between their letters
 */
export function keepBreaks(lines: readonly Line[], { align, room }: Pick<Paragraph, 'align' | 'room'>): number {
  if (align !== 'start' || lines.length < 2) return 0;
  const longest = around(lines).right;
  const next = lines
    .slice(1)
    .reduce((least, line, at) => Math.min(least, (lines[at]?.right ?? 0) + firstWord(line)), Number.POSITIVE_INFINITY);
  // An unknown width is NaN.
  return next > longest && next - longest < room + TIGHT ? Math.max(0, room + SHEET - (next - longest) / 2) : 0;
}

/** How much more room than the next word needs a line had that ended on purpose, as a share of the width there is. */
const ON_PURPOSE = 0.08;
/** On a slide nothing flows, and a line breaks where it did; in points. */
const ON_SLIDE = 4;

/** Lines with a break behind those of a heading or the like that had room for the next word, and behind centred ones, as of authors, but in a cell or a sentence. */
export function breakLines(
  lines: readonly Line[],
  { align, room, left, right, level }: Paragraph,
  { slide, tight = 0 }: Pick<OdtPlace, 'slide' | 'tight'>,
): readonly Line[] {
  const least = slide ? ON_SLIDE : ON_PURPOSE * (right - left + room);
  return lines.map((line, at) => {
    const [next, last] = [lines[at + 1], line.runs.at(-1)];
    const free = (room + right - line.right) * (align === 'center' ? 2 : 1);
    const isAlone = tight === 0 && align === 'center' && level === undefined && next && !MIDST.test(textOf(next));
    const early = next && align !== 'end' && (isAlone || free > firstWord(next) + least);
    return early && last ? { ...line, runs: [...line.runs.slice(0, -1), { ...last, text: `${last.text}\n` }] } : line;
  });
}

/** The width of the first word of a line, with a space before it. */
function firstWord({ runs }: Line): number {
  const [word = ''] = textOf({ runs }).trimStart().split(' ', 1);
  const [run] = runs;
  if (!run) return Number.NaN;
  const text = ` ${word}`;
  return widthOf({ ...run, text }) + text.length * (run.spacing ?? 0);
}
