import { writeFile } from 'node:fs/promises';
import type { EngineJob, EngineResult } from '../../engine.ts';
import { checkTree } from '../limits.ts';
import { resultOf } from '../result.ts';
import { TREE_FORMATS } from './read-tree.ts';
import type { TreeName } from './tree-format.ts';

const INDENT = 2;

/** Writes a tree as the result of a job. */
export async function writeTree(job: EngineJob, tree: unknown): Promise<EngineResult> {
  checkTree(tree);
  const result = resultOf(job);
  const indent = job.options.indent;
  const format = job.targetFormat === 'geojson' ? 'json' : (job.targetFormat as TreeName);
  const text = TREE_FORMATS[format].write(tree, typeof indent === 'number' ? indent : INDENT);
  await writeFile(result.path, text);
  return result;
}
