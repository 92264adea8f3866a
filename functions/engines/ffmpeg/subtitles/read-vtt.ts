const TIMES =
  /^([ \t]*)((?:\d{1,5}:)?\d{1,2}:\d{1,2})(?:[.,](\d{1,9}))?([ \t]*-->[ \t]*)((?:\d{1,5}:)?\d{1,2}:\d{1,2})(?:[.,](\d{1,9}))?(?![\d:.,])/;
const ARROW = '-->';

/**
 * Adds missing milliseconds to times of WebVTT and removes blocks without cues. ffmpeg drops cues without milliseconds,
 * takes 1.5 for 1.005 seconds, and stops at unknown blocks.
 */
export function tidyVtt(text: string): string {
  const [first = [], ...others] = blocksOf(text);
  const shown = others.filter((lines) => lines.some((line) => line.includes(ARROW)));
  return [first, ...shown].map((lines) => `${lines.map(completeTimes).join('\n')}\n`).join('\n');
}

/** The blocks of lines between blank ones. */
function blocksOf(text: string): string[][] {
  const blocks: string[][] = [];
  let open: string[] = [];
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (line.trim() !== '') open.push(line);
    else if (open.length > 0) {
      blocks.push(open);
      open = [];
    }
  }
  return open.length > 0 ? [...blocks, open] : blocks;
}

function completeTimes(line: string): string {
  return line.replace(
    TIMES,
    (_, indent: string, start: string, startRest = '', arrow: string, end: string, endRest = '') =>
      `${indent}${start}.${thousandths(startRest)}${arrow}${end}.${thousandths(endRest)}`,
  );
}

function thousandths(digits: string): string {
  return digits.slice(0, 3).padEnd(3, '0');
}
