import type { Cue } from './cues.ts';

const TIME = /^\s*\[(\d{1,4}):(\d{1,2})(?:[.:](\d{1,3}))?\]/;
const WORD_TIMES = /<\d+:\d+(?:[.:]\d+)?>/g;

/** How long the last line stays, in seconds: the format does not say. */
const LAST_LINE = 4;

/** Reads lyrics with times. A line is shown until the next one; a line with several times is sung several times. */
export function readLrc(text: string): Cue[] {
  const lines = text
    .split(/\r\n?|\n/)
    .flatMap(readLine)
    .sort((a, b) => a.start - b.start);
  return lines
    .map(({ start, text: words }) => ({
      start,
      end: lines.find((later) => later.start > start)?.start ?? start + LAST_LINE,
      text: words,
    }))
    .filter(({ text: words }) => words !== '');
}

function readLine(line: string): { start: number; text: string }[] {
  const starts: number[] = [];
  let rest = line;
  for (let found = TIME.exec(rest); found; found = TIME.exec(rest)) {
    const [all, minutes, seconds, fraction = '0'] = found;
    starts.push(Number(minutes) * 60 + Number(seconds) + Number(`0.${fraction}`));
    rest = rest.slice(all.length);
  }
  const text = rest.replace(WORD_TIMES, '').trim();
  return starts.map((start) => ({ start, text }));
}
