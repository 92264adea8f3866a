/** What a stream of a media file is. */
export type StreamKind = 'video' | 'audio' | 'subtitle';

/** A stream that can be converted. */
export interface MediaStream {
  /** Its place among all streams of the file. */
  readonly index: number;
  readonly kind: StreamKind;
  /** The codec in ffprobe's words. */
  readonly codec: string;
  readonly codecTag: string;
  /** Chosen by the file's maker to be played first. */
  readonly preferred: boolean;
  /** Seconds, as the file states them. */
  readonly duration: number | undefined;
  // Moving pictures; `width` and `height` as shown, once rotated.
  readonly width: number;
  readonly height: number;
  readonly rotated: boolean;
  /** How much wider a pixel is than high. @default 1 */
  readonly sampleAspectRatio?: number;
  /** Whether it is larger in the file, and has to be scaled to this size. @default false */
  readonly fitted?: boolean;
  readonly pixelFormat: string;
  /** Frames a second, as a fraction. */
  readonly frameRate: string | undefined;
  /** Frames a second that there really are, however far apart. @default unknown */
  readonly averageRate?: number;
  readonly interlaced: boolean;
  /** High dynamic range: brighter than screens, and results here, can show. */
  readonly hdr: boolean;
  /** Says that its colours are red, green and blue, which they are not. */
  readonly mislabelled: boolean;
  // Sound.
  readonly channels: number;
  readonly sampleRate: number;
  /** Nothing has been left out of it. */
  readonly lossless: boolean;
  /** Samples of more than 16 bits that nothing has been left out of. */
  readonly highDepth: boolean;
}

/** What a media file holds. */
export interface Media {
  /** Seconds, as the file states them. */
  readonly duration: number | undefined;
  /** The time of what comes first in it, in seconds. @default 0 */
  readonly start?: number;
  /** Whether that is reckoned from the size of the file, because the file does not state it. */
  readonly estimated: boolean;
  /** Whether only players with a key can read it. */
  readonly encrypted: boolean;
  readonly video: readonly MediaStream[];
  readonly audio: readonly MediaStream[];
  readonly subtitles: readonly MediaStream[];
  /** Kinds of streams that are there, but too damaged to tell what they are. */
  readonly damaged: readonly StreamKind[];
  /** Pictures that belong to the whole, such as the cover of an album. */
  readonly covers: readonly MediaStream[];
}
