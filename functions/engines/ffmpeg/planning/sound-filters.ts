import { invalidOption } from '../../../conversion/options.ts';
import type { MediaStream } from '../reading/media.ts';
import type { AudioCodec, AudioCodecName } from './audio-codecs.ts';
import { type Cut, cutSound } from './cut.ts';

/** What the options ask of a sound track. */
export interface TrackOptions {
  /** kbit/s */
  readonly bitrate?: number | undefined;
  /** Hz */
  readonly sampleRate?: number | undefined;
  readonly channels?: number | undefined;
  readonly cut?: Cut | undefined;
  /** The filter that brings it to its loudness. */
  readonly loudness?: string | undefined;
  /** The filters that fade it in and out. */
  readonly fades?: readonly string[];
}

/** The channel layouts by the number of channels, the most usual first. */
const LAYOUTS: readonly (readonly string[])[] = [
  ['mono'],
  ['stereo'],
  ['3.0'],
  ['quad', '4.0'],
  ['5.0'],
  ['5.1', '5.1(side)'],
  ['6.1'],
  ['7.1'],
];

/** The numbers of channels that a codec supports. */
export function channelsOf({ layouts, mostChannels = LAYOUTS.length }: AudioCodec): number[] {
  return LAYOUTS.flatMap((names, index) =>
    index < mostChannels && (!layouts || names.some((name) => layouts.includes(name))) ? [index + 1] : [],
  );
}

/** Whether the options change the sound, so that it cannot be copied. */
export function changesSound(asked: TrackOptions): boolean {
  const { bitrate, sampleRate, channels, cut, loudness, fades = [] } = asked;
  return [bitrate, sampleRate, channels, cut, loudness, ...fades].some((part) => part !== undefined);
}

/** The channel layouts that the result may have. */
function layoutsFor({ channels }: TrackOptions, { layouts }: AudioCodec): readonly string[] | undefined {
  if (channels === undefined) return layouts;
  const names = LAYOUTS[channels - 1] ?? [];
  return names.filter((name) => layouts?.includes(name) ?? true).slice(0, 1);
}

/** The sample rates that the result may have; undefined for any. */
function ratesFor(
  { sampleRate }: TrackOptions,
  { rates, highestRate }: AudioCodec,
  stream: MediaStream,
): readonly number[] | undefined {
  if (sampleRate !== undefined) return [sampleRate];
  return highestRate && stream.sampleRate > highestRate ? [highestRate] : rates;
}

/** The filters of one sound track, for its options and its codec. */
export function soundFilters(
  codec: AudioCodec,
  stream: MediaStream,
  asked: TrackOptions,
  { keepsTime, shortest }: { readonly keepsTime: boolean; readonly shortest: number | undefined },
): string[] {
  const [layouts, rates] = [layoutsFor(asked, codec), ratesFor(asked, codec, stream)];
  const format = (names: readonly string[] | undefined, hertz: readonly number[] | undefined) => {
    const accepted = [
      ...(names ? [`channel_layouts=${names.join('|')}`] : []),
      ...(hertz ? [`sample_rates=${hertz.join('|')}`] : []),
    ];
    return accepted.length > 0 ? [`aformat=${accepted.join(':')}`] : [];
  };
  return [
    ...cutSound(asked.cut),
    // Of less, encoders that work in frames write nothing.
    ...(shortest === undefined ? [] : [`apad=whole_dur=${shortest}`]),
    // Sound that starts late, or has gaps, stays in time with its pictures.
    ...(keepsTime ? ['aresample=async=1:first_pts=0'] : []),
    // Loudness is measured in the channels of the result; loudnorm resamples to 192 kHz.
    ...(asked.loudness ? [...format(layouts, undefined), asked.loudness] : []),
    ...format(layouts, rates ?? (asked.loudness ? [stream.sampleRate] : undefined)),
    ...(asked.fades ?? []),
  ];
}

/**
 * Refuses options that a codec does not support.
 * @throws ConversionError INVALID_OPTION
 */
export function checkTrackOptions({ bitrate }: TrackOptions, codec: AudioCodec, name: AudioCodecName): void {
  if (bitrate !== undefined && !codec.bitrates)
    throw invalidOption(`The option "audio_bitrate" cannot be used for ${name}, which is lossless.`);
  if (bitrate !== undefined && codec.bitrates && !isWithin(bitrate, codec.bitrates))
    throw invalidOption(
      `The option "audio_bitrate" must be ${inWords(codec.bitrates)} (kbit/s) for ${name}, not ${bitrate}.`,
    );
}

function isWithin(value: number, choice: NonNullable<AudioCodec['bitrates']>): boolean {
  return 'least' in choice ? value >= choice.least && value <= choice.most : choice.includes(value);
}

function inWords(choice: NonNullable<AudioCodec['bitrates']>): string {
  return 'least' in choice ? `from ${choice.least} to ${choice.most}` : `one of: ${choice.join(', ')}`;
}
