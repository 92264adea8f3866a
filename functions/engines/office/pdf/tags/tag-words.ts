import type { Word } from '../words/read-words.ts';
import type { TaggedText } from './tag.ts';

/** The height of the bands in which texts are searched for, in points. */
const BAND = 16;
/** How far a word may reach beyond its text, in points. */
const OFF = 1.5;
/** The least share of the words of a page that are tagged, so that tags count. */
const LEAST_TAGGED = 0.5;
/** The bound on comparisons, above which a page has no tags. */
const MOST_WORK = 20_000_000;

/** Gives words the tags of the texts at their places; on pages that are hardly tagged, none. */
export function tagWords(words: readonly Word[], texts: readonly TaggedText[] = []): readonly Word[] {
  if (texts.length === 0) return words;
  const bands = new Map<number, TaggedText[]>();
  let work = 0;
  for (const text of texts) {
    for (let band = Math.floor((text.top - OFF) / BAND); band * BAND <= text.bottom + OFF; band++) {
      if (++work > MOST_WORK) return words;
      const within = bands.get(band);
      if (within) within.push(text);
      else bands.set(band, [text]);
    }
  }
  const tagged: Word[] = [];
  let count = 0;
  for (const word of words) {
    const [x, y] = [(word.left + word.right) / 2, (word.top + word.bottom) / 2];
    const near = bands.get(Math.floor(y / BAND)) ?? [];
    work += near.length;
    if (work > MOST_WORK) return words;
    let found: TaggedText | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const text of near) {
      if (x < text.left - OFF || x > text.right + OFF || y < text.top - OFF || y > text.bottom + OFF) continue;
      const off = Math.abs(y - (text.top + text.bottom) / 2);
      if (off < least) [found, least] = [text, off];
    }
    tagged.push(found ? { ...word, tag: found.tag } : word);
    if (found) count++;
  }
  return count < LEAST_TAGGED * words.length ? words : tagged;
}
