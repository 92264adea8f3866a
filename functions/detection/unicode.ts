/** The encodings of Unicode that texts are stored in. */
export type Unicode = 'utf-8' | 'utf-16le' | 'utf-16be' | 'utf-32le' | 'utf-32be';

/** How texts begin that say their encoding, in hexadecimal; the longer ones first. */
const MARKS: readonly (readonly [mark: string, encoding: Unicode])[] = [
  ['fffe0000', 'utf-32le'],
  ['0000feff', 'utf-32be'],
  ['efbbbf', 'utf-8'],
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
];

/** How much of a text without a mark is looked at, in bytes. */
const LOOKED_AT = 64 * 1024;

/** What no text has: control characters, and code points that mean nothing. */
const IMPOSSIBLE = /[\p{Cn}\p{Co}\p{Cs}]|(?![\t\n\v\f\r\u0085])\p{Cc}/u;
const PLAIN = /[\t\n\r -~]/g;
/** Blanks, line ends, digits or letters of ASCII are in texts of all languages: the least share of them. */
const LEAST_PLAIN = 0.02;

/** The encoding of a text with a byte order mark. */
export function markedUnicode(bytes: Uint8Array): Unicode | undefined {
  const start = Buffer.from(bytes.subarray(0, 4)).toString('hex');
  return MARKS.find(([mark]) => start.startsWith(mark))?.[1];
}

/**
 * The encoding of a text, by its byte order mark, or by its zeros where it is in UTF-16 or UTF-32 without one.
 * @param bytes the text, or its beginning
 */
export function unicodeOf(bytes: Uint8Array): Unicode | undefined {
  const marked = markedUnicode(bytes);
  if (marked) return marked;
  const head = bytes.subarray(0, LOOKED_AT);
  // Every fourth byte of UTF-32 is a zero; in UTF-16 it is one in each plain character.
  if (!head.includes(0)) return undefined;
  if (bytes.length % 4 === 0) {
    for (const encoding of ['utf-32le', 'utf-32be'] as const)
      if (plainShare(head, encoding) !== undefined) return encoding;
  }
  if (bytes.length % 2 !== 0) return undefined;
  const [little = 0, big = 0] = [plainShare(head, 'utf-16le'), plainShare(head, 'utf-16be')];
  if (Math.max(little, big) < LEAST_PLAIN) return undefined;
  return little > big ? 'utf-16le' : 'utf-16be';
}

/** How much of a text is plain; nothing where it is none in that encoding. */
function plainShare(bytes: Uint8Array, encoding: Unicode): number | undefined {
  try {
    const text = decodeUnicode(bytes, encoding, { fatal: true });
    if (text === '' || IMPOSSIBLE.test(text)) return undefined;
    return (text.match(PLAIN)?.length ?? 0) / text.length;
  } catch {
    return undefined;
  }
}

/**
 * The text in some bytes, without its byte order mark. A character that the end cuts through is left out.
 * @param fatal whether to throw a TypeError where they are not of that encoding
 */
export function decodeUnicode(bytes: Uint8Array, encoding: Unicode, { fatal = false } = {}): string {
  if (encoding === 'utf-32le' || encoding === 'utf-32be') return decodeUtf32(bytes, encoding === 'utf-32le', fatal);
  return new TextDecoder(encoding, { fatal }).decode(bytes, { stream: true });
}

function decodeUtf32(bytes: Uint8Array, little: boolean, fatal: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const units = new Uint16Array(Math.floor(bytes.length / 4) * 2);
  let length = 0;
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const point = view.getUint32(at, little);
    const valid = point < 0x110000 && (point < 0xd800 || point > 0xdfff);
    if (!valid && fatal) throw new TypeError('The bytes are not UTF-32.');
    if (at === 0 && point === 0xfeff) continue;
    if (valid && point >= 0x10000) units[length++] = 0xd7c0 + (point >> 10);
    units[length++] = !valid ? 0xfffd : point >= 0x10000 ? 0xdc00 + (point & 0x3ff) : point;
  }
  return Buffer.from(units.buffer, 0, length * 2).toString('utf16le');
}
