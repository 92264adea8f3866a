import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PackageTree } from '../debian/tree.ts';
import { type Family, writeFamily } from './fit-font.ts';
import substitutes from './substitutes.json' with { type: 'json' };

/** The packages with the fonts that `takeFonts` takes. */
export const FONT_PACKAGES: readonly string[] = [
  ...[
    'liberation',
    'liberation-sans-narrow',
    'crosextra-carlito',
    'crosextra-caladea',
    'dejavu-core',
    'droid-fallback',
  ],
  ...['opensymbol', 'noto-core', 'noto-color-emoji'],
].map((font) => `fonts-${font}`);

/** The scripts that Liberation, DejaVu and Droid Fallback (Chinese, Japanese, Korean) do not have. */
const NOTO_SANS = [
  ...['Arabic', 'Hebrew', 'Syriac', 'Thaana'],
  ...['Devanagari', 'Bengali', 'Gujarati', 'Gurmukhi', 'Kannada', 'Malayalam', 'Oriya', 'Sinhala', 'Tamil', 'Telugu'],
  ...['Thai', 'Lao', 'Khmer', 'Myanmar'],
  ...['Armenian', 'Ethiopic', 'Georgian', 'Symbols', 'Symbols2', 'Math'],
];

const WANTED = new RegExp(
  `/(${[
    'Liberation(Sans|SansNarrow|Serif|Mono)-.*',
    '(Carlito|Caladea)-.*',
    'DejaVu(Sans|Serif|SansMono)(-Bold|-Oblique|-BoldOblique)?',
    'DroidSansFallback',
    'opens___',
    'NotoColorEmoji',
    `NotoSans(${NOTO_SANS.join('|')})-(Regular|Bold)`,
  ].join('|')})\\.[ot]tf$`,
);

/** The families whose letters are set as wide as those of others. */
const BASES =
  /\/((?:NotoSans|NotoSerif|LiberationSerif|LiberationMono|Carlito)-(?:Regular|Bold|Italic|BoldItalic)\.ttf)$/;

/** Families that are not free, by their names: widths as published PDF files state them that have such a font in them. */
const SUBSTITUTES: Readonly<Record<string, Family>> = substitutes;

/**
 * Other families that look alike, each by the one that takes its place, or whose substitute does. LibreOffice takes the font of
 * a theme for one with serifs where it does not know it.
 */
const ALIKE: Readonly<Record<string, readonly string[]>> = {
  'Liberation Sans': [
    ...['Avenir', 'Avenir Next', 'Avenir Next LT Pro', 'Bahnschrift', 'Futura', 'Gotham', 'Inter', 'Lucida Grande'],
    ...['Lucida Sans', 'Microsoft Sans Serif', 'Montserrat', 'Noto Sans', 'Nunito', 'Nunito Sans', 'Proxima Nova'],
    ...['PT Sans', 'Raleway', 'Ubuntu', 'Univers', 'Work Sans'],
  ],
  'Liberation Mono': [
    ...['Andale Mono', 'Cascadia Code', 'Cascadia Mono', 'Courier Prime', 'Fira Code', 'Fira Mono', 'IBM Plex Mono'],
    ...['Inconsolata', 'JetBrains Mono', 'Menlo', 'Monaco', 'Roboto Mono', 'SF Mono', 'Source Code Pro', 'Space Mono'],
    ...['Ubuntu Mono'],
  ],
  Carlito: ['Candara', 'Corbel', 'Frutiger', 'Myriad Pro'],
  Caladea: ['Cambria Math'],
  'Segoe UI': ['Segoe UI Light', 'Segoe UI Semibold', 'Segoe UI Semilight', 'Segoe UI Variable'],
  'Open Sans': ['Open Sans Light', 'Open Sans SemiBold'],
  Roboto: ['Roboto Light', 'Roboto Medium'],
  'Source Sans Pro': ['Source Sans 3'],
  'Gill Sans MT': ['Gill Sans'],
  Lato: ['Lato Light'],
};

/** Where the settings name them. */
const PLACE = '<!-- substitutes -->';

const substituteFor = (family: string) => `Substitute for ${family}`;

/** Copies the fonts of a layer into its folder `fonts`, and their settings beside it. */
export async function takeFonts(tree: PackageTree, folder: string): Promise<void> {
  for (const path of tree.list('usr/share/fonts')) {
    if (WANTED.test(path)) await tree.take(path, join(folder, 'fonts', basename(path)));
  }
  await writeSettings(folder, false);
}

/**
 * Writes fonts that take as much room as the usual ones of Windows and of office programs, so that documents keep their
 * lines and pages, beside those of `takeFonts`.
 */
export async function addSubstitutes(tree: PackageTree, folder: string, scratch: string): Promise<void> {
  const bases = join(scratch, 'bases');
  for (const path of tree.list('usr/share/fonts')) {
    const file = BASES.exec(path)?.[1];
    if (file) await tree.take(path, join(bases, file));
  }
  for (const [name, family] of Object.entries(SUBSTITUTES)) {
    await writeFamily(substituteFor(name), family, bases, join(folder, 'fonts'));
  }
  await writeSettings(folder, true);
}

async function writeSettings(folder: string, substituted: boolean): Promise<void> {
  const settings = await readFile(fileURLToPath(new URL('fonts.conf', import.meta.url)), 'utf8');
  const alike = Object.entries(ALIKE).flatMap(([to, families]) => families.map((family) => [family, to] as const));
  const own = Object.keys(SUBSTITUTES).map((family) => [family, family] as const);
  const aliases = [...alike, ...(substituted ? own : [])].map(([family, to]) => {
    const taken = Object.hasOwn(SUBSTITUTES, to) ? substituteFor(to) : to;
    return `<alias binding="same"><family>${family}</family><accept><family>${taken}</family></accept></alias>`;
  });
  await writeFile(join(folder, 'fonts.conf'), settings.replace(PLACE, aliases.join('\n  ')));
}
