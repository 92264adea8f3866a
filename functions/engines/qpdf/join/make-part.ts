import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ConversionError } from '../../../conversion/errors.ts';
import { cannotBeJoined } from '../../../conversion/parts.ts';
import type { EngineJob } from '../../engine.ts';
import { checkEndMarker } from '../../poppler/check-end-marker.ts';
import { checkRepaired, withRebuilt } from '../check-repaired.ts';
import { ON, runQpdf } from '../run-qpdf.ts';
import type { DetectedPart } from './detect-part.ts';
import { carryLayers } from './layers.ts';
import {
  catalogOf,
  type Dictionary,
  dictionaryAt,
  listPdf,
  type Outline,
  type PdfListing,
  type PdfObjects,
  writeUpdate,
} from './list-pdf.ts';
import { resolveNamedDestinations } from './resolve-named-destinations.ts';
import type { PartFile } from './unpack-parts.ts';

/** A PDF file that can be joined with others. */
export interface Part {
  readonly name: string;
  readonly path: string;
  readonly pages: number;
  readonly outlines: readonly Outline[];
  /** Whether its first page carries layers. */
  readonly layered: boolean;
}

/**
 * Prepares a file to be joined: resolves named destinations and lets a page carry its layers, or converts a picture to PDF.
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
  return withRebuilt({ ...job, sourcePath: path }, async (file) => {
    const { listing, faulty } = await listPdf(file.sourcePath, job.folder);
    const pages = listing.pages.length;
    if (faulty) await checkRepaired(file, pages);
    return { name, pages, outlines: listing.outlines, ...(await prepared(file.sourcePath, listing, job.folder)) };
  });
}

/** A copy of a file whose pages have what would be lost where they alone are copied: the file itself where nothing would. */
async function prepared(path: string, { qpdf, pages }: PdfListing, folder: string) {
  const [, objects] = qpdf;
  const links = resolveNamedDestinations(objects);
  const { object: first = '' } = pages[0] ?? {};
  const page = carryLayers(dictionaryAt(first, { ...objects, ...links }), objects);
  const changed = { ...links, ...(page && { [`obj:${first}`]: { value: page } }) };
  const drawn = needsAppearances(objects) ? { generateAppearances: ON } : {};
  if (Object.keys({ ...changed, ...drawn }).length === 0) return { path, layered: false };
  const copy = join(folder, 'prepared.pdf');
  const updateFromJson = await writeUpdate(join(folder, 'changes.json'), qpdf, changed);
  await runQpdf({ inputFile: path, outputFile: copy, updateFromJson, ...drawn }, folder);
  return { path: copy, layered: page !== undefined };
}

/**
 * Whether viewers have to draw the fields of a form. In a joined file they would draw those of all its forms anew, which look
 * different then, so qpdf draws them here, where it has their letters: those of Latin-1.
 */
function needsAppearances(objects: PdfObjects): boolean {
  if (dictionaryAt(catalogOf(objects)['/AcroForm'], objects)['/NeedAppearances'] !== true) return false;
  return Object.values(objects).every((object) => {
    const value = 'value' in object ? (object.value as Dictionary | null)?.['/V'] : undefined;
    return typeof value !== 'string' || !/[^\0-\xff]/.test(value);
  });
}

async function picturePart(
  { name, path: sourcePath, format: sourceFormat }: DetectedPart,
  job: EngineJob,
): Promise<Part> {
  const { pdfOfPicture } = await import('./pdf-of-picture.ts');
  const path = join(job.folder, 'picture.pdf');
  const pages = await pdfOfPicture({ ...job, sourcePath, sourceFormat, options: {} }, path);
  return { name, path, pages, outlines: [], layered: false };
}
