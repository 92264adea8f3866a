import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineJob, EngineResult } from '../engine.ts';
import { fileNames } from '../file-names.ts';
import { onlyOrZip } from '../zip-files.ts';
import { NAMES, nameOf } from './names.ts';
import { readFonts } from './read-fonts.ts';
import { type FontTarget, writeFont } from './write-font.ts';

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
    await writeFile(path, await writeFont(font, targetFormat as FontTarget, folder));
    paths.push(path);
    onProgress?.((paths.length / fonts.length) * 100);
  }
  return onlyOrZip(
    paths.map((path, index) => ({ path, name: names[index] ?? '' })),
    targetFormat,
    folder,
  );
}
