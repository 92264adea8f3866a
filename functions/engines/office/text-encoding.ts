import { decodeBytes } from '../../detection/decode-bytes.ts';
import { legacyEncoding } from '../../detection/legacy-encoding.ts';
import { unicodeOf } from '../../detection/unicode.ts';

/** Bytes of a page that are searched for its encoding, a few more than browsers search. */
const DECLARED_WITHIN = 4096;

/** The least share of letters that are valid, of those beyond ASCII, in a text that is taken for damaged UTF-8. */
const MOSTLY = 0.9;
/** What the decoder puts where a letter is damaged. */
const REPLACEMENT = 0xfffd;

/** The names of UTF-16 (Encoding Standard, 4.2). */
const UTF_16 = /^(?:utf-16|unicode|ucs-2|iso-10646-ucs-2|csunicode)/i;

/** Decodes a text by its byte order mark, as UTF-8 where nearly all is valid, else in the legacy encoding that fits its letters. */
export function decodePlain(bytes: Uint8Array): string {
  return decode(bytes, unicodeOf(bytes) ?? 'utf-8') ?? decodeDamaged(bytes) ?? decodeLegacy(bytes);
}

/** Decodes UTF-8 in which a few letters were cut or pasted in from another encoding. */
function decodeDamaged(bytes: Uint8Array): string | undefined {
  const text = new TextDecoder().decode(bytes);
  let [foreign, damaged] = [0, 0];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code >= 0x80) foreign++;
    if (code === REPLACEMENT) damaged++;
  }
  return damaged <= foreign * (1 - MOSTLY) ? text : undefined;
}

/** Decodes a page in the encoding that it declares, and declares UTF-8 instead. */
export function decodeHtml(bytes: Uint8Array): string {
  return declareUtf8(decodeDeclared(bytes));
}

/** Decodes a page or XML in the encoding that it declares. */
export function decodeDeclared(bytes: Uint8Array): string {
  const declared = unicodeOf(bytes) ?? declaredEncoding(bytes);
  return (declared && decode(bytes, declared)) ?? decodePlain(bytes);
}

/** The encoding that a page declares at its beginning. What can be read as ASCII is not UTF-16, whatever it declares. */
export function declaredEncoding(bytes: Uint8Array): string | undefined {
  const declared = declaredIn(bytes);
  return declared !== undefined && UTF_16.test(declared) ? undefined : declared;
}

/** The name of an encoding in a `meta` tag, in `charset` or as an HTTP header. */
const CHARSET = /(<meta\b[^<>]{0,1000}?charset\s{0,9}=\s{0,9}["']?)([\w:.-]{1,60})/gi;
const COMMENT = /<!--.*?(?:-->|$)/gs;
const OF_XML = /^<\?xml[^>]+encoding\s*=\s*["']([\w:.-]+)/i;

function declaredIn(bytes: Uint8Array): string | undefined {
  const beginning = Buffer.from(bytes.subarray(0, DECLARED_WITHIN)).toString('latin1');
  const [declared] = beginning.replace(COMMENT, '').matchAll(CHARSET);
  return declared?.[2] ?? OF_XML.exec(beginning)?.[1];
}

/** The text, or nothing where the bytes are not valid in the encoding, or it is unknown. */
function decode(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return decodeBytes(bytes, encoding);
  } catch {
    return undefined;
  }
}

function decodeLegacy(bytes: Uint8Array): string {
  return decodeBytes(bytes, legacyEncoding(bytes) ?? 'windows-1252');
}

/** Declares UTF-8 by a byte order mark, and in the place of all that a page declares. */
function declareUtf8(text: string): string {
  return `\uFEFF${text.replace(/^<\?xml[^>]*>/, '').replace(CHARSET, '$1utf-8')}`;
}
