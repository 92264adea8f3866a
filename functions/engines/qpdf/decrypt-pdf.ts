import { join } from 'node:path';
import type { EngineJob } from '../engine.ts';
import { checkEndMarker } from '../poppler/check-end-marker.ts';
import { unreadable } from '../poppler/unreadable.ts';
import { AS_IT_IS, ON, runQpdf } from './run-qpdf.ts';

/**
 * Decrypts a PDF file to a copy, where the job has its password.
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
 * Writes a decrypted copy of a PDF file. A faulty one is refused, as the losses of a repair could not be checked.
 * @throws ConversionError PASSWORD_PROTECTED, UNREADABLE_FILE, TOO_COMPLEX
 */
export async function writeDecrypted(from: string, to: string, password: string, folder: string): Promise<void> {
  const { faulty } = await runQpdf({ inputFile: from, outputFile: to, password, decrypt: ON, ...AS_IT_IS }, folder);
  if (faulty) throw unreadable('an encrypted file has faults');
}
