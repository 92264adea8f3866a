import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PackageTree } from '../debian/tree.ts';
import { type Family, STYLES, writeFamily } from './fit-font.ts';
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

/**
 * Families that are not here, by their names, with the widths of their letters: as published PDF files state them that have
 * such a font in them, or, of those of Google Fonts, as their files do.
 */
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
  Montserrat: ['Montserrat Light', 'Montserrat Medium', 'Montserrat SemiBold'],
  Raleway: ['Raleway Light', 'Raleway Medium', 'Raleway SemiBold'],
  Nunito: ['Nunito Light', 'Nunito SemiBold'],
  Inter: ['Inter Light', 'Inter Medium', 'Inter SemiBold'],
  'Fira Sans': ['Fira Sans Book', 'Fira Sans Light', 'Fira Sans Medium'],
  Rubik: ['Rubik Light', 'Rubik Medium', 'Rubik SemiBold'],
  'Work Sans': ['Work Sans Light', 'Work Sans Medium', 'Work Sans SemiBold'],
  Poppins: ['Poppins Light', 'Poppins Medium', 'Poppins SemiBold'],
};

/** Where the settings name them. */
const PLACE = '<!-- substitutes -->';

const substituteFor = (family: string) => `Substitute for ${family}`;

/**
 * Copies the fonts of a layer into its folder `fonts`, and their settings beside it.
 * @param scratch with it, substitutes are written too: fonts that take as much room as the usual ones of Windows and of
 * office programs, so that documents keep their lines and pages
 */
export async function takeFonts(tree: PackageTree, folder: string, scratch?: string): Promise<void> {
  for (const path of tree.list('usr/share/fonts')) {
    if (WANTED.test(path)) await tree.take(path, join(folder, 'fonts', basename(path)));
  }
  if (scratch !== undefined) await writeSubstitutes(tree, join(folder, 'fonts'), join(scratch, 'bases'));
  await writeSettings(folder, scratch === undefined ? {} : SUBSTITUTES);
}

async function writeSubstitutes(tree: PackageTree, fonts: string, bases: string): Promise<void> {
  const files = new Set(
    Object.values(SUBSTITUTES).flatMap(({ base }) => STYLES.map((style) => `${base}-${style}.ttf`)),
  );
  for (const path of tree.list('usr/share/fonts')) {
    if (files.has(basename(path))) await tree.take(path, join(bases, basename(path)));
  }
  for (const [name, family] of Object.entries(SUBSTITUTES)) {
    await writeFamily(substituteFor(name), family, bases, fonts);
  }
}

async function writeSettings(folder: string, substituted: Readonly<Record<string, Family>>): Promise<void> {
  const settings = await readFile(fileURLToPath(new URL('fonts.conf', import.meta.url)), 'utf8');
  const alike = Object.entries(ALIKE).flatMap(([to, families]) => families.map((family) => [family, to] as const));
  const own = Object.keys(substituted).map((family) => [family, family] as const);
  const aliases = [...alike, ...own].map(([family, to]) => {
    const taken = Object.hasOwn(substituted, to) ? substituteFor(to) : to;
    return `<alias binding="same"><family>${family}</family><accept><family>${taken}</family></accept></alias>`;
  });
  await writeFile(join(folder, 'fonts.conf'), settings.replace(PLACE, aliases.join('\n  ')));
}
