import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PackageTree } from '../debian/tree.ts';
import { asianFaces, asianRules } from './asian-faces.ts';
import { type Family, STYLES, writeFamily } from './fit-font.ts';
import { type Scaling, scaleFont } from './scale-font.ts';
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

/** Further ones for substitutes. */
export const SUBSTITUTE_PACKAGES: readonly string[] = ['laksaman', 'kinnari', 'garuda'].map(
  (font) => `fonts-tlwg-${font}-ttf`,
);

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

/** Takes the place of the Arabic letters of Arial and Times New Roman, which are the same and which Liberation does not have. */
const ARABIC = 'Arial Arabic';

/** A family that is not here, as another one at another size. */
interface ScaledFamily extends Omit<Scaling, 'family' | 'style'> {
  readonly regular: string;
  readonly bold: string;
}

const naskh = { regular: 'NotoNaskhArabic-Regular', bold: 'NotoNaskhArabic-Bold' };
const laksaman = { regular: 'Laksaman', bold: 'Laksaman-Bold' };

/**
 * Families of scripts whose letters touch or stand above each other, by their names. Sizes follow from the widths of letters
 * that published lists state, weighted as a text has them (TH Sarabun: Laksaman is that family, at one and a half its size),
 * and heights from the same lists. Those of Traditional Arabic do not: its size is the one at which two documents of the
 * United Nations have as many pages as Word says in them (118, and 28 where it says 27), its height an estimate.
 */
const SCALED: Readonly<Record<string, ScaledFamily>> = {
  [ARABIC]: { ...naskh, scale: 0.878, ascent: 905, descent: 212 },
  'Traditional Arabic': { ...naskh, scale: 0.716, ascent: 1000, descent: 500 },
  'TH SarabunPSK': { ...laksaman, scale: 2 / 3, ascent: 880, descent: 250 },
  'TH Sarabun New': { ...laksaman, scale: 2 / 3, ascent: 874, descent: 457 },
  'Angsana New': {
    ...{ regular: 'Kinnari', bold: 'Kinnari-Bold', scale: 0.685 },
    ...{ ascent: 923, descent: 239, space: 165 },
  },
  'Browallia New': { regular: 'Garuda', bold: 'Garuda-Bold', scale: 0.67, ascent: 840, descent: 289 },
};

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
  'TH SarabunPSK': ['TH Sarabun PSK', 'THSarabunPSK', 'TH SarabunIT๙', 'TH SarabunIT9'],
  'TH Sarabun New': ['THSarabunNew'],
  'Angsana New': ['AngsanaUPC'],
  'Browallia New': ['BrowalliaUPC', 'Cordia New', 'CordiaUPC'],
  'Segoe UI': [
    ...['Segoe UI Light', 'Segoe UI Semibold', 'Segoe UI Semilight', 'Segoe UI Variable'],
    // Their Latin letters.
    ...['Malgun Gothic', '맑은 고딕', 'Microsoft YaHei', '微软雅黑', 'Microsoft JhengHei', '微軟正黑體'],
  ],
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

/** Whether a layer has all substitutes, and a folder for what is in the way. */
interface FontOptions {
  readonly scratch: string;
  readonly substitutes: boolean;
}

/**
 * Copies the fonts of a layer into its folder `fonts`, and their settings beside it.
 * @param substitutes whether fonts are written too that take as much room as the usual ones of Windows and of office programs,
 * so that documents keep their lines and pages. Of their Arabic there is one in any case.
 */
export async function takeFonts(
  tree: PackageTree,
  folder: string,
  { scratch, substitutes }: FontOptions,
): Promise<void> {
  const [fonts, bases] = [join(folder, 'fonts'), join(scratch, 'bases')];
  for (const path of tree.list('usr/share/fonts')) {
    if (WANTED.test(path)) await tree.take(path, join(fonts, basename(path)));
  }
  const scaled = Object.entries(SCALED).filter(([name]) => substitutes || name === ARABIC);
  const fitted = substitutes ? Object.entries(SUBSTITUTES) : [];
  const files = [
    ...scaled.flatMap(([, { regular, bold }]) => [regular, bold]),
    ...fitted.flatMap(([, { base }]) => STYLES.map((style) => `${base}-${style}`)),
  ].map((name) => `${name}.ttf`);
  for (const path of tree.list('usr/share/fonts')) {
    if (files.includes(basename(path))) await tree.take(path, join(bases, basename(path)));
  }
  for (const [name, family] of scaled) await writeScaled(substituteFor(name), family, bases, fonts);
  for (const [name, family] of fitted) await writeFamily(substituteFor(name), family, bases, fonts);
  if (substitutes) await addFaces(fonts);
  const substituted = [...fitted, ...scaled].map(([name]) => name);
  await writeSettings(folder, substituted, substitutes ? asianRules() : []);
}

/** Puts the collection in the place of the font of Chinese, Japanese and Korean. */
async function addFaces(fonts: string): Promise<void> {
  const font = join(fonts, 'DroidSansFallback.ttf');
  await writeFile(join(fonts, 'DroidSansFallback.ttc'), asianFaces(await readFile(font)));
  await rm(font);
}

async function writeScaled(
  family: string,
  { regular, bold, ...scaling }: ScaledFamily,
  bases: string,
  fonts: string,
): Promise<void> {
  for (const [style, name] of [['Regular', regular] as const, ['Bold', bold] as const]) {
    const font = scaleFont(await readFile(join(bases, `${name}.ttf`)), { ...scaling, family, style });
    await writeFile(join(fonts, `${family.replaceAll(' ', '')}-${style}.ttf`), font);
  }
}

async function writeSettings(folder: string, substituted: readonly string[], rules: readonly string[]): Promise<void> {
  const settings = await readFile(fileURLToPath(new URL('fonts.conf', import.meta.url)), 'utf8');
  const alike = Object.entries(ALIKE).flatMap(([to, families]) => families.map((family) => [family, to] as const));
  const own = substituted.map((family) => [family, family] as const);
  const aliases = [...alike, ...own].map(([family, to]) => {
    const taken = substituted.includes(to) ? substituteFor(to) : to;
    return `<alias binding="same"><family>${family}</family><accept><family>${taken}</family></accept></alias>`;
  });
  await writeFile(join(folder, 'fonts.conf'), settings.replace(PLACE, [...aliases, ...rules].join('\n  ')));
}
