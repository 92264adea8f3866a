import { readFile, stat, writeFile } from 'node:fs/promises';
import { type EngineJob, type EngineResult, hasFormat } from '../../engine.ts';
import { decodeDeclared, decodePlain } from '../../office/text-encoding.ts';
import { writeJson } from '../json.ts';
import { checkSize, checkTree } from '../limits.ts';
import { resultOf } from '../result.ts';
import { toml } from './toml.ts';
import type { TreeFormat, TreeName } from './tree-format.ts';
import { xml } from './xml.ts';
import { yaml } from './yaml.ts';

/** The formats of trees but JSON, which is read value by value. */
const TREE_FORMATS = { yaml, toml, xml } as const satisfies Partial<Record<TreeName, TreeFormat>>;

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

const INDENT = 2;

/** Writes a tree as the result of a job; JSON and GeoJSON alike. */
export async function writeTree(job: EngineJob, tree: unknown): Promise<EngineResult> {
  checkTree(tree);
  const result = resultOf(job);
  const { targetFormat, options } = job;
  const indent = typeof options.indent === 'number' ? options.indent : INDENT;
  const text = hasFormat(TREE_FORMATS, targetFormat)
    ? TREE_FORMATS[targetFormat].write(tree, indent)
    : `${writeJson(tree, indent)}\n`;
  await writeFile(result.path, text);
  return result;
}
