import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineJob, EngineResult } from '../engine.ts';
import { fileNames } from '../file-names.ts';
import { onlyOrZip } from '../zip-files.ts';
import { bareFont, withOutlines } from './change-outlines.ts';
import type { CheckedFont } from './check-font.ts';
import { writeEot } from './eot.ts';
import { NAMES, nameOf } from './names.ts';
import { readFonts } from './read-fonts.ts';
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

/**
 * Converts a font. A file of several fonts becomes a zip of files with their names.
 * @throws ConversionError
 */
export async function convertFont(job: EngineJob): Promise<EngineResult> {
  const { targetFormat, folder, onProgress } = job;
  const fonts = await readFonts(job);
  const names = fileNames(
    fonts.map((font) => ({ stem: nameOf(font, NAMES.postscript), extension: targetFormat })),
    'Font',
  );
  const paths: string[] = [];
  for (const [index, font] of fonts.entries()) {
    const path = join(folder, `written-${index}`);
    await writeFile(path, await WRITERS[targetFormat as keyof typeof WRITERS](font, folder));
    paths.push(path);
    onProgress?.((paths.length / fonts.length) * 100);
  }
  return onlyOrZip(
    paths.map((path, index) => ({ path, name: names[index] ?? '' })),
    targetFormat,
    folder,
  );
}

/** Writes a font with FontForge. */
async function generate(font: CheckedFont, name: string, folder: string): Promise<Buffer> {
  return (await runFontforge(GENERATE, writeSfnt(bareFont(font, true)), ['source', name], folder)).made;
}
