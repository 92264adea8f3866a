import type { Conversion } from '../conversion/conversion.ts';
import { resultFilename } from '../conversion/filename.ts';
import { describeFormat } from '../conversion/formats.ts';
import { COMMON_HEADERS } from './reply.ts';

/**
 * The headers of a download without its length: the exact media type, and a filename by RFC 6266. The policy keeps
 * browsers from running scripts in the file and from giving it an origin.
 */
export function attachmentHeaders(conversion: Conversion): Record<string, string> {
  return {
    ...COMMON_HEADERS,
    'Content-Type': mediaTypeOf(conversion),
    'Content-Disposition': attachment(resultFilename(conversion)),
    'Content-Security-Policy': "sandbox; default-src 'none'",
  };
}

/** The media type of a result, with the charset that the option `encoding` chose. */
function mediaTypeOf({ resultFormat, options: { encoding } }: Conversion): string {
  const { mediaType } = describeFormat(resultFormat);
  // A byte order mark is no encoding of its own.
  const charset = typeof encoding === 'string' ? encoding.replace(/-bom$/, '') : 'utf-8';
  return mediaType.replace('charset=utf-8', `charset=${charset}`);
}

/** Media types in which browsers run scripts. */
const ACTIVE = /^text\/html|[+/]xml\b/;

/**
 * The headers for a download by presigned URL. S3 cannot be told to send nosniff or a Content-Security-Policy: so a type
 * in which browsers run scripts becomes application/octet-stream.
 */
export function linkHeaders(conversion: Conversion): Record<string, string> {
  const headers = attachmentHeaders(conversion);
  const active = ACTIVE.test(headers['Content-Type'] ?? '');
  return active ? { ...headers, 'Content-Type': 'application/octet-stream' } : headers;
}

/** Controls, and overrides of direction, with which `gpj.exe` reads as `exe.jpg`. */
const CONTROLS = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** A Content-Disposition: the filename in ASCII, and where that differs the full name in `filename*`. */
function attachment(filename: string): string {
  const name = filename.toWellFormed().replace(CONTROLS, '_');
  const plain = name.replace(/[^ -~]|["\\%]/gu, '_');
  return `attachment; filename="${plain}"${plain === name ? '' : `; filename*=UTF-8''${encode(name)}`}`;
}

/** The percent encoding of RFC 8187, which also covers characters that encodeURIComponent keeps. */
function encode(name: string): string {
  return encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
