/** The codes of the client: no response, a response that is not the service's, a download that ended early. */
export type ClientCode = 'UNREACHABLE' | 'UNEXPECTED_ANSWER' | 'BROKEN_OFF';

/** The codes of the service. */
export type ErrorCode =
  | 'INVALID_REQUEST'
  | 'MISSING_FILE'
  | 'EMPTY_FILE'
  | 'MISSING_TARGET_FORMAT'
  | 'UNKNOWN_FORMAT'
  | 'UNSUPPORTED_CONVERSION'
  | 'INVALID_QUALITY'
  | 'INVALID_OPTION'
  | 'UNREADABLE_FILE'
  | 'PASSWORD_PROTECTED'
  | 'FILE_TOO_LARGE'
  | 'TOO_COMPLEX'
  | 'NOT_FOUND'
  | 'NOT_READY'
  | 'EXPIRED'
  | 'ALREADY_DOWNLOADED'
  | 'UNAUTHORIZED'
  | 'FORBIDDEN'
  | 'RATE_LIMITED'
  | 'QUOTA_EXCEEDED'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'ENGINE_FAILED'
  | 'ENGINE_TIMED_OUT'
  | 'SERVICE_BUSY'
  | 'INTERNAL';

/** The details of a failure besides its message. */
export interface FailureDetails {
  readonly code: string;
  /** The HTTP status; 0 when there was no response. */
  readonly status: number;
  /** The `Retry-After` of the response, in seconds. */
  readonly retryAfter?: number | undefined;
  readonly requestId?: string | undefined;
  readonly cause?: unknown;
}

/** A failure with a message for people and a code for programs. */
export class FileConversionError extends Error {
  readonly code: ErrorCode | ClientCode | (string & {});
  readonly status: number;
  readonly retryAfter: number | undefined;
  readonly requestId: string | undefined;

  constructor(message: string, { code, status, retryAfter, requestId, cause }: FailureDetails) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'FileConversionError';
    this.code = code;
    this.status = status;
    this.retryAfter = retryAfter;
    this.requestId = requestId;
  }
}

/** The quota of the month is used up: a retry is of no use, though the status is 429. */
const FINAL = 'QUOTA_EXCEEDED';

const PASSING = new Set(['UNREACHABLE', 'BROKEN_OFF', 'SERVICE_BUSY', 'RATE_LIMITED', 'INTERNAL']);

/** The longest wait before a retry, in seconds: where `Retry-After` is longer, the error is thrown instead. */
const LONGEST_WAIT = 60;

/** Whether the same request may succeed a little later. */
export function isPassing(error: unknown): error is FileConversionError {
  if (!(error instanceof FileConversionError)) return false;
  if (error.code === FINAL || (error.retryAfter ?? 0) > LONGEST_WAIT) return false;
  return PASSING.has(error.code) || error.status === 429 || (error.status >= 502 && error.status <= 504);
}

/** The error of a request without a response, or the reason of its signal. */
export function unreachable(cause: unknown, origin: string, signal?: AbortSignal): unknown {
  if (signal?.aborted) return signal.reason;
  const message = `The service at ${origin} cannot be reached.`;
  return new FileConversionError(message, { code: 'UNREACHABLE', status: 0, cause });
}
