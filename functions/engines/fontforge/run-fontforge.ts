import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { layerFolder } from '../../sandbox/layer.ts';
import { type LayerTools, runLayerTool } from '../tool.ts';
import { LIMITS } from './limits.ts';
import { DAMAGED } from './refusals.ts';

const MEGABYTE = 1024 * 1024;

const FONT_PROGRAMS: LayerTools = {
  layer: 'fontforge',
  memory: 1500,
  fileSize: LIMITS.size / MEGABYTE,
  tooComplex: 'The font needs more memory or time than one conversion may use.',
  unreadable: DAMAGED,
  // The encodings, a library that makes temporary files in the job's folder, and the timestamp in fonts.
  environment: () => ({
    GCONV_PATH: join(layerFolder('fontforge'), 'gconv'),
    LD_PRELOAD: join(layerFolder('fontforge'), 'preload/temporary-file.so'),
    SOURCE_DATE_EPOCH: '0',
  }),
};

type FontProgram = 'fontforge' | 'woff2_compress' | 'woff2_decompress' | 'read-eot';

/** Opens a font and writes it in the format that its new name stands for. */
export const REWRITE = 'Open($1, 1); Generate($2, "", 0)';

/**
 * Has a script of FontForge write a font.
 * @param commands in its own language, with $1 for the font to read and $2 for the one to write, and nothing of a client's
 * @param names of the font to read and of the new one, by whose extensions FontForge knows their formats
 * @returns the new font, and what was printed
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function runFontforge(
  commands: string,
  font: Buffer | string,
  names: readonly [source: string, target: string],
  folder: string,
): Promise<{ readonly made: Buffer; readonly printed: string }> {
  const [source, target] = names.map((name) => join(folder, name)) as [string, string];
  await writeFile(source, font);
  // FontForge would create the folders of its settings itself, beginning at the root.
  await mkdir(join(folder, '.config/fontforge'), { recursive: true });
  const args = ['-quiet', '-lang=ff', '-c', commands, source, target];
  const { stdout } = await runLayerTool(FONT_PROGRAMS, 'fontforge', args, { folder, source, target });
  return { made: await readFile(target), printed: stdout };
}

/**
 * Runs a program that writes a font.
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function runFontProgram(
  program: FontProgram,
  source: string,
  target: string,
  folder: string,
  args: readonly string[] = [source],
): Promise<void> {
  await runLayerTool(FONT_PROGRAMS, program, args, { folder, source, target });
}
