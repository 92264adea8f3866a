import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FormatName } from '../../conversion/formats.ts';
import { decodeBytes } from '../../detection/decode-bytes.ts';
import { unicodeOf } from '../../detection/unicode.ts';
import type { EngineJob } from '../engine.ts';
import { unsupported } from '../refusals.ts';
import { zipFiles } from '../zip-files.ts';
import { checkComplete } from './check-complete.ts';
import { joinParts } from './manufacturing/join-parts.ts';
import { numberTextureSets } from './number-texture-sets.ts';
import { normalizeOff } from './read-off.ts';
import { groupX3d } from './read-x3d.ts';
import { tooComplex, unreadable } from './refusals.ts';

/** The bytes of the header of a GLB file and of its first chunk. */
const GLB_HEADER = 20;
const JSON_CHUNK = 0x4e4f534a;
/** Bytes of the JSON of a scene, with embedded data. */
const LONGEST = 100 * 1024 * 1024;

const [PLY_ELEMENT, PLY_HEADER_END, LINE_FEED] = ['\nelement ', 'end_header', 0x0a];
/** An element that assimp reads and that draws nothing. */
const FILLER = '\nelement edge 1\nproperty uchar filler';

/** The root of an old COLLADA file, the bytes that are searched for it, and an element that only such files have. */
const OLD_COLLADA = /<COLLADA\s[^<>]{0,1000}?\bversion\s{0,9}=\s{0,9}["'](1\.[0-3](?:\.\d{1,3})?)["']/;
const BEGINNING = 64 * 1024;
const OLD_LIBRARY = '<library ';

/** The statement of an OBJ file that names another file, and a comment of the same length. */
const LIBRARY = 'mtllib';
const COMMENT = '#     ';

/**
 * Writes the source under a name by which assimp knows its format, without references to other files.
 * @throws ConversionError UNREADABLE_FILE, UNSUPPORTED_CONVERSION, TOO_COMPLEX
 */
export async function placeSource({ sourcePath, sourceFormat, folder }: EngineJob): Promise<string> {
  const [path, bytes] = [join(folder, `source.${sourceFormat}`), await readFile(sourcePath)];
  checkComplete(bytes, sourceFormat);
  if (sourceFormat === 'dae') refuseOldCollada(bytes);
  if (sourceFormat === 'gltf') refuseOtherFiles(bytes);
  if (sourceFormat === 'glb') refuseOtherFiles(sceneIn(bytes));
  const joined = sourceFormat === '3mf' ? joinParts(bytes) : undefined;
  if (joined) await zipFiles(joined, path);
  else await writeFile(path, REWRITTEN[sourceFormat]?.(bytes) ?? bytes);
  return path;
}

/** Edits of formats that assimp would not read, or not completely. */
const REWRITTEN: Partial<Record<FormatName, (bytes: Buffer) => Buffer>> = {
  obj: withoutLibraries,
  ply: keepFirstByte,
  glb: alignScene,
  off: normalizeOff,
  x3d: groupX3d,
  dae: numberTextureSets,
};

/** Pads the JSON chunk of a GLB file to a multiple of four bytes, as some programs do not. */
function alignScene(bytes: Buffer): Buffer {
  const length = bytes.length < GLB_HEADER ? 0 : bytes.readUInt32LE(12);
  const missing = -length & 3;
  if (missing === 0 || bytes.readUInt32LE(4) !== 2 || GLB_HEADER + length > bytes.length) return bytes;
  const header = Buffer.from(bytes.subarray(0, GLB_HEADER));
  header.writeUInt32LE(bytes.length + missing, 8);
  header.writeUInt32LE(length + missing, 12);
  const end = GLB_HEADER + length;
  return Buffer.concat([header, bytes.subarray(GLB_HEADER, end), Buffer.alloc(missing, ' '), bytes.subarray(end)]);
}

/** Puts an element of one byte before binary data of PLY that begin with a line feed, which assimp would skip. */
function keepFirstByte(bytes: Buffer): Buffer {
  const end = bytes.indexOf(PLY_HEADER_END);
  const data = bytes.indexOf('\n', end) + 1;
  const header = bytes.toString('latin1', 0, data);
  const elements = header.indexOf(PLY_ELEMENT);
  const isBinary = header.includes('\nformat binary_') && header.slice(end).trim() === PLY_HEADER_END;
  if (bytes[data] !== LINE_FEED || elements < 0 || !isBinary) return bytes;
  const filled = header.slice(0, elements) + FILLER + header.slice(elements);
  return Buffer.concat([Buffer.from(filled, 'latin1'), Buffer.of(0xff), bytes.subarray(data)]);
}

/** Refuses COLLADA before version 1.4, in which assimp finds nothing. */
export function refuseOldCollada(bytes: Buffer): void {
  const [, version] = OLD_COLLADA.exec(bytes.toString('latin1', 0, BEGINNING)) ?? [];
  if (version === undefined || !bytes.includes(OLD_LIBRARY)) return;
  throw unsupported(
    `The model is in COLLADA ${version}; only 1.4 and 1.5 can be read here. Save it as one of them first.`,
  );
}

/** Assimp reads no UTF-16. */
function withoutLibraries(source: Buffer): Buffer {
  const encoding = unicodeOf(source);
  const bytes = encoding?.startsWith('utf-16') ? Buffer.from(decodeBytes(source, encoding)) : source;
  for (let at = bytes.indexOf(LIBRARY); at >= 0; at = bytes.indexOf(LIBRARY, at + 1)) {
    // At the beginning of a line, or after spaces.
    if (at === 0 || (bytes[at - 1] ?? 0) <= 0x20) bytes.write(COMMENT, at);
  }
  return bytes;
}

function sceneIn(bytes: Buffer): Buffer {
  if (bytes.length < GLB_HEADER) throw unreadable('no scene');
  // Version 1 has no chunk type.
  if (bytes.readUInt32LE(4) === 1) return bytes.subarray(GLB_HEADER, GLB_HEADER + bytes.readUInt32LE(12));
  if (bytes.readUInt32LE(16) !== JSON_CHUNK) throw unreadable('no scene');
  return bytes.subarray(GLB_HEADER, GLB_HEADER + bytes.readUInt32LE(12));
}

/** Refuses buffers and shaders in files of their own; version 1 has them by name. */
function refuseOtherFiles(json: Buffer): void {
  if (json.length > LONGEST) throw tooComplex('a long scene');
  const scene = parse(json);
  for (const list of [scene.buffers, scene.shaders]) {
    for (const part of Object.values(Object(list) as Record<string, unknown>)) {
      const { uri } = Object(part) as { uri?: unknown };
      if (uri === undefined || (typeof uri === 'string' && uri.startsWith('data:'))) continue;
      throw unsupported('The model refers to other files. Save it as glb, which has everything in one file.');
    }
  }
}

function parse(json: Buffer): Record<string, unknown> {
  try {
    return Object(JSON.parse(json.toString('utf8'))) as Record<string, unknown>;
  } catch (error) {
    throw unreadable(error);
  }
}
