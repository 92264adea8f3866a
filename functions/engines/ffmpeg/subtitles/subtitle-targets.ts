import type { FormatName } from '../../../conversion/formats.ts';

/** ffmpeg's codec and muxer for a format of subtitles. */
export interface SubtitleWriting {
  readonly codec: string;
  readonly muxer: string;
}

/** The formats of subtitles that ffmpeg writes. */
export const SUBTITLE_TARGETS = {
  srt: { codec: 'subrip', muxer: 'srt' },
  vtt: { codec: 'webvtt', muxer: 'webvtt' },
  ass: { codec: 'ass', muxer: 'ass' },
  ttml: { codec: 'ttml', muxer: 'ttml' },
  lrc: { codec: 'text', muxer: 'lrc' },
} as const satisfies Partial<Record<FormatName, SubtitleWriting>>;

export type SubtitleTargetName = keyof typeof SUBTITLE_TARGETS;
