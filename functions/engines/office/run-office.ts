import { join } from 'node:path';
import { ToolEnded } from '../../sandbox/resident-tool.ts';
import type { EngineJob, EngineResult } from '../engine.ts';
import { convertDocument } from './convert-document.ts';
import { isLocked, passwordProtected } from './locks.ts';
import { OfficeProcess } from './office-process.ts';
import { unreadable } from './unreadable.ts';

let office: OfficeProcess | undefined;

/** Starts LibreOffice, if none is running that can take a document. */
export function startOffice(): OfficeProcess {
  if (!office?.usable) office = new OfficeProcess();
  return office;
}

/** Waits until LibreOffice is done with what the last job left. */
export async function settleOffice(): Promise<void> {
  await office?.settled();
}

/**
 * Converts a document that LibreOffice reads to one that it writes.
 * @throws ConversionError
 */
export async function runOffice(job: EngineJob): Promise<EngineResult> {
  const format = await runTwice(job);
  return { path: join(job.folder, `result.${format}`), format };
}

/** Whatever ends LibreOffice the first time need not be the document; the second time it is. */
async function runTwice(job: EngineJob) {
  try {
    return await run(job);
  } catch (error) {
    if (!(error instanceof ToolEnded)) throw error;
  }
  try {
    return await run(job);
  } catch (error) {
    if (!(error instanceof ToolEnded)) throw error;
    throw isLocked(job.sourcePath) ? passwordProtected(error, job) : unreadable(error);
  }
}

async function run(job: EngineJob) {
  await settleOffice();
  return startOffice().run((session, home) => convertDocument(job, session, home));
}
