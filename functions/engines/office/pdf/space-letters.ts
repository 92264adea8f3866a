import { Font } from '../../read/font.ts';
import type { Line, Run } from './page.ts';

/** Fonts of ours with the widths of those that documents name. */
const FILES: Readonly<Record<string, string>> = {
  Arial: 'LiberationSans',
  'Liberation Sans': 'LiberationSans',
  'Times New Roman': 'LiberationSerif',
  'Liberation Serif': 'LiberationSerif',
  'Courier New': 'LiberationMono',
  'Liberation Mono': 'LiberationMono',
};

/** Documents hold spaces between letters in steps of so many points (ECMA-376, 17.3.2.35). */
const STEP = 0.05;
/** Less than this is none, in points, and more than this part of the letters' size is no matter of letters. */
const LEAST = 0.02;
const MOST = 0.1;
/** How large raised letters are, of their line's. */
const RAISED = 0.58;

const fonts = new Map<string, Font>();

/**
 * Puts space between the letters of a line, so that it becomes as wide as it was on the page: a browser without
 * subpixel positions sets letters up to a tenth wider or narrower than their font says.
 * @param most points of space that there may be
 */
export function spaceLetters(line: Line, most = Number.POSITIVE_INFINITY): Line {
  const natural = line.runs.map(widthOf);
  const letters = line.runs.reduce((sum, { text }) => sum + text.length, 0);
  const size = Math.max(...line.runs.map(({ font }) => font.size));
  const space = (line.right - line.left - natural.reduce((sum, width) => sum + width, 0)) / letters;
  // A width that is not known is no number.
  if (!(Math.abs(space) >= LEAST && Math.abs(space) <= size * MOST && space <= most)) return line;
  const low = Math.floor(space / STEP);
  return { ...line, runs: divide(line.runs, Math.round((space / STEP - low) * letters), low) };
}

/** Gives the first words a step more than the others, as far as they have no more letters: a wider line would break. */
function divide(runs: readonly Run[], more: number, low: number): Run[] {
  const text = runs.map((run) => run.text).join('');
  let left = text.lastIndexOf(' ', more) + 1;
  return runs.flatMap((run) => {
    const [wide, narrow] = [run.text.slice(0, left), run.text.slice(left)];
    left -= wide.length;
    return [
      { ...run, text: wide, spacing: (low + 1) * STEP },
      { ...run, text: narrow, spacing: low * STEP },
    ].filter(({ text }) => text !== '');
  });
}

/** How wide its font makes a text, in points; NaN where that is not known. */
function widthOf({ text, font: { family, size }, bold, italic, raised }: Run): number {
  const file = FILES[family];
  if (!file || text.includes('\t')) return Number.NaN;
  const style = `${bold ? 'Bold' : ''}${italic ? 'Italic' : ''}` || 'Regular';
  const name = `${file}-${style}`;
  const font = fonts.get(name) ?? Font.readNow(name);
  fonts.set(name, font);
  let width = 0;
  for (const character of text) width += font.has(character) ? font.width(character) : Number.NaN;
  return width * size * (raised ? RAISED : 1);
}
