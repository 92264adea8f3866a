import { invalidOption } from '../../../conversion/options.ts';
import type { Inspected } from '../checking/check-result.ts';
import { type Extents, measure } from '../reading/measure.ts';
import type { MediaStream } from '../reading/media.ts';
import type { MediaJob } from '../running/tool.ts';
import type { AudioTarget } from './audio-targets.ts';
import { lengthWithin, type TimeOptions } from './cut.ts';
import { loudnessFilter, type SoundReading } from './loudness.ts';
import { codecFor, soundTracks } from './plan-audio.ts';
import type { TrackOptions } from './sound-filters.ts';

/** The option values of a sound file. */
export interface AudioOptions extends TimeOptions {
  readonly audio_bitrate?: number;
  readonly sample_rate?: number;
  readonly channels?: number;
  readonly loudness?: number;
  /** Seconds. */
  readonly fade_in?: number;
  readonly fade_out?: number;
  readonly strip_metadata?: 'none' | 'all';
  readonly cover?: boolean;
}

/**
 * Finds the options of each sound track; some of them need the track to be measured.
 * @throws ConversionError INVALID_OPTION when a codec, or the sound, does not allow it
 */
export async function trackOptions(
  inspected: Inspected,
  target: AudioTarget,
  reading: SoundReading,
  job: MediaJob,
): Promise<ReadonlyMap<MediaStream, TrackOptions>> {
  const options = job.options as AudioOptions;
  const { audio_bitrate: bitrate, sample_rate: sampleRate, channels, loudness } = options;
  const plain = { bitrate, sampleRate, channels, cut: reading.cut };
  const fades = options.fade_in || options.fade_out;
  const extents = fades ? (inspected.extents ?? (await measure(inspected.source, job))) : undefined;
  const asked = new Map<MediaStream, TrackOptions>();
  for (const stream of soundTracks(inspected.media, target)) {
    const codec = codecFor(stream, target, job.quality, plain);
    asked.set(stream, {
      ...plain,
      loudness:
        loudness === undefined ? undefined : await loudnessFilter(loudness, { stream, codec }, plain, reading, job),
      fades: extents ? fadeFilters(options, lengthOf(stream, extents, reading)) : [],
    });
  }
  return asked;
}

/** The duration of a track in the result. Sound that begins late in a video has silence before it. */
function lengthOf({ index }: MediaStream, extents: Extents, { keepsTime, cut }: SoundReading): number {
  const { start = 0, end = 0, sum = 0 } = extents.get(index) ?? {};
  const first = Math.min(...[...extents.values()].map((extent) => extent.start));
  const timed = Number.isFinite(start) && end > start ? end - (keepsTime ? first : start) : sum;
  return lengthWithin(cut, timed);
}

/**
 * The filters that fade sound in and out.
 * @param length of the sound, in seconds
 * @throws ConversionError INVALID_OPTION when the sound is shorter than its fades
 */
function fadeFilters({ fade_in: begin = 0, fade_out: end = 0 }: AudioOptions, length: number): string[] {
  if (begin + end > length)
    throw invalidOption(
      `The options "fade_in" and "fade_out" must not be longer than the sound, which lasts ${Number(length.toFixed(3))} seconds.`,
    );
  return [
    ...(begin > 0 ? [`afade=t=in:st=0:d=${begin.toFixed(6)}`] : []),
    ...(end > 0 ? [`afade=t=out:st=${(length - end).toFixed(6)}:d=${end.toFixed(6)}`] : []),
  ];
}
