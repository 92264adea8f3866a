import { ConversionError } from '../conversion/errors.ts';
import type { FormatName } from '../conversion/formats.ts';
import { DETECTION_BYTES } from './detection-bytes.ts';
import type { DetectionAnswer, DetectionQuestion } from './detection-worker.ts';
import { ThreadLimitExceeded } from './thread.ts';
import { ThreadPool } from './thread-pool.ts';

export { DETECTION_BYTES };

/** Threads that apply the rules of detection, and are terminated after a second. */
export type DetectionThreads = ThreadPool<DetectionQuestion, DetectionAnswer>;

const THREADS: DetectionThreads = new ThreadPool({
  program: 'functions/detection/detection-worker.ts',
  threads: 2,
  limit: 1000,
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
    return await threads.answer(() => {
      // A copy, since a transferred buffer is detached.
      const head = new Uint8Array(beginning.subarray(0, DETECTION_BYTES));
      return { question: { head, filename }, transfer: [head.buffer] };
    });
  } catch (error) {
    if (!(error instanceof ThreadLimitExceeded)) throw error;
    const message = 'The format of the file could not be detected within a second: its content is too complex.';
    throw new ConversionError('UNKNOWN_FORMAT', message, { cause: error });
  }
}
