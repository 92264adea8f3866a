import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readHead } from '../read-head.ts';
import { tooComplex } from '../refusals.ts';
import { checkFont } from './check-font.ts';
import { LIMITS } from './limits.ts';
import { unreadable } from './refusals.ts';
import { runFontProgram } from './run-fontforge.ts';
import { readSfnt, type Sfnt, writeSfnt } from './sfnt.ts';

/** Where the header says how large the font is, unpacked (W3C WOFF 2.0, 4.1). */
const UNPACKED_SIZE = 16;

/** What is left out of the format: a signature, which would not hold any more. */
const LEFT_OUT: readonly string[] = ['DSIG'];

/**
 * Unpacks a font, or a collection of fonts, in the second Web Open Font Format.
 * @returns it as a file
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function unpackWoff2(source: string, folder: string): Promise<Buffer> {
  const head = await readHead(source, UNPACKED_SIZE + 4);
  if (head.length < UNPACKED_SIZE + 4) throw unreadable('no header');
  if (head.readUInt32BE(UNPACKED_SIZE) > LIMITS.woff2) throw tooComplex('The font is larger than 30 MB, unpacked.');
  // Both programs name what they write after what they read.
  const [packed, target] = [join(folder, 'packed.woff2'), join(folder, 'packed.ttf')];
  await writeFile(packed, await readFile(source));
  await runFontProgram('woff2_decompress', packed, target, folder);
  return readFile(target);
}

/**
 * Packs a font in the second Web Open Font Format, and looks whether all of it is there.
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function packWoff2(font: Sfnt, folder: string): Promise<Buffer> {
  const [plain, target] = [join(folder, 'plain.ttf'), join(folder, 'plain.woff2')];
  const content = writeSfnt(font);
  if (content.length > LIMITS.woff2) throw tooComplex('The font is larger than 30 MB.');
  await writeFile(plain, content);
  await runFontProgram('woff2_compress', plain, target, folder);
  const found = checkFont(readSfnt(await unpackWoff2(target, folder)));
  const lost = [...font.tables.keys()].filter((tag) => !found.tables.has(tag) && !LEFT_OUT.includes(tag));
  if (found.glyphs !== checkFont(font).glyphs || lost.length > 0) throw unreadable(`lost: ${lost.join()}`);
  return readFile(target);
}
