import { ConversionError } from './errors.ts';

/** An engine crashed while it worked at a file: by a signal, not by our hand. Another attempt shows whether the file did it. */
export class EngineCrashed extends ConversionError {
  constructor(cause: unknown) {
    super('ENGINE_FAILED', 'The conversion failed. Please try again.', { cause });
  }
}

/**
 * The error of the second failure of the same job: where both were crashes, the file is at fault.
 * @returns the second failure, or the error for the file
 */
export function afterCrash(first: unknown, second: unknown): unknown {
  if (!(first instanceof EngineCrashed && second instanceof EngineCrashed)) return second;
  const message = 'The file is damaged: the program that reads it crashes each time. Save it anew where it was made.';
  return new ConversionError('UNREADABLE_FILE', message, { cause: second });
}
