import { lstat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Engine, EngineJob, EngineResult } from '../engine.ts';
import type { FormatName } from '../formats.ts';
import { jailAvailable } from '../jail.ts';
import { layerAvailable } from '../layer.ts';
import { ResidentPool } from '../resident-pool.ts';
import { ToolEnded } from '../resident-tool.ts';
import { CONVERSIONS } from './office/conversions.ts';
import { LIMITS } from './office/limits.ts';
import { isLocked, passwordProtected } from './office/locks.ts';
import { LAYER, OfficeProcess } from './office/office-process.ts';
import { unreadable } from './office/unreadable.ts';

/** Each LibreOffice takes 200 MB and more. */
const MOST_PROCESSES = 4;

const size = process.env.AWS_LAMBDA_FUNCTION_NAME ? 1 : Math.min(availableParallelism(), MOST_PROCESSES);

const pool = new ResidentPool<EngineJob>({ size, start: () => new OfficeProcess() });

/**
 * Documents, spreadsheets, presentations and drawings: LibreOffice, kept resident in a jail. It runs no macros and
 * follows no links: linked pictures and files stay empty.
 */
export const office: Engine = {
  name: 'office',
  worker: {
    lane: 'queue',
    layer: LAYER,
    memory: 3008,
    timeout: LIMITS.seconds,
    scratch: 3072,
    programs: [],
    packages: [],
  },
  conversions: CONVERSIONS,
  available: () => layerAvailable(LAYER) && jailAvailable(),
  warmUp: () => pool.warmUp(),
  stop: () => pool.stop(),
  convert,
};

async function convert(job: EngineJob): Promise<EngineResult> {
  const format = (await runTwice(job)) as FormatName;
  const path = join(job.folder, `result.${format}`);
  if (!(await lstat(path)).isFile()) throw new Error('the result is no regular file');
  return { path, format };
}

/** Whatever ends LibreOffice the first time need not be the document; the second time it is. */
async function runTwice(job: EngineJob): Promise<unknown> {
  try {
    return await pool.run(job);
  } catch (error) {
    if (!(error instanceof ToolEnded) || error.stopped) throw error;
  }
  try {
    return await pool.run(job);
  } catch (error) {
    if (!(error instanceof ToolEnded) || error.stopped) throw error;
    throw isLocked(job.sourcePath) ? passwordProtected(error) : unreadable(error);
  }
}
