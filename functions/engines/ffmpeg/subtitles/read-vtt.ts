import { completeVtt } from './complete-times.ts';

const ARROW = '-->';

/** Adds missing milliseconds to times of WebVTT and removes blocks without cues, at the first of which ffmpeg stops. */
export function tidyVtt(text: string): string {
  const lines = text
    .trim()
    .split(/\r\n|\r|\n/)
    .map((line) => (line.trim() === '' ? '' : line));
  const [first = '', ...others] = lines.join('\n').split(/\n{2,}/);
  const shown = others.filter((block) => block.includes(ARROW));
  return completeVtt([first, ...shown].map((block) => `${block}\n`).join('\n'));
}
