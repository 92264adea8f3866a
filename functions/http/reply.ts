import { type ConversionError, ERRORS } from '../conversion/errors.ts';
import { helpUrl } from '../routes.ts';
import { STATUS_CODES } from './status-codes.ts';

/** A response whose body is complete. */
export interface Reply {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The headers of all responses: any web page may use the API, caches store nothing, and browsers sniff no types. */
export const COMMON_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Content-Disposition, Content-Length, Retry-After, RateLimit, RateLimit-Policy',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** The success envelope. `extra` are fields beside `data`. */
export function success(message: string, data: object, extra: object = {}, headers?: Record<string, string>): Reply {
  return json(200, { success: true, message, data, ...extra }, headers);
}

/** The error envelope. */
export function failure(
  error: ConversionError,
  { requestId, data, headers }: { requestId?: string; data?: object; headers?: Record<string, string> } = {},
): Reply {
  const body = {
    success: false,
    message: ERRORS[error.code],
    error: error.message,
    timestamp: new Date().toISOString(),
    code: error.code,
    help_url: helpUrl(error.code),
    ...(requestId && { request_id: requestId }),
    ...(data && { data }),
  };
  return json(STATUS_CODES[error.code], body, headers);
}

export function redirect(url: string): Reply {
  return { statusCode: 302, headers: { ...COMMON_HEADERS, Location: url, 'Content-Length': '0' }, body: '' };
}

function json(statusCode: number, body: object, headers: Record<string, string> = {}): Reply {
  return {
    statusCode,
    headers: { ...COMMON_HEADERS, 'Content-Type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(body),
  };
}
