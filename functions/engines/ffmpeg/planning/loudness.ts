import { invalidOption } from '../../../conversion/options.ts';
import { shortLines } from '../../short-lines.ts';
import { unreadable } from '../checking/unreadable.ts';
import type { MediaStream } from '../reading/media.ts';
import { type Source, sourceArguments } from '../reading/source.ts';
import { type JobFiles, runTool } from '../running/tool.ts';
import { AUDIO_CODECS, type AudioCodecName } from './audio-codecs.ts';
import type { Cut } from './cut.ts';
import { soundFilters, type TrackOptions } from './sound-filters.ts';

/** What loudnorm prints as JSON after its measuring pass. */
type Measured = Readonly<Record<'input_i' | 'input_tp' | 'input_lra' | 'input_thresh' | 'target_offset', string>>;

/** The highest true peak, in dBTP, and the loudness ranges that the filter takes, in LU. */
const PEAK = -1.5;
const RANGE = { least: 7, most: 50 };

/** How a source is read for its sound. */
export interface SoundReading {
  readonly source: Source;
  /** Options for reading the source. */
  readonly reading: readonly string[];
  readonly keepsTime: boolean;
  readonly cut: Cut | undefined;
}

/**
 * The filter that normalises the loudness of sound (EBU R128). It applies one gain to all of it, which is measured first,
 * unless peaks would get too high.
 * @throws ConversionError INVALID_OPTION when it is silent
 */
export async function loudnessFilter(
  target: number,
  { stream, codec }: { readonly stream: MediaStream; readonly codec: AudioCodecName },
  asked: TrackOptions,
  { source, reading, keepsTime }: SoundReading,
  files: JobFiles,
): Promise<string> {
  const measuring = { ...asked, loudness: `loudnorm=I=${target}:TP=${PEAK}:print_format=json` };
  const filters = soundFilters(AUDIO_CODECS[codec], stream, measuring, { keepsTime, shortest: undefined });
  const { stderr } = await runTool('ffmpeg', files, {
    arguments: [
      ...['-nostdin', '-v', 'info', '-nostats', ...reading, ...sourceArguments(source)],
      ...['-map', `0:${stream.index}`, '-filter:a', filters.join(','), '-f', 'null', '-'],
    ],
  });
  // The JSON object is the last thing in braces.
  const json = stderr.slice(stderr.lastIndexOf('{'), stderr.lastIndexOf('}') + 1);
  if (!json.includes('"input_i"')) throw unreadable(shortLines(stderr));
  const measured: Measured = JSON.parse(json);
  const { input_i: i, input_tp: peak, input_lra: range, input_thresh: threshold, target_offset: offset } = measured;
  if (![i, peak, range, threshold, offset].every((value) => Number.isFinite(Number(value))))
    throw invalidOption('The option "loudness" cannot be used: the sound is silent, or too short to be measured.');
  const wanted = Math.min(RANGE.most, Math.max(RANGE.least, Math.ceil(Number(range))));
  const known = `measured_I=${i}:measured_TP=${peak}:measured_LRA=${range}:measured_thresh=${threshold}:offset=${offset}`;
  return `loudnorm=I=${target}:TP=${PEAK}:LRA=${wanted}:${known}:linear=true`;
}
