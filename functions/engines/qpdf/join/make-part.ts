import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ConversionError } from '../../../conversion/errors.ts';
import { cannotBeJoined } from '../../../conversion/parts.ts';
import type { EngineJob } from '../../engine.ts';
import { checkEndMarker } from '../../poppler/check-end-marker.ts';
import { checkRepaired } from '../check-repaired.ts';
import type { DetectedPart } from './detect-part.ts';
import { listPdf, type Outline } from './list-pdf.ts';
import { resolveNamedDestinations } from './resolve-named-destinations.ts';
import type { PartFile } from './unpack-parts.ts';

/** A PDF file that can be joined with others. */
export interface Part {
  readonly name: string;
  readonly path: string;
  readonly pages: number;
  readonly outlines: readonly Outline[];
}

/**
 * Prepares a file to be joined: resolves named destinations, or converts a picture to PDF.
 * @param job whose folder is this file's alone
 * @throws ConversionError with its number and name
 */
export async function makePart(file: DetectedPart, job: EngineJob): Promise<Part> {
  try {
    await mkdir(job.folder);
    return await (file.format === 'pdf' ? linkedPart(file, job) : picturePart(file, job));
  } catch (error) {
    throw error instanceof ConversionError ? cannotBeJoined(file, error) : error;
  }
}

async function linkedPart({ name, path }: PartFile, job: EngineJob): Promise<Part> {
  checkEndMarker(path);
  const { listing, faulty } = await listPdf(path, job.folder);
  const pages = listing.pages.length;
  if (faulty) await checkRepaired({ ...job, sourcePath: path }, pages);
  return { name, path: await resolveNamedDestinations(path, listing, job.folder), pages, outlines: listing.outlines };
}

async function picturePart(
  { name, path: sourcePath, format: sourceFormat }: DetectedPart,
  job: EngineJob,
): Promise<Part> {
  const { pdfOfPicture } = await import('./pdf-of-picture.ts');
  const path = join(job.folder, 'picture.pdf');
  const pages = await pdfOfPicture({ ...job, sourcePath, sourceFormat, options: {} }, path);
  return { name, path, pages, outlines: [] };
}
