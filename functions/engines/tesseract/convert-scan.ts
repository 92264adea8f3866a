import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FormatName } from '../../conversion/formats.ts';
import type { EngineJob, EngineResult } from '../engine.ts';
import type { ScanTarget } from './conversions.ts';
import { noTextFound, readScan, type Scan } from './read-scan.ts';
import { writeDocx } from './write-docx.ts';
import { writeHtml } from './write-html.ts';
import { markdownOf } from './write-markdown.ts';
import { writeSearchable } from './write-searchable.ts';

/** The writer of each target. */
const WRITERS = {
  txt: writeText(({ pages, texts }) => joinPages(pages.map(({ number }) => plainText(texts.get(number) ?? [])))),
  md: writeText(({ pages, texts }) => joinPages(pages.map(({ number }) => markdownOf(texts.get(number) ?? [])))),
  html: writeHtml,
  docx: writeDocx,
  pdf: writeSearchable,
} as const satisfies Record<ScanTarget, (scan: Scan, path: string) => Promise<void>>;

/**
 * Converts scanned pages by recognising their text.
 * @throws ConversionError
 */
export async function convertScan(job: EngineJob): Promise<EngineResult> {
  const { targetFormat, folder } = job;
  if (!isWritten(targetFormat)) throw new Error(`no writer for ${targetFormat}`);
  const path = join(folder, `scan.${targetFormat}`);
  await WRITERS[targetFormat](await readScan(job), path);
  return { path, format: targetFormat };
}

function isWritten(format: FormatName): format is ScanTarget {
  return Object.hasOwn(WRITERS, format);
}

/** Makes a writer of text, which fails where there is none. */
function writeText(textOf: (scan: Scan) => string) {
  return async (scan: Scan, path: string): Promise<void> => {
    if (scan.texts.size === 0) throw noTextFound();
    await writeFile(path, textOf(scan));
  };
}

/** The lines as on the page, with empty lines between paragraphs. */
function plainText(paragraphs: readonly (readonly string[])[]): string {
  return paragraphs.map((lines) => lines.join('\n')).join('\n\n');
}

function joinPages(pages: readonly string[]): string {
  return `${pages.filter((page) => page !== '').join('\n\n')}\n`;
}
