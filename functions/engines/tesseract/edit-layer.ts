import { join } from 'node:path';
import { type Dictionary, dictionaryAt, listPdf, type PdfObjects } from '../qpdf/join/list-pdf.ts';
import { writeUpdate } from '../qpdf/join/write-update.ts';
import { runQpdf } from '../qpdf/run-qpdf.ts';

/** The page of a text layer, and references to it and to an object that the file does not have. */
export interface LayerPage {
  readonly page: Dictionary;
  readonly reference: string;
  readonly unused: string;
}

/**
 * Replaces objects of a text layer.
 * @param name of the edit, which the path of the new layer ends with
 * @returns the path of the new layer
 */
export async function editLayer(
  layer: string,
  { folder, name }: { readonly folder: string; readonly name: string },
  edit: (page: LayerPage) => PdfObjects,
): Promise<string> {
  const { listing } = await listPdf(layer, folder);
  const [{ maxobjectid: last }, objects] = listing.qpdf;
  const reference = listing.pages[0]?.object ?? '';
  const edited = edit({ page: dictionaryAt(reference, objects), reference, unused: `${last + 1} 0 R` });
  const updateFromJson = await writeUpdate(join(folder, `${name}.json`), listing.qpdf, edited);
  const path = `${layer}.${name}.pdf`;
  await runQpdf({ inputFile: layer, outputFile: path, updateFromJson }, folder);
  return path;
}

/** A stream of drawing operators, for an edit. */
export function drawing(operators: string): PdfObjects[string] {
  return { stream: { dict: {}, data: Buffer.from(operators).toString('base64') } };
}
