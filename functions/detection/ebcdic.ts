/** The name of the encoding: code page 037. */
export const EBCDIC = 'ibm037';

/** The characters of code page 037 from 0x40 on; all EBCDIC has letters, digits and most signs in the same places. */
const CHARACTERS = [
  ' \u00a0âäàáãåçñ¢.<(+|',
  '&éêëèíîïìß!$*);¬',
  '-/ÂÄÀÁÃÅÇÑ¦,%_>?',
  'øÉÊËÈÍÎÏÌ`:#@\'="',
  'Øabcdefghi«»ðýþ±',
  '°jklmnopqrªºæ¸Æ¤',
  'µ~stuvwxyz¡¿ÐÝÞ®',
  '^£¥·©§¶¼½¾[]¯¨´×',
  '{ABCDEFGHI\u00adôöòóõ',
  '}JKLMNOPQR¹ûüùúÿ',
  '\\÷STUVWXYZ²ÔÖÒÓÕ',
  '0123456789³ÛÜÙÚ',
].join('');
const FIRST = 0x40;

/** Its control characters that are in texts; lines end in 0x15 or 0x25. */
const CONTROLS: Readonly<Record<number, string>> = { 5: '\t', 12: '\f', 13: '\r', 21: '\n', 37: '\n' };

/** What each byte stands for: nothing where no text has it. */
const TABLE: readonly string[] = Array.from(
  { length: 256 },
  (_, byte) => CONTROLS[byte] ?? CHARACTERS[byte - FIRST] ?? '',
);

/** How much of a text is looked at, in bytes, and the least that tells anything. */
const LOOKED_AT = 64 * 1024;
const LEAST = 12;
/** The least share of blanks, and of blanks, letters and digits together. */
const LEAST_BLANKS = 0.02;
const LEAST_WORDS = 0.75;

/** Whether a text that is in no other encoding is in EBCDIC, as mainframes write: it reads as words then. */
export function isEbcdic(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, LOOKED_AT);
  if (head.length < LEAST || head.some((byte) => TABLE[byte] === '')) return false;
  const text = decodeEbcdic(head);
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const [blanks, letters, vowels] = [count(/[ \n]/g), count(/[a-z]/gi), count(/[aeiouy]/gi)];
  const words = blanks + letters + count(/\d/g);
  const spoken = letters === 0 || (vowels >= letters * 0.15 && vowels <= letters * 0.7);
  return spoken && blanks >= text.length * LEAST_BLANKS && words >= text.length * LEAST_WORDS;
}

/** The text in some bytes of EBCDIC. */
export function decodeEbcdic(bytes: Uint8Array): string {
  const units = Uint16Array.from(bytes, (byte) => TABLE[byte]?.charCodeAt(0) || 0xfffd);
  return Buffer.from(units.buffer).toString('utf16le');
}
