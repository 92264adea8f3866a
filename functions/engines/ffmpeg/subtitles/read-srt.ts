const TIMES = /^([ \t]*)(\d+:\d{1,2}:\d{1,2})(?:[,.](\d+))?([ \t]*-->[ \t]*)(\d+:\d{1,2}:\d{1,2})(?:[,.](\d+))?/gm;

/** Completes times that lack their thousandths, of which ffmpeg makes no subtitle at all. */
export function completeTimes(text: string): string {
  return text.replace(
    TIMES,
    (_, indent: string, start: string, startRest = '0', arrow: string, end: string, endRest = '0') =>
      `${indent}${start},${thousandths(startRest)}${arrow}${end},${thousandths(endRest)}`,
  );
}

/** As ffmpeg reads them: digits of a number and not of a fraction; more than three are cut. */
function thousandths(digits: string): string {
  return digits.slice(0, 3).padStart(3, '0');
}
