import { unreadable } from './refusals.ts';

/** What the segments of a font in its binary form begin with (Adobe, Technical Note 5040). */
const MARK = 0x80;
const LAST = 3;
const ENCRYPTED = 2;
const SEGMENT_HEADER = 6;

/** How a font is encrypted (Adobe Type 1 Font Format, chapter 7). */
const KEY = 55_665;
const [FACTOR, SUMMAND] = [52_845, 22_719];
const RANDOM = 4;

const BEGINNING = /^%!(?:PS-AdobeFont|FontType1)/;
/** A glyph: its name, how many bytes its outline takes, and a word that reads them. */
const GLYPH = /\s*\/[^\s/]{1,127} (\d{1,6}) (?:RD|-\||[^\s/]{1,10}) /y;

/**
 * A Type 1 font in its text form (PFA). FontForge takes the segments of the binary form (PFB) for damaged where the font
 * begins with `%!FontType1`, as Adobe's font development kit writes it.
 * @throws ConversionError UNREADABLE_FILE
 */
export function asText(bytes: Buffer): Buffer {
  if (bytes[0] !== MARK) return bytes;
  const segments = segmentsOf(bytes).map(({ type, data }) =>
    type === ENCRYPTED ? Buffer.from(`${encrypt(withLineFeeds(decrypt(data))).toString('hex')}\n`) : data,
  );
  return Buffer.concat(segments);
}

/** How the binary outline of a glyph or subroutine is announced: its length, and the word that reads it. */
const OUTLINE = / (\d{1,6}) (?:RD|-\|) /g;

/** FontForge takes the line ends of Windows for glyphs; outlines may hold the same bytes. */
function withLineFeeds(text: string): string {
  if (!text.includes('\r\n')) return text;
  const parts: string[] = [];
  let at = 0;
  OUTLINE.lastIndex = 0;
  for (let found = OUTLINE.exec(text); found; found = OUTLINE.exec(text)) {
    const end = OUTLINE.lastIndex + Number(found[1]);
    parts.push(text.slice(at, OUTLINE.lastIndex).replaceAll('\r\n', '\n'), text.slice(OUTLINE.lastIndex, end));
    at = end;
    OUTLINE.lastIndex = end;
  }
  return [...parts, text.slice(at).replaceAll('\r\n', '\n')].join('');
}

/**
 * How many glyphs a Type 1 font has.
 * @param font in its text form
 * @throws ConversionError UNREADABLE_FILE
 */
export function countCharstrings(font: Buffer): number {
  const text = decrypt(hexadecimalPart(font));
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

/** The segments of the binary form, each behind its type and length. */
function segmentsOf(bytes: Buffer): { readonly type: number; readonly data: Buffer }[] {
  const segments: { readonly type: number; readonly data: Buffer }[] = [];
  for (let at = 0; at + 2 <= bytes.length; ) {
    const type = bytes[at + 1] ?? 0;
    if (bytes[at] !== MARK) throw unreadable('a segment that begins with something else');
    if (type === LAST) return segments;
    const end = at + SEGMENT_HEADER + (at + SEGMENT_HEADER <= bytes.length ? bytes.readUInt32LE(at + 2) : Infinity);
    if (end > bytes.length) throw unreadable('a segment that is cut off');
    segments.push({ type, data: bytes.subarray(at + SEGMENT_HEADER, end) });
    at = end;
  }
  throw unreadable('no last segment');
}

/** As text: behind a word, up to many zeros. */
function hexadecimalPart(bytes: Buffer): Buffer {
  const text = bytes.toString('latin1');
  const start = text.indexOf('eexec');
  if (!BEGINNING.test(text) || start < 0 || !text.includes('cleartomark'))
    throw unreadable('no Type 1 font, or a part of one');
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

function encrypt(text: string): Buffer {
  let key = KEY;
  return Buffer.from('\0'.repeat(RANDOM) + text, 'latin1').map((byte) => {
    const encrypted = byte ^ (key >> 8);
    key = ((encrypted + key) * FACTOR + SUMMAND) & 0xffff;
    return encrypted;
  }) as Buffer;
}
