import type { EngineJob } from '../engine.ts';
import { unreadable } from '../poppler/unreadable.ts';
import {
  type Dictionary,
  dictionaryAt,
  isReference,
  listPdf,
  type Outline,
  type PdfListing,
  rootOf,
} from './join/list-pdf.ts';

/** What the catalog of a file says, and its outlines with their objects. */
export interface Catalog {
  readonly reference: string;
  readonly entries: Dictionary;
  readonly outlines: readonly Outline[];
  readonly listed: PdfListing['qpdf'];
}

/** Reads the catalog and the outlines of a file. @throws ConversionError */
export async function readCatalog({ sourcePath, folder }: EngineJob): Promise<Catalog> {
  const { listing } = await listPdf(sourcePath, folder, ['trailer']);
  const { outlines, qpdf } = listing;
  const reference = rootOf(qpdf[1]);
  if (!isReference(reference)) throw unreadable('no catalog');
  const objects = [reference, ...referencesOf(outlines)];
  const listed = (await listPdf(sourcePath, folder, objects)).listing.qpdf;
  return { reference, entries: dictionaryAt(reference, listed[1]), outlines, listed };
}

function referencesOf(outlines: readonly Outline[]): string[] {
  return outlines.flatMap(({ object, kids }) => [object, ...referencesOf(kids)]);
}
