import { EngineCrashed } from '../conversion/crashes.ts';
import { ConversionError, engineFailed } from '../conversion/errors.ts';

/**
 * An engine function that ended before its answer did, as Lambda reports it. The engine itself runs in a process of its
 * own there, whose time, memory and crashes the function reports itself, so that this is the end of the function around it.
 *
 * AWS documents that there are an error code and details, not what stands in them. Seen in logs are these: a function that
 * has passed its time limit (Sandbox.Timedout, "Task timed out after 3.00 seconds"); one whose process has ended
 * (Runtime.ExitError, "Runtime exited with error: exit status 1"), "signal: killed" where the function's memory was used up.
 * Lambda does not report whether the processor was used.
 */
export class FunctionEnded extends Error {
  constructor(code: string, details = '') {
    super(`${code}: ${details}`);
  }

  /**
   * What it means for the job. A crash may be the file's doing, and is if it comes again.
   * @param begun whether it has said anything: before that, nothing that goes wrong is the file's doing
   */
  explain(begun: boolean): ConversionError {
    if (/Timedout|timed out/i.test(this.message)) return stoodStill(this);
    if (!begun) return engineFailed(this);
    return /OutOfMemory|signal: killed/i.test(this.message) ? tookTooMuchMemory(this) : new EngineCrashed(this);
  }
}

function stoodStill(cause: unknown): ConversionError {
  const message = 'The conversion stood still and was stopped. Trying again may help.';
  return new ConversionError('ENGINE_TIMED_OUT', message, { cause });
}

function tookTooMuchMemory(cause: unknown): ConversionError {
  const message = 'The file needs more memory than one conversion may use. Simplify it first.';
  return new ConversionError('TOO_COMPLEX', message, { cause });
}
