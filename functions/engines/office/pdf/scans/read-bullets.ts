import type { Pixels } from '../pixels.ts';
import type { Word } from '../read-words.ts';
import { areCrowded, inkIn } from './ink.ts';

/** The sides of a bullet, as shares of the height of its line; how much longer one may be than the other. */
const [LEAST, MOST, ROUND] = [0.18, 0.6, 1.35];
/** The share of its box that a bullet fills: letters fill less. */
const FILLED = 0.7;

/** Words of one letter that are bullets in the picture: text recognition takes them for letters like e. */
export function readBullets(words: readonly Word[], page: Pixels, scale: number): Word[] {
  if (areCrowded(words, page, scale)) return [...words];
  return words.map((word) => (word.text.length === 1 && isBullet(word, page, scale) ? { ...word, text: '•' } : word));
}

function isBullet(word: Word, page: Pixels, scale: number): boolean {
  const ink = inkIn(word, page, scale);
  if (!ink || ink.share < FILLED) return false;
  const sides = [ink.right - ink.left, ink.bottom - ink.top];
  const [short, long] = [Math.min(...sides), Math.max(...sides)];
  const size = long / (word.bottom - word.top);
  return size > LEAST && size < MOST && long < ROUND * short;
}
