import { unreadable } from './refusals.ts';

/** The marker, types and header length of PFB segments (Adobe, Technical Note 5040). */
const MARKER = 0x80;
const LAST = 3;
const ENCRYPTED = 2;
const SEGMENT_HEADER = 6;

/** The constants of eexec encryption (Adobe Type 1 Font Format, chapter 7). */
const KEY = 55_665;
const [FACTOR, SUMMAND] = [52_845, 22_719];
const RANDOM = 4;

const BEGINNING = /^%!(?:PS-AdobeFont|FontType1)/;
/** A glyph: its name, the length of its charstring, and the procedure that reads it. */
const GLYPH = /\s*\/[^\s/]{1,127} (\d{1,6}) (?:RD|-\||[^\s/]{1,10}) /y;

/**
 * Converts a Type 1 font to its text form (PFA). FontForge takes the binary form (PFB) for damaged where it begins with
 * `%!FontType1`, as Adobe's font development kit writes it.
 * @throws ConversionError UNREADABLE_FILE
 */
export function toPfa(bytes: Buffer): Buffer {
  if (bytes[0] !== MARKER) return bytes;
  const segments = segmentsOf(bytes).map(({ type, data }) =>
    type === ENCRYPTED ? Buffer.from(`${encrypt(withLineFeeds(decrypt(data))).toString('hex')}\n`) : data,
  );
  return Buffer.concat(segments);
}

/** The length before the charstring of a glyph or subroutine, and the procedure that reads it. */
const OUTLINE = / (\d{1,6}) (?:RD|-\|) /g;

/** Replaces CRLF, which FontForge takes for glyphs, but not within charstrings. */
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
 * Counts the glyphs of a Type 1 font.
 * @param font in its text form (PFA)
 * @throws ConversionError UNREADABLE_FILE
 */
export function countCharstrings(font: Buffer): number {
  const text = decrypt(hexadecimalPart(font));
  const start = text.indexOf('/CharStrings');
  GLYPH.lastIndex = start < 0 ? text.length : Math.max(start, text.indexOf('begin', start) + 'begin'.length);
  let count = 0;
  for (let glyph = GLYPH.exec(text); glyph; glyph = GLYPH.exec(text)) {
    GLYPH.lastIndex += Number(glyph[1]);
    if (GLYPH.lastIndex > text.length) throw unreadable('a truncated charstring');
    // A token or two that store the charstring follow it.
    GLYPH.lastIndex = nextName(text, GLYPH.lastIndex);
    count++;
  }
  if (count === 0) throw unreadable('a Type 1 font without glyphs');
  return count;
}

/** The offset of the next name, within the next few characters. */
function nextName(text: string, from: number): number {
  const at = text.slice(from, from + 40).indexOf('/');
  return at < 0 ? text.length : from + at;
}

/** The segments of PFB, each after its type and length. */
function segmentsOf(bytes: Buffer): { readonly type: number; readonly data: Buffer }[] {
  const segments: { readonly type: number; readonly data: Buffer }[] = [];
  for (let at = 0; at + 2 <= bytes.length; ) {
    const type = bytes[at + 1] ?? 0;
    if (bytes[at] !== MARKER) throw unreadable('a segment without a marker');
    if (type === LAST) return segments;
    const end = at + SEGMENT_HEADER + (at + SEGMENT_HEADER <= bytes.length ? bytes.readUInt32LE(at + 2) : Infinity);
    if (end > bytes.length) throw unreadable('a truncated segment');
    segments.push({ type, data: bytes.subarray(at + SEGMENT_HEADER, end) });
    at = end;
  }
  throw unreadable('no last segment');
}

/** The encrypted part in hexadecimal, from `eexec` up to the zeros at the end. */
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
