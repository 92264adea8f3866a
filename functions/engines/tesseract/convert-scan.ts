import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineJob, EngineResult } from '../engine.ts';
import { noWordsFound } from '../refusals.ts';
import { readScan, type Scan } from './read-scan.ts';
import { writeSearchable } from './write-searchable.ts';

/**
 * Recognises the text of scanned pages: as plain text, or behind the pages of a PDF file.
 * @throws ConversionError
 */
export async function convertScan(job: EngineJob): Promise<EngineResult> {
  const { targetFormat: format, folder } = job;
  if (format !== 'pdf' && format !== 'txt') throw new Error(`no writer for ${format}`);
  const path = join(folder, `scan.${format}`);
  const scan = await readScan(job);
  await (format === 'pdf' ? writeSearchable(scan, path) : writeText(scan, path));
  return { path, format };
}

/** Writes the lines as on the page, with empty lines between paragraphs and pages. */
async function writeText({ pages, texts }: Scan, path: string): Promise<void> {
  if (texts.size === 0) throw noWordsFound();
  const found = pages.flatMap(({ number }) => texts.get(number) ?? []);
  await writeFile(path, `${found.map((lines) => lines.join('\n')).join('\n\n')}\n`);
}
