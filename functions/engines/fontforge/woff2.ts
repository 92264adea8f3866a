import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readHead } from '../read-head.ts';
import { tooComplex } from '../refusals.ts';
import { checkFont } from './check-font.ts';
import { LIMITS } from './limits.ts';
import { unreadable } from './refusals.ts';
import { runFontProgram } from './run-fontforge.ts';
import { readSfnt, type Sfnt, writeSfnt } from './sfnt.ts';

/** The offset of `totalSfntSize` in the header (W3C WOFF 2.0, 4.1). */
const DECOMPRESSED_SIZE = 16;

/** The signature is left out, as it would not be valid any more. */
const LEFT_OUT: readonly string[] = ['DSIG'];

/**
 * Decompresses a font, or a collection, in the second Web Open Font Format.
 * @returns the font file
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function decompressWoff2(source: string, folder: string): Promise<Buffer> {
  const header = await readHead(source, DECOMPRESSED_SIZE + 4);
  if (header.length < DECOMPRESSED_SIZE + 4) throw unreadable('no header');
  if (header.readUInt32BE(DECOMPRESSED_SIZE) > LIMITS.woff2)
    throw tooComplex('The font is larger than 30 MB when decompressed.');
  // Both programs name the target after the source.
  const [compressed, target] = [join(folder, 'compressed.woff2'), join(folder, 'compressed.ttf')];
  await writeFile(compressed, await readFile(source));
  await runFontProgram('woff2_decompress', compressed, target, folder);
  return readFile(target);
}

/**
 * Compresses a font in the second Web Open Font Format, and checks that nothing is lost.
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function compressWoff2(font: Sfnt, folder: string): Promise<Buffer> {
  const [plain, target] = [join(folder, 'plain.ttf'), join(folder, 'plain.woff2')];
  const content = writeSfnt(font);
  if (content.length > LIMITS.woff2) throw tooComplex('The font is larger than 30 MB.');
  await writeFile(plain, content);
  await runFontProgram('woff2_compress', plain, target, folder);
  const found = checkFont(readSfnt(await decompressWoff2(target, folder)));
  const lost = [...font.tables.keys()].filter((tag) => !found.tables.has(tag) && !LEFT_OUT.includes(tag));
  if (found.glyphs !== checkFont(font).glyphs || lost.length > 0) throw unreadable(`lost: ${lost.join()}`);
  return readFile(target);
}
