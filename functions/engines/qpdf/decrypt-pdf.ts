import { join } from 'node:path';
import type { EngineJob } from '../engine.ts';
import { checkEndMarker } from '../poppler/check-end-marker.ts';
import { unreadable } from '../poppler/unreadable.ts';
import { ON, runQpdf } from './run-qpdf.ts';

/**
 * Opens a PDF file that is locked, where the job has its password: what follows works on a copy that is not locked.
 * @throws ConversionError PASSWORD_PROTECTED, UNREADABLE_FILE, TOO_COMPLEX
 */
export async function decryptPdf(job: EngineJob): Promise<EngineJob> {
  const { password, ...options } = job.options;
  if (typeof password !== 'string' || password === '') return { ...job, options };
  checkEndMarker(job.sourcePath);
  const sourcePath = join(job.folder, 'unlocked.pdf');
  await writeDecrypted(job.sourcePath, sourcePath, password, job.folder);
  return { ...job, sourcePath, options };
}

/**
 * Writes a copy of a PDF file that is not locked, and otherwise the same. One that has to be repaired is refused: nobody
 * could tell what is lost.
 * @throws ConversionError PASSWORD_PROTECTED, UNREADABLE_FILE, TOO_COMPLEX
 */
export async function writeDecrypted(from: string, to: string, password: string, folder: string): Promise<void> {
  const same = { streamData: 'preserve', preserveUnreferenced: ON, deterministicId: ON };
  const { faulty } = await runQpdf({ inputFile: from, outputFile: to, password, decrypt: ON, ...same }, folder);
  if (faulty) throw unreadable('a locked file has faults');
}
