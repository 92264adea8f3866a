import { FileConversionError } from '../client/index.ts';

/** The exit codes of the command. */
export const EXIT = {
  ok: 0,
  /** Some file could not be converted. */
  failed: 1,
  /** The command line is wrong. */
  usage: 2,
  /** The service cannot be reached. */
  unreachable: 3,
  /** The API key is missing, invalid, or lacks the scope. */
  refused: 4,
  /** A limit of the caller is reached: of requests, of conversions at once, or of the month. */
  limited: 5,
  /** Ended by Ctrl-C: 128 and the number of SIGINT. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The command line is wrong. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The exit code for an error. */
export function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof UsageError) return EXIT.usage;
  if (!(error instanceof FileConversionError)) return EXIT.failed;
  if (error.code === 'UNREACHABLE' || error.code === 'UNEXPECTED_ANSWER') return EXIT.unreachable;
  if (error.status === 429) return EXIT.limited;
  return error.status === 401 || error.status === 403 ? EXIT.refused : EXIT.failed;
}
