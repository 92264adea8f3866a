import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineJob } from '../engine.ts';
import { checkFont } from './check-font.ts';
import { unreadable } from './refusals.ts';
import { runFontforge } from './run-fontforge.ts';
import { readSfnt, type Sfnt } from './sfnt.ts';

/** Hints are kept where the outlines are: in OpenType. */
const COMMANDS = 'Open($1, 1); Generate($2, "", 0)';

/** What the binary form ends with (Adobe, Technical Note 5040), and the last word of any Type 1 font, with what may follow. */
const [LAST_SEGMENT, LAST_WORD, LONGEST_END] = ['\x80\x03', 'cleartomark', 1024];

/**
 * Reads a Type 1 font of PostScript.
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function readType1({ sourcePath, folder }: EngineJob): Promise<Sfnt> {
  const bytes = await readFile(sourcePath);
  const end = bytes.toString('latin1', Math.max(0, bytes.length - LONGEST_END));
  if (!end.includes(LAST_WORD) || (bytes[0] === 0x80 && !end.includes(LAST_SEGMENT)))
    throw unreadable('it lacks its end');
  const [source, target] = [join(folder, 'type1.pfb'), join(folder, 'read.otf')];
  await writeFile(source, bytes);
  await runFontforge(COMMANDS, source, target, folder);
  return checkFont(readSfnt(await readFile(target)));
}
