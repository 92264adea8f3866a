import { ConversionError } from '../conversion/errors.ts';
import type { FormatName } from '../conversion/formats.ts';
import { DETECTION_BYTES } from './detection-bytes.ts';
import type { DetectionAnswer, DetectionQuestion } from './detection-worker.ts';
import { ThreadLimitExceeded } from './thread.ts';
import { ThreadPool } from './thread-pool.ts';

export { DETECTION_BYTES };

/** Threads that apply the rules of detection, and are terminated after five seconds: far longer than any file should take. */
export type DetectionThreads = ThreadPool<DetectionQuestion, DetectionAnswer>;

const THREADS: DetectionThreads = new ThreadPool({
  program: 'functions/detection/detection-worker.ts',
  threads: 2,
  limit: 5000,
  longestWait: 10_000,
});

/** Starts a thread before the first detection. */
export function warmUpDetection(): void {
  THREADS.warmUp();
}

/**
 * Detects the format of a file by its content; the name decides only where the content cannot.
 * @param beginning the first `DETECTION_BYTES` of the file, or all of it
 * @throws ConversionError UNKNOWN_FORMAT; UNREADABLE_FILE where the name claims a binary format, and the content is text
 */
export async function detectFormat(beginning: Uint8Array, filename: string, threads = THREADS): Promise<FormatName> {
  const answer = await ask(beginning, filename, threads);
  if ('format' in answer) return answer.format;
  throw new ConversionError(answer.code, answer.message);
}

async function ask(beginning: Uint8Array, filename: string, threads: DetectionThreads): Promise<DetectionAnswer> {
  try {
    // A copy, since a message takes along all of the memory that its bytes are a part of.
    return await threads.answer(() => ({ head: new Uint8Array(beginning.subarray(0, DETECTION_BYTES)), filename }));
  } catch (error) {
    if (!(error instanceof ThreadLimitExceeded)) throw error;
    const message = 'The format of the file could not be detected within five seconds: its content is too complex.';
    throw new ConversionError('UNKNOWN_FORMAT', message, { cause: error });
  }
}
