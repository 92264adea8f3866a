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
  /** How many seconds the result lasts, by which the progress of the job is reported. @default it is not */
  readonly duration?: number;
  /** Which of how many passes over the source it is, from 0. @default the only one */
  readonly pass?: { readonly index: number; readonly of: number };
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
  const { source, reading = [], resultPath, endings = [] } = encoding;
  await runTool('ffmpeg', files, {
    arguments: [
      ...[...GENERAL, ...THREADS, ...reading, ...sourceArguments(source)],
      ...[...encoding.arguments, '-dn', '-threads', `${PROCESSORS}`, `file:${resultPath}`],
    ],
    target: resultPath,
    onLine: (line) => reportProgress(line, encoding, files),
    endings,
  });
}

function reportProgress(line: string, { duration, pass }: Encoding, { onProgress }: JobFiles): void {
  const [, microseconds] = /^out_time_us=(\d+)$/.exec(line) ?? [];
  if (microseconds === undefined || duration === undefined) return;
  const { index, of } = pass ?? { index: 0, of: 1 };
  const share = Math.min(1, Number(microseconds) / 1_000_000 / Math.max(duration, 0.1));
  onProgress?.(Math.min(99, Math.floor((100 * (index + share)) / of)));
}
