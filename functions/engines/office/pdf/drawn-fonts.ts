import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { unpackedLayer } from '../../../sandbox/unpack-layer.ts';
import { Font } from '../../read/font.ts';
import { lookOfName } from './font-looks.ts';
import type { Run } from './page.ts';

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
  /(?<!sans ?)serif|roman|times|garamond|georgia|palat|antiqua|minion|caslon|baskerville|bodoni|didot|cambria|constantia|century(?! ?gothic)|schola|schoolbook|bookman|bonum|charter|utopia|merriweather|playfair|crimson|libertin|pagella|termes|slab|stix|perpetua|goudy|sabon|bembo|rockwell|cochin|plantin|gentium|cardo|centaur|lucida ?bright/i;

const fonts = new Map<string, Font>();
let files: ReadonlySet<string> | undefined;

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
  const known = substitute(font.family, style) ?? usual(font.family, style);
  let width = 0;
  for (const character of text) width += known.has(character) ? known.width(character) : Number.NaN;
  return width;
}

function usual(family: string, style: number): Font {
  const { file, styles } = drawnFont(family);
  return read(`${file}${styles[style]}.ttf`);
}

/** A font of the layer that has the widths of a family: see layers/fonts. */
function substitute(family: string, style: number): Font | undefined {
  files ??= new Set(readdirSync(pathOf('.')));
  const stem = `Substitutefor${family.replaceAll(' ', '')}`;
  let name: string | undefined = STYLES[style];
  while (name && !files.has(`${stem}${name}.otf`)) name = INSTEAD[name as keyof typeof INSTEAD];
  return name ? read(`${stem}${name}.otf`) : undefined;
}

function read(file: string): Font {
  const known = fonts.get(file) ?? Font.readNow(pathOf(file));
  fonts.set(file, known);
  return known;
}

const pathOf = (file: string) => join(unpackedLayer('office'), 'fonts', file);
