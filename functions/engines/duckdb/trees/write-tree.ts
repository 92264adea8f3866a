import { writeFile } from 'node:fs/promises';
import type { EngineJob, EngineResult } from '../../engine.ts';
import { writeJson } from '../json.ts';
import { checkTree } from '../limits.ts';
import { resultOf } from '../result.ts';
import { TREE_FORMATS, type TreeSourceName } from './read-tree.ts';

const INDENT = 2;

/** Writes a tree as the result of a job; JSON and GeoJSON alike. */
export async function writeTree(job: EngineJob, tree: unknown): Promise<EngineResult> {
  checkTree(tree);
  const result = resultOf(job);
  const { targetFormat, options } = job;
  const indent = typeof options.indent === 'number' ? options.indent : INDENT;
  const text = Object.hasOwn(TREE_FORMATS, targetFormat)
    ? TREE_FORMATS[targetFormat as TreeSourceName].write(tree, indent)
    : `${writeJson(tree, indent)}\n`;
  await writeFile(result.path, text);
  return result;
}
