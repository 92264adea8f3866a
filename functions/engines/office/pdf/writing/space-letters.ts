import { type Line, type Run, textOf } from '../page.ts';
import { drawnWidth } from './drawn-fonts.ts';

/** The step of letter spacing in documents, in points (ECMA-376, 17.3.2.35). */
const STEP = 0.05;
/** Less than this is none, in points, and more than this part of the letters' size is no matter of letters. */
const LEAST = 0.02;
const MOST = 0.1;
/** The size of superscripts, as a share of that of their line. */
const RAISED = 0.58;

/** Letters drawn wider than those on the page by more than this are scaled: with less space between them they would overlap. */
const NARROW = 0.93;
/** The narrowest scale of letters. */
const NARROWEST = 0.5;
/** Narrower ones need less than no space between them; and how small they become at most. */
const SQUEEZED = 0.8;
const SMALLEST = 0.3;
const CONDENSED = /cond|narrow|compress/i;

/** Scales the letters of lines in a font that is drawn with wider ones, as a condensed one is. */
export function narrowLetters(lines: readonly Line[]): readonly Line[] {
  const scale = scaleOf(lines);
  // An unknown width is NaN.
  if (!(scale < NARROW && scale >= NARROWEST)) return lines;
  return lines.map((line) => ({ ...line, runs: line.runs.map((run) => ({ ...run, scale })) }));
}

/** Makes squeezed letters of lines smaller, where they cannot be scaled: not those of a condensed font, which others may have. */
export function shrinkLetters(lines: readonly Line[]): readonly Line[] {
  const scale = Math.max(SMALLEST, scaleOf(lines));
  if (!(scale < SQUEEZED) || lines.some(({ runs }) => runs.some(({ font }) => CONDENSED.test(font.family))))
    return lines;
  const smaller = ({ font, ...run }: Run): Run => ({ ...run, font: { ...font, size: font.size * scale } });
  return lines.map((line) => ({ ...line, runs: line.runs.map(smaller) }));
}

/** The width of lines as a share of that in which they are drawn; NaN where it is not known. */
function scaleOf(lines: readonly Line[]): number {
  const width = lines.reduce((sum, line) => sum + line.right - line.left, 0);
  const drawn = lines.reduce((sum, line) => sum + drawnOf(line.runs), 0);
  return Math.round((width / drawn) * 100) / 100;
}

/**
 * Puts space between the letters of a line, so that it becomes as wide as it was on the page: in another font, or from a
 * browser without subpixel positions, which sets letters up to a tenth wider or narrower than their font says.
 */
export function spaceLetters(line: Line): Line {
  if (line.runs.some(({ field }) => field)) return line;
  const letters = textOf(line).length;
  const size = Math.max(...line.runs.map(({ font }) => font.size));
  const space = (line.right - line.left - drawnOf(line.runs)) / letters;
  // An unknown width is NaN.
  if (!(Math.abs(space) >= LEAST && Math.abs(space) <= size * MOST)) return line;
  const low = Math.floor(space / STEP);
  return { ...line, runs: divide(line.runs, Math.round((space / STEP - low) * letters), low) };
}

/** Gives the first words a step more than the others, as far as they have no more letters: a wider line would break. */
function divide(runs: readonly Run[], more: number, low: number): Run[] {
  let left = textOf({ runs }).lastIndexOf(' ', more) + 1;
  return runs.flatMap((run) => {
    const [wide, narrow] = [run.text.slice(0, left), run.text.slice(left)];
    left -= wide.length;
    return [
      { ...run, text: wide, spacing: (low + 1) * STEP },
      { ...run, text: narrow, spacing: low * STEP },
    ].filter(({ text }) => text !== '');
  });
}

const drawnOf = (runs: readonly Run[]) => runs.reduce((sum, run) => sum + widthOf(run), 0);

/** The width of a text in its font, in points; NaN where that is not known. */
export function widthOf(run: Run): number {
  return drawnWidth(run) * run.font.size * (run.raised ? RAISED : 1) * (run.scale ?? 1);
}
