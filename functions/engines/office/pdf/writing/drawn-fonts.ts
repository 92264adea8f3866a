import { readdirSync, readFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import { unpackedLayer } from '../../../../sandbox/unpack-layer.ts';
import { Font } from '../../../read/font.ts';
import type { Run } from '../page.ts';
import { lookOfName } from '../words/font-looks.ts';

/** The ends of the names of files in the styles upright, bold, italic, bold and italic, and those that take the place of missing ones. */
const STYLES = [
  ['-Regular', ''],
  ['-Bold', '-Regular', ''],
  ['-Italic', '-Regular', ''],
  ['-BoldItalic', '-Bold', '-Regular', ''],
] as const;

/** Kinds of fonts by which a program chooses another where it lacks one (OpenDocument 1.3, 20.175), and those of the layer. */
const USUAL = { roman: 'LiberationSerif', swiss: 'LiberationSans', modern: 'LiberationMono' } as const;
const SERIF =
  /(?<!sans ?)serif|roman|times|garamond|georgia|palat|antiqua|minion|caslon|baskerville|bodoni|didot|cambria|caladea|constantia|century(?! ?gothic)|schola|schoolbook|bookman|bonum|charter|utopia|merriweather|playfair|crimson|libertin|pagella|termes|slab|stix|perpetua|goudy|sabon|bembo|rockwell|cochin|plantin|gentium|cardo|centaur|lucida ?bright|equity|melior|novarese|usherwood|trajan|hoefler|giovanni|financier|egyp|simsun|stsong|songti|mincho|ryumin|kozmin|batang|myungjo|myeongjo|[宋明바]/i;

/** TeX's fonts of formulas, which nobody else has. */
const TEX_SYMBOLS = /^(?:CM(?:B?SY|MIB?|EX)|MS[AB]M)\d/;

/** A family in the settings of the fonts, and the one that takes its place. */
const ALIAS = /<family>([^<]{1,99})<\/family><accept><family>([^<]{1,99})<\/family>/g;

/** What the layer has. */
interface Shipped {
  /** Its files, by their names without endings. */
  readonly files: ReadonlyMap<string, string>;
  /** The families that take the place of others, and the names of these, by `keyOf` them. */
  readonly aliases: ReadonlyMap<string, { readonly name: string; readonly taken: string }>;
}

const fonts = new Map<string, Font>();
let shipped: Shipped | undefined;

/** The kind of a font, by its name. */
export function genericOf(family: string): keyof typeof USUAL {
  if (lookOfName(family).mono) return 'modern';
  return SERIF.test(family) ? 'roman' : 'swiss';
}

/** How wide a text is drawn here, as a share of the size; NaN where that is not known. */
export function drawnWidth({ text, font, bold, italic }: Run): number {
  const known = read(fileOf(font.family, (bold ? 1 : 0) + (italic ? 2 : 0)));
  let width = 0;
  for (const character of text) width += known.has(character) ? known.width(character) : Number.NaN;
  return width;
}

/** The file in which LibreOffice draws a family: as the settings of the fonts say, of its own name, or of the same kind. */
function fileOf(named: string, style: number): string {
  shipped ??= readShipped();
  const { files, aliases } = shipped;
  const family = spelledFamily(named);
  const alias = aliases.get(keyOf(family))?.taken;
  const stems = [alias, family, USUAL[genericOf(family)]].map((name) => name?.replaceAll(' ', ''));
  const names = stems.flatMap((stem) => (STYLES[style] ?? []).map((end) => `${stem}${end}`));
  return files.get(names.find((name) => files.has(name)) ?? '') ?? '';
}

/** Names of families are compared without blanks, as Fontconfig does: in PDF files they have none. */
const keyOf = (family: string) => family.toLowerCase().replaceAll(' ', '');

/** The name of a family as it is written where fonts are installed, if it is known. */
export function spelledFamily(family: string): string {
  shipped ??= readShipped();
  // The spaces of a font of emoji are as wide as its pictures.
  if (keyOf(family).includes('emoji')) return 'Arial';
  if (TEX_SYMBOLS.test(family)) return 'Times New Roman';
  return shipped.aliases.get(keyOf(family))?.name ?? family;
}

function readShipped(): Shipped {
  const folder = unpackedLayer('office');
  const files = readdirSync(join(folder, 'fonts')).filter((file) => /\.[ot]tf$/.test(file));
  const settings = readFileSync(join(folder, 'fonts.conf'), 'utf8');
  return {
    files: new Map(files.map((file) => [parse(file).name, file])),
    // Of several, the last stands nearest.
    aliases: new Map([...settings.matchAll(ALIAS)].map(([, name = '', taken = '']) => [keyOf(name), { name, taken }])),
  };
}

function read(file: string): Font {
  const known = fonts.get(file) ?? Font.readNow(join(unpackedLayer('office'), 'fonts', file));
  fonts.set(file, known);
  return known;
}
