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
  /** The service does not let this caller in, or no further. */
  refused: 4,
  /** Ended by Ctrl-C, as shells say it. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The command line is wrong: told with a hint at the help. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** What a failure means for the exit code. */
export function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof UsageError) return EXIT.usage;
  if (!(error instanceof FileConversionError)) return EXIT.failed;
  if (error.code === 'UNREACHABLE' || error.code === 'UNEXPECTED_ANSWER') return EXIT.unreachable;
  return [401, 403, 429].includes(error.status) ? EXIT.refused : EXIT.failed;
}
