import { decodeBytes } from './decode-bytes.ts';

/** The encodings of Unicode that texts are stored in. */
export type Unicode = 'utf-8' | 'utf-16le' | 'utf-16be';

/** Byte order marks, in hexadecimal. */
const MARKS: readonly (readonly [mark: string, encoding: Unicode])[] = [
  ['efbbbf', 'utf-8'],
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
];

/** How many bytes of a text without a byte order mark are checked. */
const LOOKED_AT = 64 * 1024;

/** Characters that no text has: controls and unassigned code points. */
const IMPOSSIBLE = /[\p{Cn}\p{Co}\p{Cs}]|(?![\t\n\v\f\r\u0085])\p{Cc}/u;
const PLAIN = /[\t\n\r -~]/g;
/** The least share of ASCII characters, some of which are in texts of all languages. */
const LEAST_PLAIN = 0.02;

/**
 * Detects an encoding of Unicode by its byte order mark, or UTF-16 without one by its zeros.
 * @param bytes the text, or its beginning
 */
export function unicodeOf(bytes: Uint8Array): Unicode | undefined {
  const start = Buffer.from(bytes.subarray(0, 4)).toString('hex');
  const marked = MARKS.find(([mark]) => start.startsWith(mark))?.[1];
  if (marked) return marked;
  const head = bytes.subarray(0, LOOKED_AT);
  // In UTF-16 each ASCII character has a zero byte.
  if (!head.includes(0) || bytes.length % 2 !== 0) return undefined;
  const [little = 0, big = 0] = [plainShare(head, 'utf-16le'), plainShare(head, 'utf-16be')];
  if (Math.max(little, big) < LEAST_PLAIN) return undefined;
  return little > big ? 'utf-16le' : 'utf-16be';
}

/** The share of ASCII characters; undefined where the bytes are not text in the encoding. */
function plainShare(bytes: Uint8Array, encoding: Unicode): number | undefined {
  try {
    const text = decodeBytes(bytes, encoding);
    if (text === '' || IMPOSSIBLE.test(text)) return undefined;
    return (text.match(PLAIN)?.length ?? 0) / text.length;
  } catch {
    return undefined;
  }
}
