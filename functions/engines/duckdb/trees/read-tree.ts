import { readFile, stat } from 'node:fs/promises';
import { decodeBytes } from '../../../detection/decode-bytes.ts';
import { unicodeOf } from '../../../detection/unicode.ts';
import { decodePlain } from '../../office/text-encoding.ts';
import { checkSize, checkTree } from '../limits.ts';
import { json } from './json.ts';
import { toml } from './toml.ts';
import type { TreeFormat, TreeName } from './tree-format.ts';
import { xml } from './xml.ts';
import { yaml } from './yaml.ts';

/** All formats of trees. */
export const TREE_FORMATS = { json, yaml, toml, xml } as const satisfies Record<TreeName, TreeFormat>;

/**
 * Reads a tree into memory.
 * @throws ConversionError TOO_COMPLEX where it is too large or too deep; the library's errors where it is damaged
 */
export async function readTree(path: string, format: TreeName): Promise<unknown> {
  const { read, largest } = TREE_FORMATS[format];
  checkSize((await stat(path)).size, largest);
  const tree = read(textOf(await readFile(path), format));
  checkTree(tree);
  return tree;
}

function textOf(bytes: Buffer, format: TreeName): string {
  return format === 'xml' ? decodeXml(bytes) : decodePlain(bytes);
}

/** Decodes XML by its byte order mark, or by the encoding that it declares. */
export function decodeXml(bytes: Buffer): string {
  const beginning = bytes.toString('latin1', 0, 200);
  const declared = /^<\?xml[^>]{1,150}?encoding\s{0,9}=\s{0,9}["']([\w:.-]{1,40})/i.exec(beginning)?.[1];
  if (unicodeOf(bytes) !== undefined || declared === undefined) return decodePlain(bytes);
  return decodeBytes(bytes, declared.toLowerCase());
}
