import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineResult } from '../engine.ts';
import { runFilter, type Target } from './run-filter.ts';
import type { Tree } from './tree.ts';

/** Processor time in seconds: the largest tables that a text holds, of 200,000 cells, took 100 on a busy machine. */
const SECONDS = 150;

/**
 * Writes a document that we have read ourselves with pandoc.
 * @throws ConversionError TOO_COMPLEX; UNREADABLE_FILE where it is empty
 */
export async function convertTree(tree: Tree, target: Target): Promise<EngineResult> {
  const path = join(target.folder, 'tree.json');
  await writeFile(path, JSON.stringify(tree));
  return runFilter({ path, reader: 'json', sourceFormat: 'json', seconds: SECONDS }, target);
}
