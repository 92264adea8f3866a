import type { Word } from '../words/read-words.ts';
import type { TaggedText } from './tag.ts';

/** How far a word may reach beyond its text, in points. */
const OFF = 1.5;
/** The least share of the words of a page that are tagged, so that tags count. */
const LEAST_TAGGED = 0.5;
/** The bound on comparisons, above which a page has no tags. */
const MOST_WORK = 20_000_000;

/** Gives words the tags of the texts at their places; on pages that are hardly tagged, none. */
export function tagWords(words: readonly Word[], texts: readonly TaggedText[] = []): readonly Word[] {
  if (words.length * texts.length > MOST_WORK) return words;
  const tagged = words.map((word) => {
    const text = textAt(word, texts);
    return text ? { ...word, tag: text.tag } : word;
  });
  const count = tagged.filter(({ tag }) => tag).length;
  return count < LEAST_TAGGED * words.length ? words : tagged;
}

/** The text at the place of a word; of several, the one whose line is nearest. */
function textAt(word: Word, texts: readonly TaggedText[]): TaggedText | undefined {
  const [x, y] = [(word.left + word.right) / 2, (word.top + word.bottom) / 2];
  const near = texts.filter(
    ({ left, right, top, bottom }) => x >= left - OFF && x <= right + OFF && y >= top - OFF && y <= bottom + OFF,
  );
  const offOf = ({ top, bottom }: TaggedText) => Math.abs(y - (top + bottom) / 2);
  return near.reduce<TaggedText | undefined>((a, b) => (a && offOf(a) <= offOf(b) ? a : b), undefined);
}
