import { inspect } from 'node:util';
import { ConversionError } from '../conversion/errors.ts';

/** What a pool sends to its process. */
export interface ResidentRequest {
  readonly job: unknown;
}

/** What the process answers: exactly one of these for each request. `memory` is its resident set in bytes. */
export type ResidentAnswer =
  | { readonly memory: number; readonly result: unknown }
  | { readonly memory: number; readonly error: ResidentError };

/** A failure on its way to the other process. `detail` is for the log, never for the client. */
export interface ResidentError {
  readonly code: string;
  readonly message: string;
  readonly detail: string;
}

const LONGEST_DETAIL = 4000;

/**
 * Makes the current process a resident one: answers the jobs that its parent sends, one after the other, and ends
 * when the parent is gone.
 */
export function answerJobs<Job>(answer: (job: Job) => Promise<unknown>): void {
  process.on('disconnect', () => process.exit());
  process.on('message', async ({ job }: ResidentRequest) => {
    const outcome = await answer(job as Job).then(
      (result) => ({ result }),
      (error: unknown) => ({ error: describe(error) }),
    );
    process.send?.({ ...outcome, memory: process.memoryUsage.rss() });
  });
}

function describe(error: unknown): ResidentError {
  if (error instanceof ConversionError) {
    return { code: error.code, message: error.message, detail: text(error.cause) };
  }
  return { code: 'ENGINE_FAILED', message: 'The conversion failed. The fault is ours.', detail: text(error) };
}

function text(thing: unknown): string {
  return thing === undefined ? '' : inspect(thing).slice(0, LONGEST_DETAIL);
}
