import type { Quality } from '../../conversion/quality.ts';
import { AUDIO_CODECS, type AudioCodec, type AudioCodecName } from './audio-codecs.ts';
import type { AudioTarget } from './audio-targets.ts';
import type { Media, MediaStream } from './media.ts';
import { joinPlans, mainStream, type Plan, type StreamPlan } from './plan.ts';

/** Seconds that sound lasts at least when something is left out of it. */
const SHORTEST = 0.1;
/** Cover pictures that players show. */
const COVER_CODECS = ['mjpeg', 'png'];

/** How one sound track is encoded, or taken over where its codec is among those. */
export function planSound(
  stream: MediaStream,
  name: AudioCodecName,
  quality: Quality,
  { copies, keepsTime }: { readonly copies: readonly string[]; readonly keepsTime: boolean },
): StreamPlan {
  if (copies.includes(stream.codec)) return { stream, copied: true, options: { c: 'copy' } };
  const codec: AudioCodec = AUDIO_CODECS[name];
  const deep = stream.deep && quality !== 'low' ? codec.deep : undefined;
  const channels = Math.min(stream.channels, mostChannels(codec));
  const filters = filtersOf(codec, stream, keepsTime);
  return {
    stream,
    copied: false,
    options: {
      c: deep?.encoder ?? codec.encoder,
      ...codec.settings[quality](channels),
      ...deep?.settings,
      ...(filters ? { filter: filters } : {}),
    },
  };
}

/** A file of sound only. */
export function planAudio(
  media: Media,
  target: AudioTarget,
  quality: Quality,
  { copy, keepsTime, tags }: { readonly copy: boolean; readonly keepsTime: boolean; readonly tags: string },
): Plan {
  const main = mainStream(media.audio);
  const tracks = target.tracks ? media.audio : media.audio.filter((stream) => stream === main);
  const copies = copy ? target.copies : [];
  const plans = tracks.map((stream) =>
    planSound(stream, codecFor(stream, target, quality), quality, { copies, keepsTime }),
  );
  return joinPlans(plans, [
    ...coverArguments(media, target),
    ...['-map_metadata', tags],
    ...(target.options ?? []),
    ...['-f', target.muxer],
  ]);
}

function codecFor({ lossless }: MediaStream, { codec, losslessCodec }: AudioTarget, quality: Quality): AudioCodecName {
  return lossless && losslessCodec && quality !== 'low' ? losslessCodec : codec;
}

function coverArguments({ covers }: Media, { cover }: AudioTarget): string[] {
  const picture = cover && covers.find(({ codec }) => COVER_CODECS.includes(codec));
  return picture ? ['-map', `0:${picture.index}`, '-c:v', 'copy', '-disposition:v:0', 'attached_pic'] : [];
}

function mostChannels({ layouts }: AudioCodec): number {
  if (!layouts) return 64;
  return layouts.includes('7.1') ? 8 : layouts.length > 2 ? 6 : 2;
}

function filtersOf(
  { layouts, rates: known, highestRate, deep }: AudioCodec,
  stream: MediaStream,
  keepsTime: boolean,
): string {
  const rates = highestRate && stream.sampleRate > highestRate ? [highestRate] : known;
  const accepted = [
    ...(layouts ? [`channel_layouts=${layouts.join('|')}`] : []),
    ...(rates ? [`sample_rates=${rates.join('|')}`] : []),
  ];
  const isShort = !deep && stream.duration !== undefined && stream.duration < SHORTEST;
  return [
    // Of less, encoders that work in blocks make nothing.
    ...(isShort ? [`apad=whole_dur=${SHORTEST}`] : []),
    // Sound that starts late, or has gaps, stays in time with its pictures.
    ...(keepsTime ? ['aresample=async=1:first_pts=0'] : []),
    ...(accepted.length > 0 ? [`aformat=${accepted.join(':')}`] : []),
  ].join(',');
}
