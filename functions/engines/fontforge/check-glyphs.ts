import { tooComplex } from '../refusals.ts';
import { LIMITS } from './limits.ts';
import { unreadable } from './refusals.ts';

/** Bits of the parts of a glyph (OpenType, table `glyf`). */
const WORDS = 0x1;
const SCALE = 0x8;
const MORE = 0x20;
const TWO_SCALES = 0x40;
const MATRIX = 0x80;

const GLYPH_HEADER = 10;

/** Parts of a glyph that has been counted: none while that is under way. */
const UNDER_WAY = -1;

/**
 * Checks that the outlines of a TrueType font lie within it, and that none is put together from itself.
 * @param format how places are written in `loca`: 0 in two bytes, 1 in four
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export function checkGlyphs(glyf: Buffer, loca: Buffer, count: number, format: number): void {
  const width = format === 0 ? 2 : 4;
  if ((format !== 0 && format !== 1) || loca.length < (count + 1) * width) throw unreadable('places of outlines');
  const placeOf = (index: number) => (width === 2 ? loca.readUInt16BE(index * 2) * 2 : loca.readUInt32BE(index * 4));
  const parts = new Map<number, number>();
  const countParts = (index: number, depth: number): number => {
    const known = parts.get(index);
    if (known === UNDER_WAY) throw unreadable(`glyph ${index} is a part of itself`);
    if (known !== undefined) return known;
    if (depth > LIMITS.depth) throw tooComplex('The glyphs of the font are put together through too many levels.');
    parts.set(index, UNDER_WAY);
    const glyph = glyphAt(glyf, placeOf(index), placeOf(index + 1));
    const all = partsOf(glyph, count).reduce((sum, part) => sum + countParts(part, depth + 1), 1);
    if (all > LIMITS.parts) throw tooComplex('A glyph of the font is put together from too many others.');
    parts.set(index, all);
    return all;
  };
  for (let index = 0; index < count; index++) countParts(index, 0);
}

/** A glyph without outline takes no room. */
function glyphAt(glyf: Buffer, start: number, end: number): Buffer {
  if (start > end || end > glyf.length) throw unreadable(`an outline from ${start} to ${end}`);
  if (end > start && end - start < GLYPH_HEADER) throw unreadable('an outline that is cut off');
  return glyf.subarray(start, end);
}

/** The glyphs that a glyph is put together from. */
function partsOf(glyph: Buffer, count: number): number[] {
  const parts: number[] = [];
  if (glyph.length === 0 || glyph.readInt16BE(0) >= 0) return parts;
  let [at, more] = [GLYPH_HEADER, true];
  while (more) {
    if (at + 4 > glyph.length) throw unreadable('a glyph without its parts');
    const [flags, part] = [glyph.readUInt16BE(at), glyph.readUInt16BE(at + 2)];
    if (part >= count) throw unreadable(`a part that is glyph ${part} of ${count}`);
    parts.push(part);
    at += 4 + (flags & WORDS ? 4 : 2) + scaleLength(flags);
    more = (flags & MORE) !== 0;
  }
  return parts;
}

function scaleLength(flags: number): number {
  if (flags & SCALE) return 2;
  if (flags & TWO_SCALES) return 4;
  return flags & MATRIX ? 8 : 0;
}
