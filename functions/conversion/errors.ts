/**
 * Everything that can go wrong for a client: the stable, machine-readable code and its short message.
 * The HTTP status of each is decided in functions/http.
 */
export const ERRORS = {
  INVALID_REQUEST: 'Invalid request',
  MISSING_FILE: 'No file uploaded',
  EMPTY_FILE: 'The uploaded file is empty',
  MISSING_TARGET_FORMAT: 'No target format given',
  UNKNOWN_FORMAT: 'File format not recognised',
  UNSUPPORTED_CONVERSION: 'Conversion not supported',
  INVALID_QUALITY: 'Invalid quality',
  INVALID_OPTION: 'Invalid option',
  UNREADABLE_FILE: 'The file cannot be read',
  PASSWORD_PROTECTED: 'The file is protected by a password',
  FILE_TOO_LARGE: 'File too large',
  TOO_COMPLEX: 'The file is too complex',
  NOT_FOUND: 'Not found',
  NOT_READY: 'The conversion is still in progress',
  EXPIRED: 'The download link has expired',
  ALREADY_DOWNLOADED: 'The file has already been downloaded',
  UNAUTHORIZED: 'Authentication required',
  FORBIDDEN: 'Access denied',
  RATE_LIMITED: 'Too many requests',
  QUOTA_EXCEEDED: 'Quota exceeded',
  IDEMPOTENCY_KEY_REUSED: 'The Idempotency-Key was used for another request',
  ENGINE_FAILED: 'The conversion failed',
  ENGINE_TIMED_OUT: 'The conversion took too long',
  SERVICE_BUSY: 'The service is busy',
  INTERNAL: 'Internal server error',
} as const satisfies Record<string, string>;

export type ErrorCode = keyof typeof ERRORS;

/** The codes with which an engine may fail. Any other failure of an engine is the service's fault. */
export const ENGINE_CODES = [
  'UNKNOWN_FORMAT',
  'UNSUPPORTED_CONVERSION',
  'INVALID_OPTION',
  'UNREADABLE_FILE',
  'PASSWORD_PROTECTED',
  'FILE_TOO_LARGE',
  'TOO_COMPLEX',
  'ENGINE_FAILED',
  'ENGINE_TIMED_OUT',
] as const satisfies readonly ErrorCode[];

/** The error of a fault of ours in an engine, or in calling it. */
export function engineFailed(cause: unknown): ConversionError {
  return new ConversionError('ENGINE_FAILED', 'The conversion failed. Please try again.', { cause });
}

const BUSY = 'More files wait to be converted than can be done in time. Please try again in half a minute.';

/** The error of a job that cannot be done in time, and was not begun. */
export function serviceBusy(cause?: unknown): ConversionError {
  return new ConversionError('SERVICE_BUSY', BUSY, { cause });
}

/** The codes of faults of the service; all others are caused by the client's file or request. */
const OURS: readonly ErrorCode[] = ['ENGINE_FAILED', 'ENGINE_TIMED_OUT', 'SERVICE_BUSY', 'INTERNAL'];

/** Whether a failure is the fault of the service. */
export function isOurFault(code: ErrorCode): boolean {
  return OURS.includes(code);
}

/** Failures after which another attempt may succeed; all others are final. */
const PASSING: readonly ErrorCode[] = ['ENGINE_FAILED', 'INTERNAL'];

/** Whether another attempt may succeed. */
export function isPassing(code: ErrorCode): boolean {
  return PASSING.includes(code);
}

/**
 * A failure that is reported to a client. `message` is a sentence that a person can act on: what failed, which field,
 * which values are accepted. An engine's output, a path or a resource name belongs into `cause`, which is logged and
 * never sent.
 */
export class ConversionError extends Error {
  readonly code: ErrorCode;
  /** Seconds after which it makes sense to try again, where that is known. */
  readonly retryAfter?: number;

  constructor(code: ErrorCode, message: string, options: { cause?: unknown; retryAfter?: number } = {}) {
    super(message, options);
    this.name = 'ConversionError';
    this.code = code;
    if (options.retryAfter !== undefined) this.retryAfter = options.retryAfter;
  }
}

/** An engine did not begin a job: it was throttled, or is not ready yet. That costs no attempt. */
export class NotBegun extends ConversionError {
  /** Whether the job had failed before, within the same attempt. */
  readonly tried: boolean;

  constructor(cause: unknown, tried = false) {
    super('SERVICE_BUSY', BUSY, { cause });
    this.tried = tried;
  }
}

/** The error that a client gets: any other than a ConversionError is INTERNAL. */
export function toConversionError(error: unknown): ConversionError {
  if (error instanceof ConversionError) return error;
  return new ConversionError('INTERNAL', 'Something went wrong on our side. Trying again may help.', { cause: error });
}
