import { unreadable } from './refusals.ts';

/** What the parts of a font in a binary file begin with (Adobe, Technical Note 5040). */
const MARK = 0x80;
const LAST = 3;
const ENCRYPTED = 2;
const PART_HEADER = 6;

/** How a font is encrypted (Adobe Type 1 Font Format, chapter 7). */
const KEY = 55_665;
const [FACTOR, SUMMAND] = [52_845, 22_719];
const RANDOM = 4;

const BEGINNING = /^%!(?:PS-AdobeFont|FontType1)/;
/** A glyph: its name, how many bytes its outline takes, and a word that reads them. */
const GLYPH = /\s*\/[^\s/]{1,127} (\d{1,6}) (?:RD|-\||[^\s/]{1,10}) /y;

/**
 * How many glyphs a Type 1 font has.
 * @throws ConversionError UNREADABLE_FILE
 */
export function countCharstrings(bytes: Buffer): number {
  const encrypted = bytes[0] === MARK ? binaryPart(bytes) : hexadecimalPart(bytes);
  const text = decrypt(encrypted);
  const start = text.indexOf('/CharStrings');
  GLYPH.lastIndex = start < 0 ? text.length : Math.max(start, text.indexOf('begin', start) + 'begin'.length);
  let count = 0;
  for (let glyph = GLYPH.exec(text); glyph; glyph = GLYPH.exec(text)) {
    GLYPH.lastIndex += Number(glyph[1]);
    if (GLYPH.lastIndex > text.length) throw unreadable('an outline that is cut off');
    // Behind the outline, a word or two that store it.
    GLYPH.lastIndex = nextName(text, GLYPH.lastIndex);
    count++;
  }
  if (count === 0) throw unreadable('a Type 1 font without glyphs');
  return count;
}

/** Where the next name begins, behind the few characters that store the one before. */
function nextName(text: string, from: number): number {
  const at = text.slice(from, from + 40).indexOf('/');
  return at < 0 ? text.length : from + at;
}

function binaryPart(bytes: Buffer): Buffer {
  if (!BEGINNING.test(bytes.toString('latin1', PART_HEADER, 64))) throw unreadable('no Type 1 font');
  const parts: Buffer[] = [];
  for (let at = 0; at + 2 <= bytes.length; ) {
    if (bytes[at] !== MARK) throw unreadable('a part that begins with something else');
    if (bytes[at + 1] === LAST) return Buffer.concat(parts);
    const end = at + PART_HEADER + (at + PART_HEADER <= bytes.length ? bytes.readUInt32LE(at + 2) : Infinity);
    if (end > bytes.length) throw unreadable('a part that is cut off');
    if (bytes[at + 1] === ENCRYPTED) parts.push(bytes.subarray(at + PART_HEADER, end));
    at = end;
  }
  throw unreadable('no last part');
}

/** As text: behind a word, up to many zeros. */
function hexadecimalPart(bytes: Buffer): Buffer {
  const text = bytes.toString('latin1');
  const start = text.indexOf('eexec');
  if (!BEGINNING.test(text) || start < 0 || !text.includes('cleartomark'))
    throw unreadable('no Type 1 font, or a part');
  return Buffer.from(text.slice(start + 'eexec'.length).replace(/\s/g, ''), 'hex');
}

function decrypt(encrypted: Buffer): string {
  let key = KEY;
  const plain = encrypted.map((byte) => {
    const clear = byte ^ (key >> 8);
    key = ((byte + key) * FACTOR + SUMMAND) & 0xffff;
    return clear;
  }) as Buffer;
  return plain.toString('latin1', RANDOM);
}
