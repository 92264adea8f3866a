import { FileConversionError } from '../client/index.ts';

/** What the command's exit code says. */
export const EXIT = {
  ok: 0,
  /** Some file could not be converted. */
  failed: 1,
  /** The command line is wrong. */
  usage: 2,
  /** The service does not answer. */
  unreachable: 3,
  /** The service does not let this caller in: there is no key, or it is not good for this. */
  refused: 4,
  /** The caller's limit is reached: of requests, of conversions at once, or of the month. */
  limited: 5,
  /** Ended by Ctrl-C, as shells say it. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The command line is wrong: reported with a hint at the help. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** What a failure means for the exit code. */
export function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof UsageError) return EXIT.usage;
  if (!(error instanceof FileConversionError)) return EXIT.failed;
  if (error.code === 'UNREACHABLE' || error.code === 'UNEXPECTED_ANSWER') return EXIT.unreachable;
  if (error.status === 429) return EXIT.limited;
  return error.status === 401 || error.status === 403 ? EXIT.refused : EXIT.failed;
}
