import type { FormatName } from '../../../conversion/formats.ts';

/** How subtitles are written: ffmpeg's words for codec and muxer. */
export interface SubtitleWriting {
  readonly codec: string;
  readonly muxer: string;
}

/** The formats that subtitles are written to, by codec and muxer. */
export const SUBTITLE_TARGETS = {
  srt: { codec: 'subrip', muxer: 'srt' },
  vtt: { codec: 'webvtt', muxer: 'webvtt' },
  ass: { codec: 'ass', muxer: 'ass' },
  ttml: { codec: 'ttml', muxer: 'ttml' },
  lrc: { codec: 'text', muxer: 'lrc' },
} as const satisfies Partial<Record<FormatName, SubtitleWriting>>;

export type SubtitleTargetName = keyof typeof SUBTITLE_TARGETS;

/** Whether a format is one that subtitles are written to. */
export function isSubtitle(format: FormatName): format is SubtitleTargetName {
  return Object.hasOwn(SUBTITLE_TARGETS, format);
}
