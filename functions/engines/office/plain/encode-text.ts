import { invalidOption } from '../../../conversion/options.ts';
import { quote } from '../../../conversion/quote.ts';

/** Encodes a chunk of a text. */
type Encode = (text: string) => Buffer;

const BYTE_ORDER_MARK = '\uFEFF';

const utf8: Encode = (text) => Buffer.from(text);
const utf16: Encode = (text) => Buffer.from(text, 'utf16le');

/** Encodings of all characters, and whether they begin with a byte order mark. */
const UNICODE: Readonly<Record<string, { readonly encode: Encode; readonly marked: boolean }>> = {
  'utf-8': { encode: utf8, marked: false },
  'utf-8-bom': { encode: utf8, marked: true },
  'utf-16le': { encode: utf16, marked: true },
  'utf-16be': { encode: (text) => utf16(text).swap16(), marked: true },
};

/**
 * Encodes a text, chunk by chunk.
 * @param chunks none of which ends within a surrogate pair
 * @throws ConversionError INVALID_OPTION for a character that the encoding lacks
 */
export function* encodeText(chunks: Iterable<string>, encoding: string): Generator<Buffer> {
  const unicode = Object.hasOwn(UNICODE, encoding) ? UNICODE[encoding] : undefined;
  if (unicode?.marked) yield unicode.encode(BYTE_ORDER_MARK);
  const encode = unicode?.encode ?? encoderOf(encoding);
  for (const chunk of chunks) yield encode(chunk);
}

function encoderOf(encoding: string): Encode {
  const table = tableOf(encoding);
  return (text) => {
    const bytes = Buffer.allocUnsafe(text.length);
    for (let at = 0; at < text.length; at++) {
      const byte = table[text.charCodeAt(at)] ?? -1;
      if (byte < 0) throw missing(encoding, String.fromCodePoint(text.codePointAt(at) ?? 0));
      bytes[at] = byte;
    }
    return bytes;
  };
}

/** The byte of each character in a single-byte encoding; -1 where there is none. */
function tableOf(encoding: string): Int16Array {
  const table = new Int16Array(0x10000).fill(-1);
  const known = encoding === 'us-ascii' ? 0x80 : 0x100;
  const bytes = Uint8Array.from({ length: known }, (_, byte) => byte);
  const characters = new TextDecoder(encoding === 'us-ascii' ? 'utf-8' : encoding, { ignoreBOM: true }).decode(bytes);
  for (let byte = 0; byte < known; byte++) {
    const character = characters.charCodeAt(byte);
    if (character !== 0xfffd) table[character] = byte;
  }
  return table;
}

function missing(encoding: string, character: string): Error {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return invalidOption(
    `The option "encoding" is ${encoding}, which lacks ${quote(character)} (U+${code}) of the text. Choose utf-8, which has all characters.`,
  );
}
