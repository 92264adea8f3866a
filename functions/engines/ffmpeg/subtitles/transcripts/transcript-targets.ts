import type { FormatName } from '../../../../conversion/formats.ts';
import type { Cue } from '../cues.ts';
import { wordsOf } from './write-words.ts';

/** How the text of subtitles is written; times are in seconds. */
export const TRANSCRIPT_TARGETS = {
  txt: wordsOf,
  csv: (cues) =>
    ['start,end,text', ...cues.map(({ start, end, text }) => `${start},${end},${quoted(text)}`), ''].join('\n'),
  json: (cues) => `${JSON.stringify(cues, null, 2)}\n`,
} as const satisfies Partial<Record<FormatName, (cues: readonly Cue[], source: FormatName) => string>>;

export type TranscriptTargetName = keyof typeof TRANSCRIPT_TARGETS;

/** Whether the text of subtitles can be written in this format. */
export function isTranscript(format: FormatName): format is TranscriptTargetName {
  return Object.hasOwn(TRANSCRIPT_TARGETS, format);
}

/** Quotes a field of CSV (RFC 4180). */
function quoted(text: string): string {
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
