import type { EngineJob } from '../engine.ts';
import { type Dictionary, listPdf, type PdfObject } from './join/list-pdf.ts';
import { updateObjects } from './update-objects.ts';

/**
 * Drops from pages what no reader shows: the private data of the program that made them, and small pictures of them.
 * @param references of objects that have any
 * @returns a copy, or the file itself where there is none
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function dropPrivateData(file: EngineJob, references: readonly string[]): Promise<EngineJob> {
  if (references.length === 0) return file;
  const { listing, faulty } = await listPdf(file.sourcePath, file.folder, references);
  // A faulty file is left as it is: its repair has to be checked first.
  if (faulty) return file;
  const objects: Record<string, PdfObject> = {};
  for (const reference of references) {
    const key = `obj:${reference}`;
    const object = listing.qpdf[1][key];
    if (!object || !('value' in object)) continue;
    const { '/PieceInfo': _, '/Thumb': __, ...value } = object.value as Dictionary;
    objects[key] = { value };
  }
  return updateObjects(file, listing.qpdf, objects, 'shown');
}
