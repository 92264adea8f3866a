import type { ErrorCode } from '../conversion/errors.ts';

/** The HTTP status of each error: the client's file and request are 400, whatever is not there is 404. */
export const STATUS_CODES = {
  INVALID_REQUEST: 400,
  MISSING_FILE: 400,
  EMPTY_FILE: 400,
  MISSING_TARGET_FORMAT: 400,
  UNKNOWN_FORMAT: 400,
  UNSUPPORTED_CONVERSION: 400,
  INVALID_QUALITY: 400,
  UNREADABLE_FILE: 400,
  PASSWORD_PROTECTED: 400,
  FILE_TOO_LARGE: 413,
  TOO_COMPLEX: 400,
  NOT_FOUND: 404,
  NOT_READY: 404,
  EXPIRED: 404,
  ALREADY_DOWNLOADED: 404,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  QUOTA_EXCEEDED: 429,
  ENGINE_FAILED: 500,
  ENGINE_TIMED_OUT: 500,
  SERVICE_BUSY: 500,
  INTERNAL: 500,
} as const satisfies Record<ErrorCode, number>;
