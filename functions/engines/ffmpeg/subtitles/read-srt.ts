const TIMES = /^([ \t]*)(\d+:\d{1,2}:\d{1,2})(?:[,.](\d+))?([ \t]*-->[ \t]*)(\d+:\d{1,2}:\d{1,2})(?:[,.](\d+))?/gm;

/** Adds missing milliseconds to times: ffmpeg drops subtitles without them. */
export function completeTimes(text: string): string {
  return text.replace(
    TIMES,
    (_, indent: string, start: string, startRest = '0', arrow: string, end: string, endRest = '0') =>
      `${indent}${start},${thousandths(startRest)}${arrow}${end},${thousandths(endRest)}`,
  );
}

/** Milliseconds as ffmpeg reads them: an integer, not a fraction; further digits are dropped. */
function thousandths(digits: string): string {
  return digits.slice(0, 3).padStart(3, '0');
}
