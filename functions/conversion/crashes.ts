import { ConversionError } from './errors.ts';

/** An engine died by a signal that we did not send, while it had a job. A second attempt shows whether the file is the cause. */
export class EngineCrashed extends ConversionError {
  constructor(cause: unknown) {
    super('ENGINE_FAILED', 'The conversion failed. Please try again.', { cause });
  }
}

/**
 * The error after two failures of a job: where both were crashes, the file is at fault.
 * @returns the second failure, or UNREADABLE_FILE
 */
export function afterCrash(first: unknown, second: unknown): unknown {
  if (!(first instanceof EngineCrashed && second instanceof EngineCrashed)) return second;
  return crashesEachTime(second);
}

/** The error for a file on which its program crashes whenever it reads it. */
export function crashesEachTime(cause: unknown): ConversionError {
  const message = 'The file is damaged: the program that reads it crashes each time. Save it anew where it was made.';
  return new ConversionError('UNREADABLE_FILE', message, { cause });
}
