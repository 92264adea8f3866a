import type { Conversion } from '../conversion/conversion.ts';
import { resultFilename } from '../conversion/filename.ts';
import { describeFormat } from '../conversion/formats.ts';
import { COMMON_HEADERS } from './reply.ts';

/**
 * The headers of a download but its length: exact type, and a name by RFC 6266. Whatever a browser makes of the file,
 * it runs nothing in it and gives it no origin.
 */
export function attachmentHeaders(conversion: Conversion): Record<string, string> {
  return {
    ...COMMON_HEADERS,
    'Content-Type': mediaTypeOf(conversion),
    'Content-Disposition': attachment(resultFilename(conversion)),
    'Content-Security-Policy': "sandbox; default-src 'none'",
  };
}

/** The type of a result; a text need not be written in the encoding that its format usually has. */
function mediaTypeOf({ resultFormat, options: { encoding } }: Conversion): string {
  const { mediaType } = describeFormat(resultFormat);
  // A byte order mark is no encoding of its own.
  const charset = typeof encoding === 'string' ? encoding.replace(/-bom$/, '') : 'utf-8';
  return mediaType.replace('charset=utf-8', `charset=${charset}`);
}

/** Types that a browser would run something of. */
const ACTIVE = /^text\/html|[+/]xml\b/;

/**
 * The same headers for a download by link, which are all that the store can be asked for. It cannot be asked to forbid
 * guessing at types (nosniff), or to shut the file in: so what could run scripts is called mere bytes. All else keeps
 * its exact type.
 */
export function linkHeaders(conversion: Conversion): Record<string, string> {
  const headers = attachmentHeaders(conversion);
  const active = ACTIVE.test(headers['Content-Type'] ?? '');
  return active ? { ...headers, 'Content-Type': 'application/octet-stream' } : headers;
}

/** An attachment with a name: in quotes what all clients understand, and beside it all of the name if that is less. */
function attachment(filename: string): string {
  const name = filename.toWellFormed().replace(/\p{Cc}/gu, '_');
  const plain = name.replace(/[^ -~]|["\\%]/gu, '_');
  return `attachment; filename="${plain}"${plain === name ? '' : `; filename*=UTF-8''${encode(name)}`}`;
}

/** A name as RFC 8187 writes it: percent signs for all but letters, digits and a few harmless signs. */
function encode(name: string): string {
  return encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
