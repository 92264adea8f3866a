/** The types of streams. */
export type StreamType = 'video' | 'audio' | 'subtitle';

/** A stream that can be converted. */
export interface MediaStream {
  /** Its index among all streams of the file. */
  readonly index: number;
  readonly type: StreamType;
  /** The codec by ffprobe's name. */
  readonly codec: string;
  /** Has the default disposition. */
  readonly preferred: boolean;
  /** Seconds, as the file states them. */
  readonly duration: number | undefined;
  // Video; `width` and `height` as shown, after the rotation.
  readonly width: number;
  readonly height: number;
  readonly rotated: boolean;
  /** The width of a pixel divided by its height. @default 1 */
  readonly sampleAspectRatio?: number;
  /** Whether it has to be scaled down to this size. @default false */
  readonly fitted?: boolean;
  readonly pixelFormat: string;
  /** Frames a second, as a fraction. */
  readonly frameRate: string | undefined;
  /** The measured frames a second. @default unknown */
  readonly averageRate?: number | undefined;
  readonly interlaced: boolean;
  /** Has a high dynamic range. */
  readonly hdr: boolean;
  /** Is labelled as RGB and is YCbCr. */
  readonly mislabelled: boolean;
  // Sound.
  readonly channels: number;
  readonly sampleRate: number;
  readonly lossless: boolean;
  /** Is lossless with samples of more than 16 bits. */
  readonly highDepth: boolean;
}

/** What a media file holds. */
export interface Media {
  /** Seconds, as the file states them. */
  readonly duration: number | undefined;
  /** The first timestamp, in seconds. @default 0 */
  readonly start?: number;
  /** Whether ffprobe estimated the duration from the size of the file. */
  readonly estimated: boolean;
  readonly encrypted: boolean;
  /** Whether its beginning is hidden by a list of edits. @default false */
  readonly trimmed?: boolean;
  readonly video: readonly MediaStream[];
  readonly audio: readonly MediaStream[];
  readonly subtitles: readonly MediaStream[];
  /** The types of streams that are too damaged to be decoded. */
  readonly damaged: readonly StreamType[];
  /** Attached pictures, such as the cover of an album. */
  readonly covers: readonly MediaStream[];
}
