import { unreadable } from './refusals.ts';
import { CFF, type Sfnt } from './sfnt.ts';

/** The magic number of `head`. */
const MAGIC = 0x5f0f3cf5;
/** The least lengths of the tables that every font has, in bytes. */
const NEEDED = { head: 54, hhea: 36, maxp: 6, hmtx: 4, cmap: 4 } as const;

/** A font that passed the check. */
export interface CheckedFont extends Sfnt {
  readonly glyphs: number;
}

/**
 * Checks that a font has the required tables, and that its outlines lie within them.
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export function checkFont(font: Sfnt): CheckedFont {
  const table = (tag: string) => font.tables.get(tag) ?? Buffer.alloc(0);
  for (const [tag, least] of Object.entries(NEEDED)) {
    if (table(tag).length < least) throw unreadable(`no table ${tag}, or a short one`);
  }
  const glyphs = table('maxp').readUInt16BE(4);
  const metrics = table('hhea').readUInt16BE(34);
  if (table('head').readUInt32BE(12) !== MAGIC || glyphs === 0) throw unreadable('no glyphs, or no magic number');
  if (metrics === 0 || metrics > glyphs || table('hmtx').length < metrics * 4 + (glyphs - metrics) * 2)
    throw unreadable(`widths of ${metrics} of ${glyphs} glyphs`);
  if (!hasOutlines(font) && !hasBitmaps(font)) throw unreadable('no outlines');
  if (font.tables.has('glyf')) checkGlyphs(table('glyf'), table('loca'), glyphs, table('head').readInt16BE(50));
  return { ...font, glyphs };
}

/** Whether a font has outlines of its flavour. */
export function hasOutlines({ flavour, tables }: Sfnt): boolean {
  if (flavour === CFF) return tables.has('CFF ') || tables.has('CFF2');
  return tables.has('glyf') && tables.has('loca');
}

/** Whether a font has bitmaps: some have nothing else. */
function hasBitmaps({ tables }: Sfnt): boolean {
  return ['CBDT', 'EBDT', 'sbix', 'bdat'].some((tag) => tables.has(tag));
}

/**
 * Checks that the outlines of a TrueType font lie within it.
 * @param format of the offsets in `loca`: 0 for two bytes, 1 for four
 * @throws ConversionError UNREADABLE_FILE
 */
function checkGlyphs(glyf: Buffer, loca: Buffer, count: number, format: number): void {
  const width = format === 0 ? 2 : 4;
  if ((format !== 0 && format !== 1) || loca.length < (count + 1) * width) throw unreadable('offsets of outlines');
  const offsetOf = (index: number) => (width === 2 ? loca.readUInt16BE(index * 2) * 2 : loca.readUInt32BE(index * 4));
  for (let index = 0; index < count; index++) {
    const [start, end] = [offsetOf(index), offsetOf(index + 1)];
    if (start > end || end > glyf.length) throw unreadable(`an outline from ${start} to ${end}`);
  }
}
