import { unsupported } from '../refusals.ts';
import { type CheckedFont, checkFont, hasOutlines } from './check-font.ts';
import { unreadable } from './refusals.ts';
import { runFontforge } from './run-fontforge.ts';
import { CFF, readSfnt, type Sfnt, TRUETYPE, writeSfnt } from './sfnt.ts';

/** The tables that FontForge needs for outlines and widths; all others stay as they are. */
const OUTLINES = ['head', 'hhea', 'hmtx', 'maxp', 'cmap', 'name', 'post', 'OS/2', 'glyf', 'loca', 'CFF '];
/** The layout tables, of which some formats have a part. */
const LAYOUT = ['GDEF', 'GPOS', 'GSUB', 'kern'];

/** Tables that depend on outlines: instructions, variations, and the signature. */
const OUTLINE_TABLES: readonly string[] = [
  ...['glyf', 'loca', 'cvt ', 'fpgm', 'prep', 'hdmx', 'LTSH', 'VDMX', 'CFF ', 'VORG', 'DSIG'],
  ...['fvar', 'gvar', 'avar', 'cvar', 'HVAR', 'VVAR', 'MVAR', 'STAT'],
];

/** FontForge inserts two glyphs after the first one, unless it finds these there. */
const PLACEHOLDERS = ['glyph1', 'glyph2'];

const TO_CFF = 'Open($1, 1); Reencode("original"); Generate($2, "", 0)';
const TO_TRUETYPE = [
  'Open($1, 1)',
  'if ($iscid)\nCIDFlatten()\nendif',
  'Reencode("original")',
  ...PLACEHOLDERS.map((name, index) => placeholder(index + 1, name)),
  'Generate($2, "", 0)',
].join('\n');

/**
 * Converts the outlines of a font: quadratic curves to exact cubic ones, cubic ones to quadratic ones that are less than a
 * unit off. Hints are lost; a variable font becomes its default instance.
 * @throws ConversionError UNREADABLE_FILE, UNSUPPORTED_CONVERSION, TOO_COMPLEX
 */
export async function withOutlines(font: CheckedFont, flavour: Sfnt['flavour'], folder: string): Promise<Sfnt> {
  if (font.flavour === flavour) return font;
  const bare = writeSfnt(bareFont(font));
  if (flavour === CFF) {
    const { made } = await runFontforge(TO_CFF, bare, ['outlines', 'changed.otf'], folder);
    return withCff(font, checkWidths(font, made, WIDEST_CFF));
  }
  const { made, printed } = await runFontforge(TO_TRUETYPE, bare, ['outlines', 'changed.ttf'], folder);
  return withTrueType(font, checkWidths(font, made), printed.split('\n'));
}

/**
 * A font with only the tables that FontForge needs.
 * @param layout whether it needs those of the layout
 * @throws ConversionError UNSUPPORTED_CONVERSION
 */
export function bareFont(font: Sfnt, layout = false): Sfnt {
  if (font.tables.has('CFF2') || !hasOutlines(font))
    throw unsupported(
      'The font has no outlines that can be converted: it is a variable font with PostScript outlines, or a bitmap font. Choose ttf, otf, woff or woff2, which can hold it as it is.',
    );
  const wanted = layout ? [...OUTLINES, ...LAYOUT] : OUTLINES;
  return { ...font, tables: new Map([...font.tables].filter(([tag]) => wanted.includes(tag))) };
}

function placeholder(index: number, name: string): string {
  return [
    `if (CharCnt() > ${index})`,
    `Select(${index})`,
    'Print(GlyphInfo("Name"))',
    `SetGlyphName("${name}", 0)`,
    'endif',
  ].join('\n');
}

/** The largest advance of CFF; readers take it from `hmtx`, which stays as it is. */
const WIDEST_CFF = 0x7fff;

/** Reads a changed font, and checks that the glyphs are the same, in the same order. */
function checkWidths(before: CheckedFont, made: Buffer, widest = Infinity): CheckedFont {
  const after = checkFont(readSfnt(made));
  const [wanted, found] = [widthsOf(before), widthsOf(after)];
  const isOther = wanted.some((width, index) => width <= widest && width !== found[index]);
  if (before.glyphs !== after.glyphs || isOther)
    throw unreadable(`${before.glyphs} glyphs became ${after.glyphs}, or their widths changed`);
  return after;
}

function widthsOf({ tables, glyphs }: CheckedFont): number[] {
  const [metrics = Buffer.alloc(0), count = 0] = [tables.get('hmtx'), tables.get('hhea')?.readUInt16BE(34)];
  return Array.from({ length: glyphs }, (_, index) => metrics.readUInt16BE(Math.min(index, count - 1) * 4));
}

function withCff(font: Sfnt, changed: Sfnt): Sfnt {
  return { flavour: CFF, tables: new Map([...kept(font), ...picked(changed, ['CFF ', 'maxp', 'post'])]) };
}

function withTrueType(font: Sfnt, changed: Sfnt, names: readonly string[]): Sfnt {
  const tables = new Map([...kept(font), ...picked(changed, ['glyf', 'loca', 'maxp', 'hmtx', 'post'])]);
  const [head, hhea] = [
    patched(font, changed, 'head', [
      [36, 44],
      [50, 52],
    ]),
    patched(font, changed, 'hhea', [
      [10, 18],
      [34, 36],
    ]),
  ];
  tables
    .set('head', head)
    .set('hhea', hhea)
    .set('post', renamed(tables.get('post'), names));
  return { flavour: TRUETYPE, tables };
}

function kept({ tables }: Sfnt): [string, Buffer][] {
  return [...tables].filter(([tag]) => !OUTLINE_TABLES.includes(tag));
}

function picked({ tables }: Sfnt, tags: readonly string[]): [string, Buffer][] {
  return [...tables].filter(([tag]) => tags.includes(tag));
}

/** A table with the extents of the changed outlines. */
function patched(font: Sfnt, changed: Sfnt, tag: string, ranges: readonly (readonly [number, number])[]): Buffer {
  const table = Buffer.from(font.tables.get(tag) ?? Buffer.alloc(0));
  for (const [start, end] of ranges) changed.tables.get(tag)?.copy(table, start, start, end);
  return table;
}

/** Restores the names of the placeholders, which are Pascal strings. */
function renamed(post: Buffer = Buffer.alloc(0), names: readonly string[]): Buffer {
  return PLACEHOLDERS.reduce<Buffer>((table, placeholder, index) => {
    const name = names[index] ?? '';
    const at = table.indexOf(pascal(placeholder));
    if (at < 0 || !/^[\w.]{1,63}$/.test(name)) return table;
    return Buffer.concat([table.subarray(0, at), pascal(name), table.subarray(at + 1 + placeholder.length)]);
  }, post);
}

function pascal(text: string): Buffer {
  return Buffer.concat([Buffer.from([text.length]), Buffer.from(text, 'latin1')]);
}
