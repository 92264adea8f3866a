import type { FormatName } from '../../conversion/formats.ts';
import type { Quality } from '../../conversion/quality.ts';
import type { Settings } from './audio-codecs.ts';
import { chooseEffort } from './limits.ts';
import type { Media, MediaStream } from './media.ts';
import { joinPlans, mainStream, type Plan, type StreamPlan } from './plan.ts';
import { planSound } from './plan-audio.ts';
import { VIDEO_CODECS, type VideoCodec } from './video-codecs.ts';
import { videoFilters } from './video-filters.ts';
import { VIDEO_TARGETS, type VideoTarget, type VideoTargetName } from './video-targets.ts';

/** What a video is to become. */
export interface VideoWish {
  readonly target: VideoTargetName;
  readonly quality: Quality;
  /** Whether streams that fit the target are taken over as they are. */
  readonly copy: boolean;
  /** Seconds. */
  readonly duration: number;
  /** Whether the source is an animated picture: each has its time, but nothing says when the last one ends. */
  readonly animated: boolean;
  /** Where in the source the tags are. */
  readonly tags: string;
}

/** Codecs of subtitles that are text, which each text format can take up. */
export const TEXT_SUBTITLES = ['subrip', 'srt', 'ass', 'ssa', 'webvtt', 'mov_text', 'text'];

/** A video with its sound and subtitles. */
export function planVideo(media: Media, wish: VideoWish): Plan {
  const target: VideoTarget = VIDEO_TARGETS[wish.target];
  const copies = wish.copy ? target.copies : { video: [], audio: [], subtitle: [] };
  const picture = mainStream(media.video);
  const main = mainStream(media.audio);
  const tracks = target.tracks ? media.audio : media.audio.filter((stream) => stream === main);
  const plans = [
    ...(picture ? [planPicture(picture, wish, target, copies.video)] : []),
    ...tracks.map((stream) => planSound(stream, target.audio, wish.quality, { copies: copies.audio, keepsTime: true })),
    ...media.subtitles.flatMap((stream) => planSubtitle(stream, target, copies.subtitle ?? [])),
  ];
  return joinPlans(plans, ['-map_metadata', wish.tags, ...(target.options ?? []), '-f', target.muxer]);
}

function planPicture(
  stream: MediaStream,
  { target: name, quality, duration, animated }: VideoWish,
  target: VideoTarget,
  copies: readonly string[],
): StreamPlan {
  if (copies.includes(stream.codec) && (!stream.turned || target.turns)) {
    // The tag that Apple's players want.
    const options: Settings = stream.codec === 'hevc' && target.turns ? { c: 'copy', tag: 'hvc1' } : { c: 'copy' };
    return { stream, copied: true, options };
  }
  const codec: VideoCodec = VIDEO_CODECS[target.video];
  const frameRates = codec.frameRates ?? (animated ? 'steady' : undefined);
  const { settings } = chooseEffort(stream, duration, codec, name);
  return {
    stream,
    copied: false,
    options: {
      c: codec.encoder,
      ...codec.settings[quality],
      ...settings,
      filter: videoFilters(stream, frameRates),
      ...(frameRates ? { fps_mode: 'cfr' } : { fps_mode: 'vfr', enc_time_base: 'demux' }),
    },
  };
}

function planSubtitle(stream: MediaStream, { subtitle }: VideoTarget, copies: readonly string[]): StreamPlan[] {
  if (copies.includes(stream.codec)) return [{ stream, copied: true, options: { c: 'copy' } }];
  if (!subtitle || !TEXT_SUBTITLES.includes(stream.codec)) return [];
  return [{ stream, copied: false, options: { c: subtitle } }];
}

/** Whether a format is one that videos are written to. */
export function isVideoTarget(format: FormatName): format is VideoTargetName {
  return Object.hasOwn(VIDEO_TARGETS, format);
}
