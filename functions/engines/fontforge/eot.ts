import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineJob } from '../engine.ts';
import { NAMES, nameOf } from './names.ts';
import { runFontProgram } from './run-fontforge.ts';
import { readSfnt, type Sfnt, writeSfnt } from './sfnt.ts';

/** Bytes before the names. */
const HEADER = 82;
const VERSION = 0x00020001;
const MAGIC = 0x504c;
const DEFAULT_CHARSET = 1;

/**
 * Reads an Embedded OpenType file with libeot (W3C submission of 2008).
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function readEot({ sourcePath, folder }: EngineJob): Promise<Sfnt> {
  const target = join(folder, 'read.ttf');
  await runFontProgram('read-eot', sourcePath, target, folder, [sourcePath, target]);
  return readSfnt(await readFile(target));
}

/** Writes an Embedded OpenType file: a header that describes the font, and the font. */
export function writeEot(font: Sfnt): Buffer {
  const content = writeSfnt(font);
  const os2 = Buffer.concat([font.tables.get('OS/2') ?? Buffer.alloc(0)], 96);
  const names = [NAMES.family, NAMES.style, NAMES.version, NAMES.full].map((name) => textOf(nameOf(font, name)));
  const header = Buffer.alloc(HEADER - 2);
  header.writeUInt32LE(content.length, 4);
  header.writeUInt32LE(VERSION, 8);
  os2.copy(header, 16, 32, 42); // PANOSE
  header[26] = DEFAULT_CHARSET;
  header[27] = os2.readUInt16BE(62) & 1; // italic
  header.writeUInt32LE(os2.readUInt16BE(4) || 400, 28);
  header.writeUInt16LE(os2.readUInt16BE(8), 32); // embedding permissions
  header.writeUInt16LE(MAGIC, 34);
  // The Unicode and code page ranges.
  const sets = os2.readUInt16BE(0) === 0 ? [42, 46, 50, 54] : [42, 46, 50, 54, 78, 82];
  for (const [index, offset] of sets.entries()) header.writeUInt32LE(os2.readUInt32BE(offset), 36 + index * 4);
  header.writeUInt32LE(readSfnt(content).tables.get('head')?.readUInt32BE(8) ?? 0, 60);
  // Padding between names, and an empty root string: any site may use the font.
  const space = Buffer.alloc(2);
  const file = Buffer.concat([header, ...names.flatMap((name) => [space, name]), space, space, content]);
  file.writeUInt32LE(file.length, 0);
  return file;
}

/** A name with its length before it. */
function textOf(name: string): Buffer {
  const text = Buffer.from(name.slice(0, 1000), 'utf16le');
  const length = Buffer.alloc(2);
  length.writeUInt16LE(text.length);
  return Buffer.concat([length, text]);
}
