import { checkSubtitleText, checkSubtitleTime } from '../planning/limits.ts';

/** A subtitle, with its times in seconds. */
export interface Cue {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Trims lines and drops empty ones, which would end a subtitle. */
export function withoutEmptyLines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}

/** For each text, in order of their starts, the start of the next one that begins later. */
export function nextStarts(texts: readonly Pick<Cue, 'start'>[]): (number | undefined)[] {
  const next: (number | undefined)[] = [];
  for (let index = texts.length - 1; index >= 0; index--) {
    const [own, later] = [texts[index]?.start, texts[index + 1]?.start];
    next[index] = own === later ? next[index + 1] : later;
  }
  return next;
}

/**
 * Writes subtitles as SubRip for ffmpeg. A text is written as often as it is shown.
 * @throws ConversionError TOO_COMPLEX when they are too long or too late
 */
export function writeSrt(cues: readonly Cue[]): string {
  checkSubtitleText(cues.reduce((sum, { text }) => sum + text.length, 0));
  checkSubtitleTime(cues.reduce((last, { end }) => Math.max(last, end), 0));
  return cues
    .map(({ start, end, text }, index) => `${index + 1}\n${clock(start)} --> ${clock(end)}\n${text}\n`)
    .join('\n');
}

function clock(seconds: number): string {
  const milliseconds = Math.round(seconds * 1000);
  const part = (unit: number, of: number) => String(Math.floor(milliseconds / unit) % of).padStart(2, '0');
  const rest = String(milliseconds % 1000).padStart(3, '0');
  return `${part(3_600_000, 100)}:${part(60_000, 60)}:${part(1000, 60)},${rest}`;
}

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
