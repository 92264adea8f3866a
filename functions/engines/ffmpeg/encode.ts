import { stat } from 'node:fs/promises';
import { ConversionError } from '../../conversion/errors.ts';
import { shortLines } from '../complaints.ts';
import { wasStopped } from '../took-too-much.ts';
import { type Source, sourceArguments } from './source.ts';
import { runTool, type Workplace } from './tool.ts';
import { unreadable } from './unreadable.ts';

/** One run of ffmpeg. */
export interface Encoding {
  readonly source: Source;
  /** Options for reading the source, before it on the command line. */
  readonly reading?: readonly string[];
  /** All that stands between source and result. */
  readonly arguments: readonly string[];
  readonly resultPath: string;
  /** Called with the seconds of the result that are done. */
  readonly onTime?: (seconds: number) => void;
  /** Variables that filters need. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** What ffmpeg says when the source is at fault, whatever else fails because of that. */
const THEIRS =
  /\[dec:\w+ @ \w+\] (?:Decod|Error)|Error opening input|Error during demuxing|Cannot determine format of input|Could not find codec parameters/;

/** What it says when the source is not at fault. */
const OURS =
  /Error (while )?(initializing|opening|applying).*(encoder|output|filter|option)|Could not (write header|open encoder)|Error opening output|Unknown encoder|No such filter|No space left|Option .* not found|Invalid argument.*output|Unable to parse option/i;
/** What it says and ends with when it takes more memory than it is given; it need not say so. */
const NO_MEMORY = 244;
const OUT_OF_MEMORY = /Cannot allocate memory|Failed to allocate|malloc of size/i;

/** What it says of many channels of which nothing tells where they are heard: they cannot be mixed into fewer. */
const UNPLACED = 'there is not enough information to do it';
const MANY_CHANNELS =
  'The sound has more channels than the target, and the file does not say where they are heard, so that they cannot be mixed. Choose wav, or mix them into two first.';

const TOO_MUCH =
  'The file takes more memory or space than is given to one: its frames are too large, or too far from each other. Scale or divide it first.';

/** The settings of every run: nobody to ask, two processors, times reported twice a second. */
const GENERAL = ['-nostdin', '-y', '-v', 'warning', '-nostats', '-progress', 'pipe:1', '-stats_period', '0.5'];
const THREADS = ['-filter_threads', '2', '-filter_complex_threads', '2'];

/**
 * Runs ffmpeg on a source.
 * @throws ConversionError UNREADABLE_FILE, UNSUPPORTED_CONVERSION, TOO_COMPLEX
 * @throws Error when ffmpeg fails for another reason than the source
 */
export async function encode(encoding: Encoding, place: Workplace): Promise<void> {
  const { source, reading = [], resultPath, onTime, environment } = encoding;
  const {
    exitCode,
    signal,
    stderr: complaints,
  } = await runTool('ffmpeg', place, {
    arguments: [
      ...[...GENERAL, ...THREADS, ...reading, ...sourceArguments(source)],
      ...[...encoding.arguments, '-dn', '-threads', '2', `file:${resultPath}`],
    ],
    onLine: (line) => onTime && reportTime(line, onTime),
    ...(environment ? { environment } : {}),
  });
  const stderr = shortLines(complaints);
  if (exitCode === 0 && (await sizeOf(resultPath)) > 0) return;
  if (exitCode === 0) throw unreadable(stderr);
  if (signal === 'SIGSEGV' || signal === 'SIGABRT' || signal === 'SIGFPE') throw unreadable(stderr);
  if (!signal && THEIRS.test(stderr) && !OUT_OF_MEMORY.test(stderr)) throw unreadable(stderr);
  if (wasStopped({ signal }) || exitCode === NO_MEMORY || OUT_OF_MEMORY.test(stderr))
    throw new ConversionError('TOO_COMPLEX', TOO_MUCH, { cause: `${signal ?? exitCode}: ${stderr}` });
  if (!signal && stderr.includes(UNPLACED))
    throw new ConversionError('UNSUPPORTED_CONVERSION', MANY_CHANNELS, { cause: stderr });
  if (signal || OURS.test(stderr)) throw new Error(`ffmpeg failed (${signal ?? exitCode}): ${stderr}`);
  throw unreadable(stderr);
}

function reportTime(line: string, onTime: (seconds: number) => void): void {
  const [, microseconds] = /^out_time_us=(\d+)$/.exec(line) ?? [];
  if (microseconds !== undefined) onTime(Number(microseconds) / 1_000_000);
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}
