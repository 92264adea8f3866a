/** Codecs of pictures by the names that people know them by, and ffprobe's words for them. */
export const VIDEO_WORDS = {
  h264: ['h264'],
  hevc: ['hevc'],
  av1: ['av1'],
  vp9: ['vp9'],
  vp8: ['vp8'],
  mpeg4: ['mpeg4'],
  mpeg2: ['mpeg2video'],
  mpeg1: ['mpeg1video'],
  wmv2: ['wmv2'],
  wmv1: ['wmv1'],
  flv1: ['flv1'],
  mjpeg: ['mjpeg'],
  prores: ['prores'],
  ffv1: ['ffv1'],
} as const satisfies Record<string, readonly string[]>;

/** Codecs of sound likewise. */
export const AUDIO_WORDS = {
  aac: ['aac'],
  mp3: ['mp3'],
  mp2: ['mp2'],
  opus: ['opus'],
  vorbis: ['vorbis'],
  ac3: ['ac3'],
  eac3: ['eac3'],
  flac: ['flac'],
  alac: ['alac'],
  pcm: ['pcm_s16le', 'pcm_s16be', 'pcm_s24le', 'pcm_s24be'],
} as const satisfies Record<string, readonly string[]>;

export type VideoCodecWord = keyof typeof VIDEO_WORDS;
export type AudioCodecWord = keyof typeof AUDIO_WORDS;
