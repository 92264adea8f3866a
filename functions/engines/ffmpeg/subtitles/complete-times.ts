/** The times of a subtitle in SubRip or WebVTT. Milliseconds may be missing, as hours may in WebVTT. */
const TIMES =
  /^([ \t]*)((?:\d{1,9}:)?\d{1,2}:\d{1,2})(?:[.,](\d{1,9}))?([ \t]*-->[ \t]*)((?:\d{1,9}:)?\d{1,2}:\d{1,2})(?:[.,](\d{1,9}))?(?![\d:.,])/gm;

/** Adds missing milliseconds to times: ffmpeg drops subtitles without them. Further digits are dropped. */
function completeTimes(text: string, point: '.' | ',', milliseconds: (digits: string) => string): string {
  const full = (time: string, digits: string) => `${time}${point}${milliseconds(digits.slice(0, 3))}`;
  return text.replace(
    TIMES,
    (_, indent: string, start: string, startRest = '0', arrow: string, end: string, endRest = '0') =>
      `${indent}${full(start, startRest)}${arrow}${full(end, endRest)}`,
  );
}

/** Of SubRip: what follows the comma is a number of milliseconds, not a fraction, as ffmpeg reads it too. */
export function completeSrt(text: string): string {
  return completeTimes(text, ',', (digits) => digits.padStart(3, '0'));
}

/** Of WebVTT: what follows the point is a fraction. ffmpeg would take 1.5 for 1.005 seconds. */
function completeVtt(text: string): string {
  return completeTimes(text, '.', (digits) => digits.padEnd(3, '0'));
}

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
