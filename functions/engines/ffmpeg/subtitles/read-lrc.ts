import { type Cue, nextStarts } from './cues.ts';

const TIME = /\s*\[(\d{1,4}):(\d{1,2})(?:[.:](\d{1,3}))?\]/y;
const WORD_TIMES = /<\d+:\d+(?:[.:]\d+)?>/g;

/** How long the last line stays, in seconds: the format does not say. */
const LAST_LINE = 4;

/** Parses LRC lyrics. A line is shown until the next one, and once for each of its times. */
export function readLrc(text: string): Cue[] {
  const lines = text
    .split(/\r\n?|\n/)
    .flatMap(readLine)
    .sort((a, b) => a.start - b.start);
  const next = nextStarts(lines);
  return lines
    .map(({ start, text: words }, index) => ({ start, end: next[index] ?? start + LAST_LINE, text: words }))
    .filter(({ text: words }) => words !== '');
}

function readLine(line: string): { start: number; text: string }[] {
  const starts: number[] = [];
  let end = 0;
  TIME.lastIndex = 0;
  for (let found = TIME.exec(line); found; found = TIME.exec(line)) {
    const [, minutes, seconds, fraction = '0'] = found;
    starts.push(Number(minutes) * 60 + Number(seconds) + Number(`0.${fraction}`));
    end = TIME.lastIndex;
  }
  const text = line.slice(end).replace(WORD_TIMES, '').trim();
  return starts.map((start) => ({ start, text }));
}
