import { basename, join } from 'node:path';
import type { PackageTree } from '../debian/tree.ts';

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

/** Copies the fonts of the layer into one folder. */
export async function takeFonts(tree: PackageTree, folder: string): Promise<void> {
  for (const path of tree.list('usr/share/fonts')) {
    if (WANTED.test(path)) await tree.take(path, join(folder, basename(path)));
  }
}
