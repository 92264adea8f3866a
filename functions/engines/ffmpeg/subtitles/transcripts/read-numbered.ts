import { type Cue, withoutEmptyLines } from '../cues.ts';

const TIMES = /^(\d+):(\d+):(\d+),(\d+) --> (\d+):(\d+):(\d+),(\d+)$/;

/**
 * Parses SubRip as ffmpeg writes it. Subtitles are numbered from 1, so that neither an empty line in a text nor one that
 * looks like times begins the next.
 */
export function readNumbered(srt: string): Cue[] {
  const lines = srt.split(/\r?\n/);
  const cues: Cue[] = [];
  let text: string[] = [];
  let times: Omit<Cue, 'text'> | undefined;
  const end = () => {
    if (times) cues.push({ ...times, text: withoutEmptyLines(text.join('\n')) });
    text = [];
  };
  let number = 1;
  for (let index = 0; index < lines.length; index++) {
    const begins = lines[index] === String(number) && (index === 0 || lines[index - 1] === '');
    const found = begins ? TIMES.exec(lines[index + 1] ?? '') : null;
    if (found) {
      end();
      times = timesOf(found.slice(1).map(Number));
      [number, index] = [number + 1, index + 1];
    } else text.push(lines[index] ?? '');
  }
  end();
  return cues.filter(({ text: words }) => words !== '');
}

function timesOf(parts: readonly number[]): Omit<Cue, 'text'> {
  const seconds = ([hours = 0, minutes = 0, rest = 0, thousandths = 0]: readonly number[]) =>
    (((hours * 60 + minutes) * 60 + rest) * 1000 + thousandths) / 1000;
  return { start: seconds(parts.slice(0, 4)), end: seconds(parts.slice(4)) };
}
