import { type FormatName, formatOfFilename } from '../conversion/formats.ts';
import type { Detect, Sample } from './sample.ts';

/** The beginnings of models, as text. */
const TEXTS: readonly (readonly [beginning: RegExp, format: FormatName])[] = [
  [/^Kaydara FBX Binary/, 'fbx'],
  [/^; FBX \d/, 'fbx'],
  [/^ply\r?\n(?:comment [^\n]*\n|obj_info [^\n]*\n)*format (?:ascii|binary)/, 'ply'],
  [/^(?:ST)?C?N?4?n?OFF\s+(?:#[^\n]*\n\s*)*\d+\s+\d+\s+\d+\s/, 'off'],
  // With a name and the normal of its first facet
  [/^\s*solid\b[^\n]{0,200}\r?\n\s*(?:facet\s+normal|endsolid)/, 'stl'],
];

/** The magic number and the version of binary glTF, in hexadecimal. */
const GLB = /^676c54460[12]000000/;

/** Formats by the root element. */
const ROOTS: Readonly<Record<string, FormatName>> = { COLLADA: 'dae', X3D: 'x3d', amf: 'amf' };

const LOOKED_AT = 16 * 1024;

/** The length of a binary STL's header, and of a triangle, in bytes. */
const STL_HEADER = 84;
const TRIANGLE = 50;

/** The main chunk of a 3DS file, and the chunks that may come first in it. */
const MAIN_3DS = 0x4d4d;
const FIRST_3DS: readonly number[] = [0x0002, 0x3d3d, 0x3d3e, 0xb000];

/** A vertex, which every OBJ file has. */
const VERTEX = /^v[ \t]+-?[\d.][^\n]{0,80}$/m;

/** The beginning of glTF, and properties that it may have, in any order: `asset` may be beyond the beginning. */
const SCENE = /^\s*\{/;
const PARTS: readonly string[] = ['"asset"', '"accessors"', '"bufferViews"', '"meshes"'];

/** Detects 3D models. */
export const detectModel: Detect = (sample) => {
  const { head, filename, guess } = sample;
  const claimed = formatOfFilename(filename);
  const start = head.toString('latin1', 0, LOOKED_AT);
  const known = TEXTS.find(([beginning]) => beginning.test(start));
  if (known) return known[1];
  if (GLB.test(head.toString('hex', 0, 8))) return 'glb';
  if (is3ds(head)) return '3ds';
  if (guess?.ext === 'zip') return isManufacturing(head) ? '3mf' : undefined;
  if (claimed === 'stl' && isBinaryStl(head)) return 'stl';
  return guess ? undefined : textModel(sample, claimed);
};

/** Whether an OPC package has a 3MF model. */
function isManufacturing(head: Buffer): boolean {
  return head.includes('[Content_Types].xml') && /\b3D\/[^/\0]{1,100}\.model/i.test(head.toString('latin1'));
}

function textModel({ root, text }: Sample, claimed: FormatName | undefined): FormatName | undefined {
  if (root) return Object.hasOwn(ROOTS, root.name) ? ROOTS[root.name] : undefined;
  if (claimed === 'gltf') return SCENE.test(text) && PARTS.some((part) => text.includes(part)) ? 'gltf' : undefined;
  return claimed === 'obj' && VERTEX.test(text) ? 'obj' : undefined;
}

/** Whether the length of a file fits its number of triangles: binary STL has no signature. */
function isBinaryStl(head: Buffer): boolean {
  if (head.length < STL_HEADER) return false;
  const count = head.readUInt32LE(STL_HEADER - 4);
  return count > 0 && STL_HEADER + count * TRIANGLE >= head.length;
}

function is3ds(head: Buffer): boolean {
  if (head.length < 16 || head.readUInt16LE(0) !== MAIN_3DS) return false;
  return head.readUInt32LE(2) >= 16 && FIRST_3DS.includes(head.readUInt16LE(6)) && head.readUInt32LE(8) >= 6;
}
