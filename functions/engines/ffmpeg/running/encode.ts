import type { Ending } from '../../tool.ts';
import { PROCESSORS } from '../planning/processors.ts';
import { type Source, sourceArguments } from '../reading/source.ts';
import { type JobFiles, runTool } from './tool.ts';

/** One run of ffmpeg. */
export interface Encoding {
  readonly source: Source;
  /** Options for reading the source, before it on the command line. */
  readonly reading?: readonly string[];
  /** The arguments between the source and the result. */
  readonly arguments: readonly string[];
  readonly resultPath: string;
  /** Called with the seconds of the result that are encoded. */
  readonly onTime?: (seconds: number) => void;
  /** Variables that filters need. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Endings beside those of every run. */
  readonly endings?: readonly Ending[];
}

/** Input options for pictures, where any decoding error is fatal. */
export const STRICT = ['-xerror', '-err_detect', 'explode'];

/** The options of every run: no questions, progress twice a second. */
const GENERAL = ['-nostdin', '-y', '-v', 'warning', '-nostats', '-progress', 'pipe:1', '-stats_period', '0.5'];
const THREADS = ['-filter_threads', `${PROCESSORS}`, '-filter_complex_threads', `${PROCESSORS}`];

/**
 * Runs ffmpeg on a source.
 * @throws ConversionError UNREADABLE_FILE, UNSUPPORTED_CONVERSION, TOO_COMPLEX
 * @throws Error when ffmpeg fails for another reason than the source
 */
export async function encode(encoding: Encoding, files: JobFiles): Promise<void> {
  const { source, reading = [], resultPath, onTime, environment, endings } = encoding;
  await runTool('ffmpeg', files, {
    arguments: [
      ...[...GENERAL, ...THREADS, ...reading, ...sourceArguments(source)],
      ...[...encoding.arguments, '-dn', '-threads', `${PROCESSORS}`, `file:${resultPath}`],
    ],
    target: resultPath,
    onLine: (line) => onTime && reportTime(line, onTime),
    ...(environment ? { environment } : {}),
    ...(endings ? { endings } : {}),
  });
}

function reportTime(line: string, onTime: (seconds: number) => void): void {
  const [, microseconds] = /^out_time_us=(\d+)$/.exec(line) ?? [];
  if (microseconds !== undefined) onTime(Number(microseconds) / 1_000_000);
}
