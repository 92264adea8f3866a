import type { Quality } from '../../../conversion/quality.ts';
import type { Media, MediaStream } from '../reading/media.ts';
import { AUDIO_CODECS, type AudioCodec, type AudioCodecName } from './audio-codecs.ts';
import type { AudioTarget } from './audio-targets.ts';
import { type Cut, lengthWithin } from './cut.ts';
import { mainStream, type StreamPlan } from './plan.ts';
import { changesSound, checkTrackOptions, soundFilters, type TrackOptions } from './sound-filters.ts';

/** The shortest sound that lossy encoders get, in seconds. */
const SHORTEST = 0.1;
/** The codecs of covers that players show. */
const COVER_CODECS = ['mjpeg', 'png'];

/** How a sound track goes into a result. */
export interface SoundContext {
  /** The codecs that are copied without encoding. */
  readonly copies: readonly string[];
  readonly keepsTime: boolean;
  readonly asked?: TrackOptions;
}

/** Plans how one sound track is encoded, or copied where its codec allows it. */
export function planSound(
  stream: MediaStream,
  name: AudioCodecName,
  quality: Quality,
  { copies, keepsTime, asked = {} }: SoundContext,
): StreamPlan {
  if (copies.includes(stream.codec) && !changesSound(asked)) return { stream, options: { c: 'copy' } };
  const codec: AudioCodec = AUDIO_CODECS[name];
  checkTrackOptions(asked, codec, name);
  const highDepth = stream.highDepth && quality !== 'low' ? codec.highDepth : undefined;
  const channels = Math.min(stream.channels, mostChannels(codec));
  const length = stream.duration === undefined ? undefined : lengthWithin(asked.cut, stream.duration);
  const isShort = !codec.highDepth && length !== undefined && length < SHORTEST;
  const filters = soundFilters(codec, stream, asked, { keepsTime, shortest: isShort ? SHORTEST : undefined }).join(',');
  return {
    stream,
    options: {
      c: highDepth?.encoder ?? codec.encoder,
      ...(asked.bitrate === undefined
        ? codec.settings[quality](asked.channels ?? channels)
        : { b: `${asked.bitrate}k` }),
      ...highDepth?.settings,
      ...(filters ? { filter: filters } : {}),
    },
  };
}

/** The sound tracks that a target holds: all, or the main one. */
export function soundTracks({ audio }: Media, { tracks }: { readonly tracks?: boolean }): readonly MediaStream[] {
  const main = mainStream(audio);
  return tracks ? audio : audio.filter((stream) => stream === main);
}

/** The codec for a sound track that is not copied. */
export function codecFor(
  { lossless }: MediaStream,
  { codec, losslessCodec }: AudioTarget,
  quality: Quality,
  { bitrate }: TrackOptions,
): AudioCodecName {
  return lossless && losslessCodec && quality !== 'low' && bitrate === undefined ? losslessCodec : codec;
}

/** What ffmpeg takes for tags of an MP4, and says of its container. */
const CONTAINER_TAGS = ['major_brand', 'minor_version', 'compatible_brands'];

/** The arguments that copy the tags, or leave them and the chapters out. */
export function tagArguments(tags: readonly string[] | undefined): string[] {
  if (tags === undefined) return ['-map_metadata', '-1', '-map_chapters', '-1'];
  return [
    ...tags.flatMap((tag) => ['-map_metadata', tag]),
    ...CONTAINER_TAGS.flatMap((name) => ['-metadata', `${name}=`]),
  ];
}

/** The arguments that end the result with the part. */
export function lengthArguments(cut: Cut | undefined): string[] {
  return cut?.end === undefined ? [] : ['-t', (cut.end - cut.start).toFixed(6)];
}

/** The cover of an album that players show. */
export function coverOf({ covers }: Media): MediaStream | undefined {
  return covers.find(({ codec }) => COVER_CODECS.includes(codec));
}

/** The arguments that copy the cover of an album, where a format of sound holds one as a picture. */
export function coverArguments(media: Media, { cover }: AudioTarget): string[] {
  const picture = cover === true ? coverOf(media) : undefined;
  return picture ? ['-map', `0:${picture.index}`, '-c:v', 'copy', '-disposition:v:0', 'attached_pic'] : [];
}

function mostChannels({ layouts }: AudioCodec): number {
  if (!layouts) return 64;
  return layouts.includes('7.1') ? 8 : layouts.length > 2 ? 6 : 2;
}
