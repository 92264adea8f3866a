import { invalidOption } from '../../../conversion/options.ts';
import { shortLines } from '../../short-lines.ts';
import { unreadable } from '../checking/unreadable.ts';
import type { MediaStream } from '../reading/media.ts';
import { type Source, sourceArguments } from '../reading/source.ts';
import { type JobFiles, runTool } from '../running/tool.ts';
import { AUDIO_CODECS, type AudioCodecName } from './audio-codecs.ts';
import { soundFilters, type TrackOptions } from './sound-options.ts';

/** What loudnorm prints after its measuring pass. */
interface Measured {
  readonly input_i: string;
  readonly input_tp: string;
  readonly input_lra: string;
  readonly input_thresh: string;
  readonly target_offset: string;
}

/** The highest true peak, in dBTP, and the loudness ranges that the filter takes, in LU. */
const PEAK = -1.5;
const RANGE = { least: 1, most: 50 };

/** The sound track to measure, and how to read it. */
export interface LoudnessSource {
  readonly stream: MediaStream;
  readonly codec: AudioCodecName;
  readonly source: Source;
  readonly reading: readonly string[];
  readonly keepsTime: boolean;
}

/**
 * The filter that normalises the loudness of sound (EBU R128). It applies one gain to all of it, which is measured first,
 * unless peaks would get too high.
 * @throws ConversionError INVALID_OPTION when it is silent
 */
export async function loudnessFilter(
  target: number,
  track: LoudnessSource,
  asked: TrackOptions,
  files: JobFiles,
): Promise<string> {
  const { input_i: loudness, ...measured } = await measureLoudness(target, track, asked, files);
  const values = [loudness, measured.input_tp, measured.input_lra, measured.input_thresh, measured.target_offset].map(
    Number,
  );
  const [i = 0, peak = 0, range = 0, threshold = 0, offset = 0] = values;
  if (!values.every(Number.isFinite))
    throw invalidOption('The option "loudness" cannot be used: the sound is silent, or too short to be measured.');
  const wanted = Math.min(RANGE.most, Math.max(RANGE.least, Math.ceil(range), 7));
  const known = `measured_I=${i}:measured_TP=${peak}:measured_LRA=${range}:measured_thresh=${threshold}:offset=${offset}`;
  return `loudnorm=I=${target}:TP=${PEAK}:LRA=${wanted}:${known}:linear=true`;
}

async function measureLoudness(
  target: number,
  track: LoudnessSource,
  asked: TrackOptions,
  files: JobFiles,
): Promise<Measured> {
  const { stream, codec, source, reading, keepsTime } = track;
  const measuring = `loudnorm=I=${target}:TP=${PEAK}:print_format=json`;
  const filters = soundFilters(
    AUDIO_CODECS[codec],
    stream,
    { ...asked, loudness: measuring },
    { keepsTime, shortest: undefined },
  );
  const { stderr } = await runTool('ffmpeg', files, {
    arguments: [
      ...['-nostdin', '-v', 'info', '-nostats', ...reading, ...sourceArguments(source)],
      ...['-map', `0:${stream.index}`, '-filter:a', filters.join(','), '-f', 'null', '-'],
    ],
  });
  const measured = readMeasured(stderr);
  if (!measured) throw unreadable(shortLines(stderr));
  return measured;
}

/** Parses the JSON object at the end of the filter's output. */
function readMeasured(stderr: string): Measured | undefined {
  const [from, to] = [stderr.lastIndexOf('{'), stderr.lastIndexOf('}')];
  if (from < 0 || to < from) return undefined;
  try {
    const value: unknown = JSON.parse(stderr.slice(from, to + 1));
    return typeof value === 'object' && value !== null && 'input_i' in value ? (value as Measured) : undefined;
  } catch {
    return undefined;
  }
}
