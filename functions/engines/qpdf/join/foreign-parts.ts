import { createReadStream } from 'node:fs';
import { appendFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { cannotBeJoined, type ForeignPart, MOST_FOREIGN_PARTS } from '../../../conversion/parts.ts';
import type { EngineJob, EngineResult } from '../../engine.ts';
import { tooComplex, unsupported } from '../../refusals.ts';
import { splitFile } from '../../split-file.ts';
import type { DetectedPart } from './detect-part.ts';

/**
 * Concatenates the files that other engines have to convert.
 * @throws ConversionError where no other engine is asked, or where there are too many
 */
export async function collectForeign(foreign: readonly DetectedPart[], job: EngineJob): Promise<EngineResult> {
  const [first] = foreign;
  if (first && job.parts !== 'ask') {
    const message = `it is ${first.format}; PDF files and pictures are joined. Convert it to pdf first.`;
    throw cannotBeJoined(first, unsupported(message));
  }
  if (foreign.length > MOST_FOREIGN_PARTS)
    throw tooComplex(
      `${foreign.length} of the files are neither PDF files nor photos; at most ${MOST_FOREIGN_PARTS} are converted at once. Join them in several steps.`,
    );
  const path = join(job.folder, 'foreign');
  const parts: ForeignPart[] = [];
  for (const { place, name, format, path: file } of foreign) {
    parts.push({ place, name, format, bytes: (await stat(file)).size });
    await appendFile(path, createReadStream(file));
  }
  return { path, format: job.targetFormat, parts };
}

/**
 * Splits a source from the converted parts that are appended to it.
 * @returns the path of the source, and those of the parts by their numbers
 */
export async function splitConverted({ sourcePath, parts, folder }: EngineJob): Promise<[string, Map<number, string>]> {
  if (parts === undefined || parts === 'ask') return [sourcePath, new Map()];
  const source = { path: join(folder, 'source.zip'), bytes: parts.bytes };
  const converted = parts.converted.map(({ place, bytes }) => ({
    place,
    path: join(folder, `converted-${place}.pdf`),
    bytes,
  }));
  await splitFile(sourcePath, [source, ...converted]);
  return [source.path, new Map(converted.map(({ place, path }) => [place, path]))];
}
