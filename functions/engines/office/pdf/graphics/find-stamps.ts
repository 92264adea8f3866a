import { areaOf, around, type Box, isMiddleIn, overlaps } from '../page.ts';
import { heightsOf, levelWords } from '../words/level-words.ts';
import type { Word } from '../words/read-words.ts';

/** The longest fragments of text along a curve, in letters, and how many of them are such a text. */
const [LONGEST, LEAST] = [3, 8];
/** The share of the words in a stamp that are fragments. */
const MOSTLY = 0.7;
/** The largest share of a page that is a stamp, and its least side in points. */
const [MOST, LEAST_SIDE] = [0.06, 24];
/** Pages are not looked at where this is less than their fragments times what is drawn. */
const MOST_WORK = 10_000_000;

/** A stamp or a seal with its words. */
export interface Stamp {
  readonly box: Box;
  readonly words: ReadonlySet<Word>;
}

/**
 * Finds small drawings whose words run along a curve, such as seals: Poppler gives these as letters in no line.
 * @param partsOf finds the parts of what is drawn on the page without its words
 */
export function findStamps(
  { words, width, height }: { readonly words: readonly Word[]; readonly width: number; readonly height: number },
  partsOf: () => readonly Box[],
): Stamp[] {
  const level = levelWords(words);
  const fragments = words.filter((word) => word.text.length <= LONGEST && !level.has(word));
  if (fragments.length < LEAST) return [];
  const parts = partsOf().filter(
    (part) =>
      areaOf(part) < MOST * width * height && Math.min(part.right - part.left, part.bottom - part.top) >= LEAST_SIDE,
  );
  if (parts.length * words.length > MOST_WORK) return [];
  const stamps: Stamp[] = [];
  for (const part of parts.sort((a, b) => areaOf(b) - areaOf(a))) {
    if (stamps.some(({ box }) => overlaps(box, part))) continue;
    if (fragments.filter((word) => isMiddleIn(word, part)).length < LEAST) continue;
    const within = words.filter((word) => isMiddleIn(word, part));
    // Those of a table are as high as others of their row.
    const rows = Map.groupBy(within, heightsOf);
    const curved = within.filter((word) => word.text.length <= LONGEST && rows.get(heightsOf(word))?.length === 1);
    if (curved.length >= MOSTLY * within.length)
      stamps.push({ box: around([part, ...within]), words: new Set(within) });
  }
  return stamps;
}
