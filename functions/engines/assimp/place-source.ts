import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FormatName } from '../../conversion/formats.ts';
import type { EngineJob } from '../engine.ts';
import { unsupported } from '../refusals.ts';
import { zipFiles } from '../zip-files.ts';
import { refuseOldCollada } from './check-collada.ts';
import { checkComplete } from './check-complete.ts';
import { keepFirstByte } from './keep-first-byte.ts';
import { joinParts } from './manufacturing/join-parts.ts';
import { straightenOff } from './read-off.ts';
import { groupX3d } from './read-x3d.ts';
import { tooComplex, unreadable } from './refusals.ts';

/** A file of glTF in one piece: its header, and that of the description in it. */
const GLB_HEADER = 20;
const JSON_CHUNK = 0x4e4f534a;
/** The longest description of a scene, in bytes; data that it holds itself counts. */
const LONGEST = 100 * 1024 * 1024;

/** What names another file in an OBJ file; a comment of the same length. */
const LIBRARY = 'mtllib';
const COMMENT = '#     ';

/**
 * Puts the source where assimp knows it by its name, without what would have it read other files.
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

/** Formats of which assimp does not read all as they are. */
const REWRITTEN: Partial<Record<FormatName, (bytes: Buffer) => Buffer>> = {
  obj: withoutLibraries,
  ply: keepFirstByte,
  glb: alignScene,
  off: straightenOff,
  x3d: groupX3d,
};

/** Parts of such a file are of lengths that can be divided by four; some that write it do not fill up its description. */
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

function withoutLibraries(bytes: Buffer): Buffer {
  for (let at = bytes.indexOf(LIBRARY); at >= 0; at = bytes.indexOf(LIBRARY, at + 1)) {
    // At the beginning of a line, or behind blanks.
    if (at === 0 || (bytes[at - 1] ?? 0) <= 0x20) bytes.write(COMMENT, at);
  }
  return bytes;
}

function sceneIn(bytes: Buffer): Buffer {
  if (bytes.length < GLB_HEADER) throw unreadable('no scene');
  // The first version has its description without a word that says so.
  if (bytes.readUInt32LE(4) === 1) return bytes.subarray(GLB_HEADER, GLB_HEADER + bytes.readUInt32LE(12));
  if (bytes.readUInt32LE(16) !== JSON_CHUNK) throw unreadable('no scene');
  return bytes.subarray(GLB_HEADER, GLB_HEADER + bytes.readUInt32LE(12));
}

/** The parts of a scene that may lie in files of their own; the first version has them by name. */
function refuseOtherFiles(json: Buffer): void {
  if (json.length > LONGEST) throw tooComplex('a long description');
  const scene = parse(json);
  for (const list of [scene.buffers, scene.shaders]) {
    for (const part of Object.values(Object(list) as Record<string, unknown>)) {
      const { uri } = Object(part) as { uri?: unknown };
      if (uri === undefined || (typeof uri === 'string' && uri.startsWith('data:'))) continue;
      throw unsupported('The model needs other files beside it. Send it as glb, which has everything in one file.');
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
