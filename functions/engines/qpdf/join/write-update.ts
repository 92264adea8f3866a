import { writeFile } from 'node:fs/promises';
import type { PdfListing, PdfObjects } from './list-pdf.ts';

/** Writes the JSON file with which qpdf replaces objects of a listed file, and returns its path. */
export async function writeUpdate(path: string, [head]: PdfListing['qpdf'], objects: PdfObjects): Promise<string> {
  await writeFile(path, JSON.stringify({ qpdf: [{ ...head, jsonversion: 2 }, objects] }));
  return path;
}
