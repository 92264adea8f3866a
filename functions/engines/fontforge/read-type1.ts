import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineJob } from '../engine.ts';
import { checkFont } from './check-font.ts';
import { unreadable } from './refusals.ts';
import { runFontforge } from './run-fontforge.ts';
import { readSfnt, type Sfnt } from './sfnt.ts';
import { countCharstrings, toPfa } from './type1-glyphs.ts';

/** OpenType with CFF keeps the outlines and their hints. */
const COMMANDS = 'Open($1, 1); Generate($2, "", 0)';

/**
 * Reads a Type 1 font of PostScript.
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function readType1({ sourcePath, folder }: EngineJob): Promise<Sfnt> {
  const text = toPfa(await readFile(sourcePath));
  const count = countCharstrings(text);
  const [source, target] = [join(folder, 'type1.pfa'), join(folder, 'read.otf')];
  await writeFile(source, text);
  await runFontforge(COMMANDS, source, target, folder);
  const font = checkFont(readSfnt(await readFile(target)));
  if (font.glyphs < count) throw unreadable(`${font.glyphs} glyphs of ${count}`);
  return font;
}
