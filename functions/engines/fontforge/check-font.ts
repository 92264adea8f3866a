import { checkGlyphs } from './check-glyphs.ts';
import { unreadable } from './refusals.ts';
import { CFF, type Sfnt } from './sfnt.ts';

/** What `head` holds at a place of its own. */
const MAGIC = 0x5f0f3cf5;
/** The least lengths of what every font has, in bytes. */
const NEEDED = { head: 54, hhea: 36, maxp: 6, hmtx: 4, cmap: 4 } as const;

/** What a font that passes the check has. */
export interface CheckedFont extends Sfnt {
  readonly glyphs: number;
}

/**
 * Checks that a font has what every font has, and that its outlines lie where they are looked for.
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export function checkFont(font: Sfnt): CheckedFont {
  const table = (tag: string) => font.tables.get(tag) ?? Buffer.alloc(0);
  for (const [tag, least] of Object.entries(NEEDED)) {
    if (table(tag).length < least) throw unreadable(`no table ${tag}, or a short one`);
  }
  const glyphs = table('maxp').readUInt16BE(4);
  const metrics = table('hhea').readUInt16BE(34);
  if (table('head').readUInt32BE(12) !== MAGIC || glyphs === 0) throw unreadable('nothing in it');
  if (metrics === 0 || metrics > glyphs || table('hmtx').length < metrics * 4 + (glyphs - metrics) * 2)
    throw unreadable(`widths of ${metrics} of ${glyphs} glyphs`);
  if (!hasOutlines(font) && !hasPictures(font)) throw unreadable('no outlines');
  if (font.tables.has('glyf')) checkGlyphs(table('glyf'), table('loca'), glyphs, table('head').readInt16BE(50));
  return { ...font, glyphs };
}

/** Whether a font has the outlines that it begins with. */
export function hasOutlines({ flavour, tables }: Sfnt): boolean {
  if (flavour === CFF) return tables.has('CFF ') || tables.has('CFF2');
  return tables.has('glyf') && tables.has('loca');
}

/** Whether a font has pictures for its glyphs: some have nothing else. */
function hasPictures({ tables }: Sfnt): boolean {
  return ['CBDT', 'EBDT', 'sbix', 'bdat'].some((tag) => tables.has(tag));
}
