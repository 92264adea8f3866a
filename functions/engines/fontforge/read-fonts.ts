import { readFile } from 'node:fs/promises';
import type { EngineJob } from '../engine.ts';
import { tooComplex } from '../refusals.ts';
import { type CheckedFont, checkFont } from './check-font.ts';
import { readDfont } from './dfont.ts';
import { readEot } from './eot.ts';
import { LIMITS } from './limits.ts';
import { readSvgFont } from './read-svg-font.ts';
import { unreadable } from './refusals.ts';
import { REWRITE, runFontforge } from './run-fontforge.ts';
import { offsetsInCollection, readSfnt, type Sfnt, sizeOf } from './sfnt.ts';
import { readWoff } from './woff.ts';
import { decompressWoff2 } from './woff2.ts';

/** The last token of a Type 1 font, the marker of the last segment of PFB (Adobe, Technical Note 5040), and how far they may be from the end. */
const [LAST_TOKEN, LAST_SEGMENT, END] = ['cleartomark', '\x80\x03', 1024];

/**
 * Reads all fonts of a file.
 * @throws ConversionError
 */
export async function readFonts(job: EngineJob): Promise<CheckedFont[]> {
  const fonts = await fontsIn(job);
  // Fonts of a collection may share tables, of which each gets a copy.
  if (fonts.reduce((sum, font) => sum + sizeOf(font), 0) > LIMITS.size)
    throw tooComplex('The fonts of the file are too large. Divide it first.');
  return fonts.map(checkFont);
}

async function fontsIn(job: EngineJob): Promise<Sfnt[]> {
  const { sourceFormat, sourcePath, folder } = job;
  if (sourceFormat === 'pfb') return [await readType1(job)];
  if (sourceFormat === 'font.svg') return [await readSvgFont(job)];
  if (sourceFormat === 'woff2') return fontsWithTables(await decompressWoff2(sourcePath, folder));
  if (sourceFormat === 'eot') return [await readEot(job)];
  const bytes = await readFile(sourcePath);
  if (sourceFormat === 'woff') return [readWoff(bytes)];
  return sourceFormat === 'dfont' ? readDfont(bytes) : fontsWithTables(bytes);
}

function fontsWithTables(bytes: Buffer): Sfnt[] {
  if (bytes.length < 12) throw unreadable('no list of tables');
  if (bytes.toString('latin1', 0, 4) !== 'ttcf') return [readSfnt(bytes)];
  return offsetsInCollection(bytes).map((at) => readSfnt(bytes, at));
}

/**
 * Reads a Type 1 font of PostScript.
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
async function readType1({ sourcePath, folder }: EngineJob): Promise<Sfnt> {
  const bytes = await readFile(sourcePath);
  // FontForge reads a truncated font as far as it goes.
  const end = bytes.toString('latin1', Math.max(0, bytes.length - END));
  if (!end.includes(LAST_TOKEN) || (bytes[0] === 0x80 && !end.includes(LAST_SEGMENT))) throw unreadable('no end');
  // OpenType with CFF keeps the outlines and their hints.
  return readSfnt((await runFontforge(REWRITE, bytes, ['type1.pfb', 'read.otf'], folder)).made);
}
