import { createReadStream, writeFileSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { FormatName } from '../../../conversion/formats.ts';
import type { EngineJob } from '../../engine.ts';
import { checkSheets } from '../../office/check-sheets.ts';
import { SOURCES } from '../../office/families.ts';
import { runOffice } from '../../office/run-office.ts';
import { tooComplex } from '../../refusals.ts';
import { OWN_PICTURES } from '../filters.ts';
import { LIMITS } from '../limits.ts';
import type { Tree } from '../tree.ts';
import { flattenPackage } from './flatten-package.ts';
import { readSheets } from './read-sheets.ts';
import { readSlides } from './read-slides.ts';

/** The formats that LibreOffice converts slides and sheets to, and their readers. */
const READERS = {
  slides: { format: 'fodp', open: openFlat, read: readSlides },
  sheet: { format: 'ods', open: flattenPackage, read: readSheets },
} as const;

/** Whether a format is one of slides or sheets. */
export function isOffice(format: FormatName): boolean {
  return readerOf(format) !== undefined;
}

/**
 * Reads slides or sheets as a document of pandoc.
 * @throws ConversionError
 */
export async function readOffice(job: EngineJob): Promise<Tree> {
  const reader = readerOf(job.sourceFormat);
  if (!reader) throw new Error(`no slides and no sheets: ${job.sourceFormat}`);
  checkSheets(job.sourcePath, job.sourceFormat, job.targetFormat);
  const { path } = await runOffice({ ...job, targetFormat: reader.format }, { wordsOnly: true });
  const xml = await reader.open(path);
  await mkdir(join(job.folder, OWN_PICTURES));
  let count = 0;
  return reader.read(xml, (base64) => {
    const address = `${OWN_PICTURES}/picture-${++count}.bin`;
    writeFileSync(join(job.folder, address), Buffer.from(base64, 'base64'));
    return address;
  });
}

/** The content of flat OpenDocument: the masters before it repeat their pictures for each layout. */
async function openFlat(path: string): Promise<string> {
  const body = await findInFile(path, '<office:body');
  if ((await stat(path)).size - body > LIMITS.tree) throw tooComplex('The document is too long. Divide it first.');
  return text(createReadStream(path, { start: body }));
}

/** Where a mark begins in a file; 0 where it is not there. */
async function findInFile(path: string, mark: string): Promise<number> {
  let [read, rest] = [0, Buffer.alloc(0)];
  for await (const chunk of createReadStream(path)) {
    const window = Buffer.concat([rest, chunk as Buffer]);
    const at = window.indexOf(mark);
    if (at >= 0) return read - rest.length + at;
    read += (chunk as Buffer).length;
    rest = window.subarray(-mark.length);
  }
  return 0;
}

function readerOf(format: FormatName) {
  const families: Partial<Record<FormatName, string>> = SOURCES;
  const family = families[format];
  return family === 'slides' || family === 'sheet' ? READERS[family] : undefined;
}
