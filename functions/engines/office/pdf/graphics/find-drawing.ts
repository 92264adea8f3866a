import { areaOf, around, type Box } from '../page.ts';
import type { FoundPage } from '../reading/found-page.ts';
import { countWords, type Figure, isProse } from './figure.ts';
import { gridOf } from './find-pictures.ts';
import type { Rule, Rules } from './find-rules.ts';
import type { Ground } from './pixels.ts';

/** The least count of rules and of labels on a drawing, and the share of lines that are labels, of so many words. */
const LEAST_RULES = 100;
const LEAST_LABELS = 12;
const MOSTLY = 0.9;
const LABEL = 2;
/** The largest share of a page that its words cover, and the least that is drawn and no rule, in cells of so many points. */
const [MOST_TEXT, LEAST_DRAWN, CELL] = [0.02, 0.005, 3];

/**
 * Finds whether a page is one drawing, such as a plan or a technical drawing: it has many lines, and few words, each alone.
 * Its lines would be read as tables.
 * @param partsOf finds the parts of what is drawn on the page without its words
 */
export function findDrawing(
  { upright, words, rules, width, height }: Pick<FoundPage, 'upright' | 'words' | 'rules' | 'width' | 'height'>,
  ground: Ground,
  partsOf: () => readonly Box[],
): Figure | undefined {
  if (rules.across.length + rules.down.length < LEAST_RULES || upright.length < LEAST_LABELS) return undefined;
  const labels = upright.filter((line) => countWords(line) <= LABEL);
  if (labels.length < upright.length * MOSTLY || upright.some(isProse)) return undefined;
  const text = words.reduce((sum, word) => sum + areaOf(word), 0);
  if (text > width * height * MOST_TEXT || drawnBeside(rules, ground) < LEAST_DRAWN) return undefined;
  return { ...around([...upright, ...partsOf()]), lines: upright };
}

/** The share of a page on which something is drawn that is no rule, such as arcs and slanting lines. */
function drawnBeside({ across, down }: Rules, { pixels, scale }: Ground): number {
  const side = Math.max(1, Math.round(CELL * scale));
  const { columns, rows, inked } = gridOf(pixels, side);
  const cellAt = (place: number) => Math.floor((place * scale) / side);
  // A rule lies in a cell, or between two.
  const erase = ({ at, from, to }: Rule, [along, beside]: readonly [number, number]) => {
    for (let near = cellAt(at) - 1; near <= cellAt(at) + 1; near++)
      for (let cell = cellAt(from); cell <= cellAt(to); cell++) inked[near * beside + cell * along] = 0;
  };
  for (const rule of across) erase(rule, [1, columns]);
  for (const rule of down) erase(rule, [columns, 1]);
  return inked.reduce((sum, cell) => sum + cell, 0) / (columns * rows);
}
