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
