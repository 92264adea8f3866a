import { invalidOption } from '../../../conversion/options.ts';
import { quote } from '../../../conversion/quote.ts';

/** Turns a piece of a text into bytes. */
type Encode = (text: string) => Buffer;

const BYTE_ORDER_MARK = '\uFEFF';

const utf8: Encode = (text) => Buffer.from(text);
const utf16: Encode = (text) => Buffer.from(text, 'utf16le');

/** Encodings that hold every letter, and whether they begin with a byte order mark. */
const UNICODE: Readonly<Record<string, { readonly encode: Encode; readonly marked: boolean }>> = {
  'utf-8': { encode: utf8, marked: false },
  'utf-8-bom': { encode: utf8, marked: true },
  'utf-16le': { encode: utf16, marked: true },
  'utf-16be': { encode: (text) => utf16(text).swap16(), marked: true },
};

/**
 * The bytes of a text, piece by piece.
 * @param pieces none of which ends between the halves of a character beyond the basic plane
 * @throws ConversionError INVALID_OPTION for a letter that the encoding lacks
 */
export function* encodeText(pieces: Iterable<string>, encoding: string): Generator<Buffer> {
  const unicode = Object.hasOwn(UNICODE, encoding) ? UNICODE[encoding] : undefined;
  if (unicode?.marked) yield unicode.encode(BYTE_ORDER_MARK);
  const encode = unicode?.encode ?? encoderOf(encoding);
  for (const piece of pieces) yield encode(piece);
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

/** The byte of each letter in an encoding of one byte a letter; -1 where there is none. */
function tableOf(encoding: string): Int16Array {
  const table = new Int16Array(0x10000).fill(-1);
  const known = encoding === 'us-ascii' ? 0x80 : 0x100;
  const bytes = Uint8Array.from({ length: known }, (_, byte) => byte);
  const letters = new TextDecoder(encoding === 'us-ascii' ? 'utf-8' : encoding, { ignoreBOM: true }).decode(bytes);
  for (let byte = 0; byte < known; byte++) {
    const letter = letters.charCodeAt(byte);
    if (letter !== 0xfffd) table[letter] = byte;
  }
  return table;
}

function missing(encoding: string, letter: string): Error {
  const code = (letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return invalidOption(
    `The option "encoding": ${encoding} lacks ${quote(letter)} (U+${code}), which is in the text; utf-8 holds everything.`,
  );
}
