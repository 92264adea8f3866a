import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineResult } from '../engine.ts';
import { LIMITS } from './limits.ts';
import { runFilter, type Target } from './run-filter.ts';
import type { Tree } from './tree.ts';

/**
 * Has pandoc write a document that we have read ourselves.
 * @throws ConversionError TOO_COMPLEX; UNREADABLE_FILE where there is nothing in it
 */
export async function convertTree(tree: Tree, target: Target): Promise<EngineResult> {
  const path = join(target.folder, 'tree.json');
  await writeFile(path, JSON.stringify(tree));
  return runFilter({ path, reader: 'json', sourceFormat: 'json', seconds: LIMITS.seconds }, target);
}
