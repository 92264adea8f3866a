import { decodeBytes } from '../../detection/decode-bytes.ts';
import { foreignEncoding } from '../../detection/legacy-encoding.ts';
import { unicodeOf } from '../../detection/unicode.ts';

/** How much of a page is searched for its encoding, in bytes; a little more than browsers search. */
const DECLARED_WITHIN = 4096;

/** A text as it was written: by its byte order mark, as UTF-8 where it is that, else in the old encoding that its letters tell. */
export function decodePlain(bytes: Uint8Array): string {
  return decode(bytes, unicodeOf(bytes) ?? 'utf-8') ?? decodeLegacy(bytes);
}

/** A page in the encoding that it declares, as UTF-8 that says so. */
export function decodeHtml(bytes: Uint8Array): string {
  const declared = unicodeOf(bytes) ?? declaredEncoding(bytes);
  const text = (declared && decode(bytes, declared)) ?? decode(bytes, 'utf-8') ?? decodeLegacy(bytes);
  return declareUtf8(text);
}

function declaredEncoding(bytes: Uint8Array): string | undefined {
  const beginning = Buffer.from(bytes.subarray(0, DECLARED_WITHIN)).toString('latin1');
  const declaration =
    /<meta[^>]+charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(beginning) ??
    /^<\?xml[^>]+encoding\s*=\s*["']([\w:.-]+)/i.exec(beginning);
  return declaration?.[1];
}

/** The text, or nothing where the bytes are not of that encoding or nobody knows it. */
function decode(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return decodeBytes(bytes, encoding);
  } catch {
    return undefined;
  }
}

function decodeLegacy(bytes: Uint8Array): string {
  return decodeBytes(bytes, foreignEncoding(bytes) ?? 'windows-1252');
}

function declareUtf8(text: string): string {
  const bare = text.replace(/^<\?xml[^>]*\?>/, '').replace(/<meta\b[^>]*\bcharset\s*=[^>]*>/gi, '');
  const declaration = '<meta charset="utf-8">';
  const head = /<head\b[^>]*>/i.exec(bare) ?? /<html\b[^>]*>/i.exec(bare) ?? /<!doctype[^>]*>/i.exec(bare);
  const at = head ? head.index + head[0].length : 0;
  return bare.slice(0, at) + declaration + bare.slice(at);
}
