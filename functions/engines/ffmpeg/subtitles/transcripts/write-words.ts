import type { FormatName } from '../../../../conversion/formats.ts';
import type { Cue } from '../cues.ts';

/** Seconds between subtitles of which the later one is shown in place of the earlier, rounded as times are. */
const NO_GAP = 0.011;

/**
 * The words alone, a paragraph for each subtitle. What is still shown from the one before, as in subtitles that roll up
 * or lie in several layers, is there once; lyrics do neither, and what is sung again is there again.
 */
export function wordsOf(cues: readonly Cue[], source: FormatName): string {
  const paragraphs: string[] = [];
  let before: { readonly end: number; readonly lines: readonly string[] } | undefined;
  for (const { start, end, text } of cues) {
    const lines = text.split('\n');
    const follows = source !== 'lrc' && before !== undefined && start - before.end < NO_GAP;
    const added = lines.slice(follows ? repeatedLines(before?.lines ?? [], lines) : 0);
    if (added.length > 0) paragraphs.push(added.join('\n'));
    before = { end: follows ? Math.max(end, before?.end ?? end) : end, lines };
  }
  return `${paragraphs.join('\n\n')}\n`;
}

/** How many lines a screen shows of subtitles that roll up. */
const ROLLING_LINES = 4;

/** How many of the first lines are the last ones of before: all of them, or as many as roll up. */
function repeatedLines(before: readonly string[], lines: readonly string[]): number {
  if (before.length === lines.length && before.every((line, index) => line === lines[index])) return lines.length;
  for (let count = Math.min(ROLLING_LINES, before.length, lines.length); count > 0; count--) {
    const last = before.slice(-count);
    if (last.every((line, index) => line === lines[index])) return count;
  }
  return 0;
}
