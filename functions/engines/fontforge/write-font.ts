import { bareFont, withOutlines } from './change-outlines.ts';
import type { CheckedFont } from './check-font.ts';
import { writeEot } from './eot.ts';
import { runFontforge } from './run-fontforge.ts';
import { CFF, TRUETYPE, writeSfnt } from './sfnt.ts';
import { writeWoff } from './woff.ts';
import { compressWoff2 } from './woff2.ts';

/** With the layout, where the format has it. */
const GENERATE = 'Open($1, 1); Generate($2)';

type Write = (font: CheckedFont, folder: string) => Promise<Buffer>;

const WRITERS = {
  ttf: async (font, folder) => writeSfnt(await withOutlines(font, TRUETYPE, folder)),
  otf: async (font, folder) => writeSfnt(await withOutlines(font, CFF, folder)),
  woff: async (font) => writeWoff(font),
  woff2: compressWoff2,
  // Readers of EOT know no other outlines.
  eot: async (font, folder) => writeEot(await withOutlines(font, TRUETYPE, folder)),
  'font.svg': (font, folder) => generate(font, 'font.svg', folder),
  pfb: (font, folder) => generate(font, 'font.pfb', folder),
} as const satisfies Readonly<Record<string, Write>>;

export type FontTarget = keyof typeof WRITERS;

/**
 * Writes a font.
 * @throws ConversionError UNREADABLE_FILE, UNSUPPORTED_CONVERSION, TOO_COMPLEX
 */
export function writeFont(font: CheckedFont, target: FontTarget, folder: string): Promise<Buffer> {
  return WRITERS[target](font, folder);
}

/** Writes a font with FontForge. */
async function generate(font: CheckedFont, name: string, folder: string): Promise<Buffer> {
  return (await runFontforge(GENERATE, writeSfnt(bareFont(font, true)), ['source', name], folder)).made;
}
