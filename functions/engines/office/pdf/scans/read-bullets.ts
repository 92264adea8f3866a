import { componentsOf, inkIn } from '../graphics/components.ts';
import type { Pixels } from '../graphics/pixels.ts';
import { around } from '../page.ts';
import type { Word } from '../words/read-words.ts';
import { areCrowded, pixelBox } from './ink.ts';

/** Darker pixels are ink. */
const DARK = 128;
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
  const parts = [...componentsOf(inkIn(page, DARK, pixelBox(word, page, scale)))];
  if (parts.length === 0) return false;
  const { left, right, top, bottom } = around(parts.map(({ box }) => box));
  const count = parts.reduce((sum, { cells }) => sum + cells.length, 0);
  const [across, down] = [right - left, bottom - top];
  const [short, long] = [Math.min(across, down), Math.max(across, down)];
  const size = long / scale / (word.bottom - word.top);
  return size > LEAST && size < MOST && long < ROUND * short && count > FILLED * across * down;
}
