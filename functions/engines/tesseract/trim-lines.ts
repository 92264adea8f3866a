import type { PlacedLine, ReadWord } from './read-lines.ts';

/** Lines of tables and the edges of paper at the ends of a line become bars and brackets, or short words of less confidence than this. */
const BARS = '|¦[]{}';
const [LEAST_CONFIDENCE, LONGEST] = [30, 4];

/** A line without what is noise at its ends, in a script with spaces between words. */
export function trimLine(line: PlacedLine): PlacedLine {
  const first = line.words.findIndex((word) => !isNoise(word));
  const last = line.words.findLastIndex((word) => !isNoise(word));
  const words = first < 0 ? [] : line.words.slice(first, last + 1);
  return { ...line, words, text: words.map(({ text }) => text).join(' ') };
}

function isNoise({ text, confidence }: ReadWord): boolean {
  return (
    (confidence < LEAST_CONFIDENCE && text.length <= LONGEST && !/\d.*\d/.test(text)) ||
    [...text].every((sign) => BARS.includes(sign))
  );
}
