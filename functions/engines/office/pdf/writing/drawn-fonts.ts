import { readdirSync, readFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import { unpackedLayer } from '../../../../sandbox/unpack-layer.ts';
import { Font } from '../../../read/font.ts';
import type { Run } from '../page.ts';
import { lookOfName } from '../words/font-looks.ts';

/** Kinds of fonts by which a program chooses another where it lacks one (OpenDocument 1.3, 20.175). */
type Generic = 'roman' | 'swiss' | 'modern';

/** Styles of a family in the order upright, bold, italic, bold and italic, as its files are named. */
const STYLES = ['Regular', 'Bold', 'Italic', 'BoldItalic'].map((style) => `-${style}`);
/** What takes the place of a style that a family does not have: its letters are thickened or slanted. */
const INSTEAD = { '-Bold': '-Regular', '-Italic': '-Regular', '-BoldItalic': '-Bold' } as const;
/** Families without slanted letters of their own: upright ones are slanted. */
const UPRIGHT = ['', '-Bold', '', '-Bold'];

/** The fonts of the layer, in the order in which they are tried: those of the same widths, then those of the same kind. */
const DRAWN: readonly (readonly [RegExp, Generic, file: string, styles: readonly string[]])[] = [
  [/^dejavu sans mono/i, 'modern', 'DejaVuSansMono', UPRIGHT],
  [/^dejavu sans/i, 'swiss', 'DejaVuSans', UPRIGHT],
  [/^dejavu serif/i, 'roman', 'DejaVuSerif', UPRIGHT],
  [/^arial ?narrow/i, 'swiss', 'LiberationSansNarrow', STYLES],
  [/^(?:carlito|calibri)/i, 'swiss', 'Carlito', STYLES],
  [/^(?:caladea|cambria(?! math))/i, 'roman', 'Caladea', STYLES],
];
const SERIF =
  /(?<!sans ?)serif|roman|times|garamond|georgia|palat|antiqua|minion|caslon|baskerville|bodoni|didot|cambria|constantia|century(?! ?gothic)|schola|schoolbook|bookman|bonum|charter|utopia|merriweather|playfair|crimson|libertin|pagella|termes|slab|stix|perpetua|goudy|sabon|bembo|rockwell|cochin|plantin|gentium|cardo|centaur|lucida ?bright|equity|melior|novarese|usherwood|trajan|hoefler|giovanni|financier|egyp|simsun|stsong|songti|mincho|ryumin|kozmin|batang|myungjo|myeongjo|[宋明바]/i;

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

function drawnFont(family: string): { generic: Generic; file: string; styles: readonly string[] } {
  const [, generic, file, styles] = DRAWN.find(([pattern]) => pattern.test(family)) ?? [];
  if (generic && file && styles) return { generic, file, styles };
  if (lookOfName(family).mono) return { generic: 'modern', file: 'LiberationMono', styles: STYLES };
  return SERIF.test(family)
    ? { generic: 'roman', file: 'LiberationSerif', styles: STYLES }
    : { generic: 'swiss', file: 'LiberationSans', styles: STYLES };
}

/** The kind of a font, by its name. */
export const genericOf = (family: string) => drawnFont(family).generic;

/** How wide a text is drawn here, as a share of the size; NaN where that is not known. */
export function drawnWidth({ text, font, bold, italic }: Run): number {
  const style = (bold ? 1 : 0) + (italic ? 2 : 0);
  const known = read(aliasOf(font.family, style) ?? usual(font.family, style));
  let width = 0;
  for (const character of text) width += known.has(character) ? known.width(character) : Number.NaN;
  return width;
}

function usual(family: string, style: number): string {
  const { file, styles } = drawnFont(family);
  return `${file}${styles[style]}.ttf`;
}

/** The file in which LibreOffice draws a family, where the settings of the fonts say so. */
function aliasOf(family: string, style: number): string | undefined {
  shipped ??= readShipped();
  const stem = shipped.aliases.get(keyOf(family))?.taken.replaceAll(' ', '');
  let name: string | undefined = STYLES[style];
  while (name && !shipped.files.has(`${stem}${name}`)) name = INSTEAD[name as keyof typeof INSTEAD];
  return name && shipped.files.get(`${stem}${name}`);
}

/** Names of families are compared without blanks, as Fontconfig does: in PDF files they have none. */
const keyOf = (family: string) => family.toLowerCase().replaceAll(' ', '');

/** The name of a family as it is written where fonts are installed, if it is known. */
export function spelledFamily(family: string): string {
  shipped ??= readShipped();
  return shipped.aliases.get(keyOf(family))?.name ?? family;
}

function readShipped(): Shipped {
  const folder = unpackedLayer('office');
  const settings = readFileSync(join(folder, 'fonts.conf'), 'utf8');
  return {
    files: new Map(readdirSync(join(folder, 'fonts')).map((file) => [parse(file).name, file])),
    // Of several, the last stands nearest.
    aliases: new Map([...settings.matchAll(ALIAS)].map(([, name = '', taken = '']) => [keyOf(name), { name, taken }])),
  };
}

function read(file: string): Font {
  const known = fonts.get(file) ?? Font.readNow(join(unpackedLayer('office'), 'fonts', file));
  fonts.set(file, known);
  return known;
}
