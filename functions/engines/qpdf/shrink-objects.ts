import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineJob } from '../engine.ts';
import type { ShrinkableObjects } from './file-traits.ts';
import { type Dictionary, listPdf, type PdfObject, type PdfObjects } from './join/list-pdf.ts';
import { updateObjects } from './update-objects.ts';

/** The pictures of a file in its metadata (XMP part 1, 8.4), and space between elements, also that for changes. */
const [THUMBNAILS, END_OF_THUMBNAILS] = ['<xmp:Thumbnails>', '</xmp:Thumbnails>'];
const SPACE = />\s{2,}</g;

/**
 * Makes objects smaller, so that a file looks as before: drops the private data of the program that made it, and small
 * pictures of its pages; and leaves out of metadata what is not data.
 * @returns a copy, or the file itself where there is nothing of that
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function shrinkObjects(file: EngineJob, shrinkable: ShrinkableObjects): Promise<EngineJob> {
  const { sourcePath, folder } = file;
  const references = [...shrinkable.privateData];
  const metadata = [...shrinkable.metadata];
  const plain = references.length > 0 ? await listPdf(sourcePath, folder, references) : undefined;
  const withData =
    metadata.length > 0 ? await listPdf(sourcePath, folder, metadata, join(folder, 'metadata'), false) : undefined;
  const listed = (plain ?? withData)?.listing.qpdf;
  // A faulty file is left as it is: its repair has to be checked first.
  if (!listed || plain?.faulty || withData?.faulty) return file;
  const objects = {
    ...(plain && withoutPrivateData(listed[1])),
    ...(withData && (await withPlainMetadata(withData.listing.qpdf[1]))),
  };
  return Object.keys(objects).length === 0 ? file : updateObjects(file, listed, objects, 'shown');
}

function withoutPrivateData(objects: PdfObjects): Record<string, PdfObject> {
  const found = Object.entries(objects).flatMap(([key, object]) => {
    if (!('value' in object) || key === 'trailer') return [];
    const { '/PieceInfo': info, '/Thumb': thumb, ...value } = object.value as Dictionary;
    return info === undefined && thumb === undefined ? [] : [[key, { value }] as const];
  });
  return Object.fromEntries(found);
}

/** Metadata without what is not data. It stays uncompressed, as qpdf writes it, so that programs find it. */
async function withPlainMetadata(objects: PdfObjects): Promise<Record<string, PdfObject>> {
  const changed: Record<string, PdfObject> = {};
  for (const [key, object] of Object.entries(objects)) {
    if (!('stream' in object) || !object.stream.datafile) continue;
    const { dict, datafile } = object.stream;
    await writeFile(datafile, plainMetadata(await readFile(datafile, 'latin1')), 'latin1');
    changed[key] = { stream: { dict, datafile } };
  }
  return changed;
}

/** Metadata without pictures and space between elements. */
export function plainMetadata(xmp: string): string {
  const [before = '', ...parts] = xmp.split(THUMBNAILS);
  const afterThem = (part: string) => {
    const end = part.indexOf(END_OF_THUMBNAILS);
    return end < 0 ? `${THUMBNAILS}${part}` : part.slice(end + END_OF_THUMBNAILS.length);
  };
  return [before, ...parts.map(afterThem)].join('').replace(SPACE, '>\n<');
}
