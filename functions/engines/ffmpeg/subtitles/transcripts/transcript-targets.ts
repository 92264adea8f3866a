import type { FormatName } from '../../../../conversion/formats.ts';
import type { Cue } from '../cues.ts';

/** How the text of subtitles is written; times are in seconds. */
export const TRANSCRIPT_TARGETS = {
  txt: wordsOf,
  csv: (cues) =>
    ['start,end,text', ...cues.map(({ start, end, text }) => `${start},${end},${quoted(text)}`), ''].join('\n'),
  json: (cues) => `${JSON.stringify(cues, null, 2)}\n`,
} as const satisfies Partial<Record<FormatName, (cues: readonly Cue[], source: FormatName) => string>>;

export type TranscriptTargetName = keyof typeof TRANSCRIPT_TARGETS;

/** Quotes a field of CSV (RFC 4180). */
function quoted(text: string): string {
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The longest gap, in seconds, between subtitles of which one replaces the other. */
const NO_GAP = 0.011;

/**
 * Writes a paragraph for each subtitle. Lines that stay on the screen, as in roll-up captions, are written once; repeated
 * lines of lyrics are kept.
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

/** The most lines of roll-up captions. */
const ROLLING_LINES = 4;

/** How many of the first lines repeat the last ones of the subtitle before. */
function repeatedLines(before: readonly string[], lines: readonly string[]): number {
  if (before.length === lines.length && before.every((line, index) => line === lines[index])) return lines.length;
  for (let count = Math.min(ROLLING_LINES, before.length, lines.length); count > 0; count--) {
    const last = before.slice(-count);
    if (last.every((line, index) => line === lines[index])) return count;
  }
  return 0;
}
