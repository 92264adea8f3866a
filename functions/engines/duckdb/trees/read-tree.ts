import { readFile, stat } from 'node:fs/promises';
import { decodeDeclared, decodePlain } from '../../office/text-encoding.ts';
import { checkSize, checkTree } from '../limits.ts';
import { toml } from './toml.ts';
import type { TreeFormat, TreeName } from './tree-format.ts';
import { xml } from './xml.ts';
import { yaml } from './yaml.ts';

/** The formats of trees but JSON, which is read value by value. */
export const TREE_FORMATS = { yaml, toml, xml } as const satisfies Partial<Record<TreeName, TreeFormat>>;

export type TreeSourceName = keyof typeof TREE_FORMATS;

/**
 * Reads a tree into memory.
 * @throws ConversionError TOO_COMPLEX where it is too large or too deep; the library's errors where it is damaged
 */
export async function readTree(path: string, format: TreeSourceName): Promise<unknown> {
  const { read, largest } = TREE_FORMATS[format];
  checkSize((await stat(path)).size, largest);
  const bytes = await readFile(path);
  const tree = read(format === 'xml' ? decodeDeclared(bytes) : decodePlain(bytes));
  checkTree(tree);
  return tree;
}
