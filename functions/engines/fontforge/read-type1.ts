import { readFile } from 'node:fs/promises';
import type { EngineJob } from '../engine.ts';
import { unreadable } from './refusals.ts';
import { REWRITE, runFontforge } from './run-fontforge.ts';
import { readSfnt, type Sfnt } from './sfnt.ts';

/** The last token of a Type 1 font, the marker of the last segment of PFB (Adobe, Technical Note 5040), and how far they may be from the end. */
const [LAST_TOKEN, LAST_SEGMENT, END] = ['cleartomark', '\x80\x03', 1024];

/**
 * Reads a Type 1 font of PostScript.
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function readType1({ sourcePath, folder }: EngineJob): Promise<Sfnt> {
  const bytes = await readFile(sourcePath);
  // FontForge reads a truncated font as far as it goes.
  const end = bytes.toString('latin1', Math.max(0, bytes.length - END));
  if (!end.includes(LAST_TOKEN) || (bytes[0] === 0x80 && !end.includes(LAST_SEGMENT))) throw unreadable('no end');
  // OpenType with CFF keeps the outlines and their hints.
  return readSfnt((await runFontforge(REWRITE, bytes, ['type1.pfb', 'read.otf'], folder)).made);
}
