import { join } from 'node:path';
import type { EngineJob, EngineResult } from '../engine.ts';

/** The result of a job: one file of its target. */
export function resultOf({ folder, targetFormat }: Pick<EngineJob, 'folder' | 'targetFormat'>): EngineResult {
  return { path: join(folder, `result.${targetFormat}`), format: targetFormat };
}
