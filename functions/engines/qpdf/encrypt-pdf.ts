import { rename } from 'node:fs/promises';
import type { Options } from '../../conversion/options.ts';
import { planEncryption } from './plan-rewrite.ts';
import { runQpdf } from './run-qpdf.ts';

/**
 * Encrypts a PDF file that we have written, where the options ask for it.
 * @param folder of the file
 * @throws ConversionError INVALID_OPTION
 */
export async function encryptPdf(path: string, options: Options, folder: string): Promise<void> {
  const encrypt = planEncryption(options);
  if (!encrypt) return;
  const encrypted = `${path}.encrypted`;
  await runQpdf({ inputFile: path, outputFile: encrypted, encrypt }, folder);
  await rename(encrypted, path);
}
