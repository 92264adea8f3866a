import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import opentype, { type Font, type Glyph, type Path } from 'opentype.js';

export const STYLES = ['Regular', 'Bold', 'Italic', 'BoldItalic'] as const;
type Style = (typeof STYLES)[number];

/** Characters and the width of each, in thousandths of the font size. */
interface Widths {
  readonly characters: string;
  readonly widths: readonly number[];
}

/** What is known of a family that is not here: where lines break and how far apart they are follow from it. */
export interface Family {
  /** A free family that looks alike. */
  readonly base: string;
  /** The face of it for all styles, where the usual ones are too light. */
  readonly face?: string;
  /** Of a line, above and below its baseline, in thousandths of the font size. */
  readonly ascent: number;
  readonly descent: number;
  readonly styles: Readonly<Partial<Record<Style, Widths>>>;
}

/** The size of the grid on which letters are drawn, and the unit of all widths. */
const UNITS = 1000;
const BOLD = 700;
const NORMAL = 400;
const SLANT = -12;
/** How much more or less than the average an outline is stretched. */
const MOST_STRETCH = 1.25;
/** Builds are the same at any time. */
const CREATED = Date.UTC(2026, 0, 1) / 1000;

/** The letters of Europe and Vietnam, punctuation and a few signs. */
const RANGES: readonly (readonly [from: number, to: number])[] = [
  ...[[0x20, 0x17f] as const, [0x192, 0x192] as const, [0x1a0, 0x1a1] as const, [0x1af, 0x1b0] as const],
  ...[[0x218, 0x21b] as const, [0x2c6, 0x2dd] as const, [0x300, 0x309] as const, [0x323, 0x323] as const],
  ...[[0x386, 0x3ce] as const, [0x400, 0x45f] as const, [0x490, 0x491] as const, [0x1ea0, 0x1ef9] as const],
  ...[[0x2010, 0x2044] as const, [0x20ac, 0x20ac] as const, [0x20bd, 0x20bd] as const, [0x2116, 0x2122] as const],
  ...[[0x2190, 0x2193] as const, [0x2212, 0x2212] as const, [0x2248, 0x2265] as const],
];

/** How much wider a character is in the wanted family. */
type Factors = ReadonlyMap<string, number>;

/** A base font with the factors of a style. */
interface Measured {
  readonly font: Font;
  readonly factors: Factors;
  readonly average: number;
}

/**
 * Writes fonts whose letters have the widths, and whose lines have the height, of a family that is not here: the letters of
 * a free family, each as wide as the other's. A style of which no widths are known is left to whoever slants or thickens.
 * @param name under which programs find the font
 * @param bases the folder with the fonts of the base, `<base>-<style>.ttf`
 */
export async function writeFamily(name: string, family: Family, bases: string, folder: string): Promise<void> {
  const regular = await measure(family, 'Regular', bases);
  for (const style of STYLES) {
    const measured = style === 'Regular' ? regular : await measure(family, style, bases);
    if (measured.factors.size === 0) continue;
    const font = build({ ...family, name, style }, measured, (character) => factorOf(character, measured, regular));
    await writeFile(join(folder, `${name.replaceAll(' ', '')}-${style}.otf`), Buffer.from(font.toArrayBuffer()));
  }
}

async function measure(family: Family, style: Style, bases: string): Promise<Measured> {
  const data = await readFile(join(bases, `${family.base}-${family.face ?? style}.ttf`));
  const font = opentype.parse(data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength));
  const factors = new Map<string, number>();
  const { characters, widths } = family.styles[style] ?? { characters: '', widths: [] };
  for (const [at, character] of [...characters].entries()) {
    const own = ownWidth(font, character);
    if (own > 0) factors.set(character, (widths[at] ?? own) / own);
  }
  const letters = [...factors].filter(([character]) => /[a-z]/i.test(character)).map(([, factor]) => factor);
  return { font, factors, average: letters.reduce((sum, factor) => sum + factor, 0) / letters.length };
}

/** What is not known is taken from the letter without its accent, from the upright style, or from the average. */
function factorOf(character: string, style: Measured, regular: Measured): number {
  const letter = character.normalize('NFD').charAt(0);
  const known = style.factors.get(character) ?? style.factors.get(letter);
  if (known) return known;
  const upright = regular.factors.get(character) ?? regular.factors.get(letter);
  return upright ? (upright * style.average) / regular.average : style.average;
}

function build(
  { name, style, ...family }: Pick<Family, 'ascent' | 'descent'> & { readonly name: string; readonly style: Style },
  { font: base, average }: Measured,
  factor: (character: string) => number,
): Font {
  const glyphs = [new opentype.Glyph({ name: '.notdef', advanceWidth: UNITS / 2, path: new opentype.Path() })];
  const size = UNITS / base.unitsPerEm;
  for (const code of RANGES.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => from + at))) {
    const glyph = base.charToGlyph(String.fromCodePoint(code));
    if (glyph.index === 0) continue;
    const wide = factor(String.fromCodePoint(code));
    const own = (glyph.advanceWidth ?? 0) * size;
    const shape = Math.min(average * MOST_STRETCH, Math.max(average / MOST_STRETCH, wide));
    // What is not stretched further stands in the middle of its width.
    const path = scaled(glyph, [size * shape, size], (own * (wide - shape)) / 2);
    glyphs.push(new opentype.Glyph({ name: `u${code}`, unicode: code, advanceWidth: Math.round(own * wide), path }));
  }
  return new opentype.Font({
    familyName: name,
    styleName: style === 'BoldItalic' ? 'Bold Italic' : style,
    copyright: base.names.copyright?.en,
    license: base.names.license?.en,
    unitsPerEm: UNITS,
    ascender: family.ascent,
    descender: -family.descent,
    weightClass: style.startsWith('Bold') ? BOLD : NORMAL,
    italicAngle: style.endsWith('Italic') ? SLANT : 0,
    createdTimestamp: CREATED,
    glyphs,
  });
}

function ownWidth(font: Font, character: string): number {
  const glyph = font.charToGlyph(character);
  return glyph.index === 0 ? 0 : ((glyph.advanceWidth ?? 0) * UNITS) / font.unitsPerEm;
}

/** The outline of a letter, stretched, and moved to the right. */
function scaled(glyph: Glyph, [wide, high]: readonly [number, number], moved: number): Path {
  const path = new opentype.Path();
  const place = (key: string, value: number) => Math.round(key.startsWith('x') ? value * wide + moved : value * high);
  path.commands = glyph.path.commands.map((command) =>
    Object.fromEntries(
      Object.entries(command).map(([key, value]) => [key, typeof value === 'number' ? place(key, value) : value]),
    ),
  );
  return path;
}
