import type { EngineJob, EngineResult } from '../engine.ts';
import { finishPicture } from './finish-picture.ts';
import { prepareSource } from './prepare-source.ts';
import { runOffice } from './run-office.ts';

/**
 * Converts a document.
 * @throws ConversionError
 */
export async function convertOffice(job: EngineJob): Promise<EngineResult> {
  const prepared = await prepareSource(job);
  if (prepared.sourceFormat === job.targetFormat) return { path: prepared.sourcePath, format: job.targetFormat };
  const result = await runOffice(prepared);
  if (result.format === job.targetFormat || result.format === 'zip') return result;
  return finishPicture({ ...job, sourcePath: result.path, sourceFormat: result.format });
}
