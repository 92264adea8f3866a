import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineJob } from '../engine.ts';
import { NAMES, nameOf } from './names.ts';
import { unreadable } from './refusals.ts';
import { runFontProgram } from './run-fontforge.ts';
import { readSfnt, type Sfnt, writeSfnt } from './sfnt.ts';

/** What lies in front of the names. */
const HEADER = 82;
const VERSION = 0x00020001;
const MAGIC = 0x504c;
/** What the flags say of the font: packed with MicroType Express; obscured. */
const COMPRESSED = 0x4;
const OBSCURED = 0x10000000;
const KEY = 0x50;
const DEFAULT_CHARSET = 1;

/**
 * Reads a font in an Embedded OpenType file (W3C submission of 2008).
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function readEot({ sourcePath, folder }: EngineJob): Promise<Sfnt> {
  const bytes = await readFile(sourcePath);
  if (bytes.length < HEADER || bytes.readUInt16LE(34) !== MAGIC) throw unreadable('no header');
  const [end, length, flags] = [bytes.readUInt32LE(0), bytes.readUInt32LE(4), bytes.readUInt32LE(12)];
  if (end > bytes.length || length > end - HEADER) throw unreadable(`a font of ${length} in ${end} bytes`);
  if (flags & COMPRESSED) return decompressEot(sourcePath, folder);
  const font = bytes.subarray(end - length, end);
  return readSfnt(flags & OBSCURED ? (font.map((byte) => byte ^ KEY) as Buffer) : font);
}

/** Has libeot decompress a font. */
async function decompressEot(source: string, folder: string): Promise<Sfnt> {
  const target = join(folder, 'decompressed.ttf');
  await runFontProgram('read-eot', source, target, folder, [source, target]);
  return readSfnt(await readFile(target));
}

/** The font as an Embedded OpenType file, which says what it is in front of it. */
export function writeEot(font: Sfnt): Buffer {
  const content = writeSfnt(font);
  const os2 = Buffer.concat([font.tables.get('OS/2') ?? Buffer.alloc(0)], 96);
  const names = [NAMES.family, NAMES.style, NAMES.version, NAMES.full].map((name) => textOf(nameOf(font, name)));
  const header = Buffer.alloc(HEADER - 2);
  header.writeUInt32LE(content.length, 4);
  header.writeUInt32LE(VERSION, 8);
  os2.copy(header, 16, 32, 42); // how it looks: PANOSE
  header[26] = DEFAULT_CHARSET;
  header[27] = os2.readUInt16BE(62) & 1; // italic
  header.writeUInt32LE(os2.readUInt16BE(4) || 400, 28);
  header.writeUInt16LE(os2.readUInt16BE(8), 32); // what its licence allows
  header.writeUInt16LE(MAGIC, 34);
  // The characters and code pages that it has.
  const sets = os2.readUInt16BE(0) === 0 ? [42, 46, 50, 54] : [42, 46, 50, 54, 78, 82];
  for (const [index, place] of sets.entries()) header.writeUInt32LE(os2.readUInt32BE(place), 36 + index * 4);
  header.writeUInt32LE(readSfnt(content).tables.get('head')?.readUInt32BE(8) ?? 0, 60);
  // A space between names; no list of the places that may use it.
  const space = Buffer.alloc(2);
  const file = Buffer.concat([header, ...names.flatMap((name) => [space, name]), space, space, content]);
  file.writeUInt32LE(file.length, 0);
  return file;
}

/** With its length in front. */
function textOf(name: string): Buffer {
  const text = Buffer.from(name.slice(0, 1000), 'utf16le');
  const length = Buffer.alloc(2);
  length.writeUInt16LE(text.length);
  return Buffer.concat([length, text]);
}
