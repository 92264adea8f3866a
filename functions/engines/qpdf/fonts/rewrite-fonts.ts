import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateSync, inflateSync } from 'node:zlib';
import { ConversionError } from '../../../conversion/errors.ts';
import type { PdfFile } from '../../poppler/pdf-job.ts';
import { type Dictionary, listPdf, type PdfListing, type PdfObject, type PdfObjects } from '../join/list-pdf.ts';
import { updateObjects } from '../update-objects.ts';
import { type FontProgram, fontPrograms } from './font-programs.ts';
import type { FontFile } from './font-tools.ts';

type Rewrite = (file: FontFile) => Promise<boolean>;

/** How fonts are rewritten. */
export interface FontRewriting {
  /** The name of the copy, without extension. */
  readonly name: string;
  /** Rewrites a font: false where it stays as it is. Undefined where it is none of those that are rewritten. */
  readonly rewriteOf: (font: FontProgram) => Rewrite | undefined;
  /** The objects that change with a font, of which it gets the new bytes. */
  readonly othersOf: (font: FontProgram, objects: PdfObjects, bytes: Buffer) => PdfObjects;
}

/** The most fonts that are rewritten, and the largest of them, in bytes. */
const MOST_FONTS = 300;
const LARGEST_FONT = 16_000_000;
/** After this time no further font is rewritten, in milliseconds. */
const LONG = 20_000;

/**
 * Rewrites fonts of a file, where that makes them smaller.
 * @param listed its objects
 * @returns a copy, or the file itself where no font became smaller
 * @throws Error
 */
export async function rewriteFonts<File extends PdfFile>(
  file: File,
  listed: PdfListing['qpdf'],
  { name, rewriteOf, othersOf }: FontRewriting,
): Promise<File> {
  const planned = fontPrograms(listed[1]).flatMap((font) => {
    const rewrite = rewriteOf(font);
    return rewrite ? [{ font, rewrite }] : [];
  });
  const few = planned.slice(0, MOST_FONTS);
  if (few.length === 0) return file;
  const wanted = few.map(({ font }) => font.reference);
  const streams = await listPdf(file.sourcePath, file.folder, wanted, join(file.folder, name), false);
  const objects: Record<string, PdfObject> = {};
  const started = performance.now();
  for (const { font, rewrite } of few) {
    if (performance.now() - started > LONG) break;
    const key = `obj:${font.reference}`;
    const made = await rewriteStream(font, rewrite, streams.listing.qpdf[1][key], file.folder);
    if (made) Object.assign(objects, { [key]: { stream: made.stream } }, othersOf(font, listed[1], made.bytes));
  }
  return Object.keys(objects).length === 0 ? file : updateObjects(file, listed, objects, name);
}

/** Rewrites a font. @returns undefined where that fails, or makes it no smaller */
async function rewriteStream({ kind }: FontProgram, rewrite: Rewrite, object: PdfObject | undefined, folder: string) {
  if (!object || !('stream' in object) || !object.stream.datafile) return undefined;
  const { dict, datafile: path } = object.stream;
  const target = `${path}.smaller`;
  try {
    const { size } = await stat(path);
    if (size > LARGEST_FONT || dict['/Filter'] !== '/FlateDecode' || dict['/DecodeParms']) return undefined;
    await writeFile(path, inflateSync(await readFile(path), { maxOutputLength: LARGEST_FONT }));
    if (!(await rewrite({ path, target, folder }))) return undefined;
    const bytes = await readFile(target);
    const data = deflateSync(bytes, { level: 9 });
    if (data.length >= size) return undefined;
    await writeFile(target, data);
    const subtype = kind === 'type1' ? '/Type1C' : dict['/Subtype'];
    const entries: Dictionary = subtype ? { '/Subtype': subtype } : { '/Length1': bytes.length };
    return { stream: { dict: { ...entries, '/Filter': '/FlateDecode' }, datafile: target }, bytes };
  } catch (error) {
    if (error instanceof ConversionError && error.code === 'TOO_COMPLEX') throw error;
    // A font that the tool cannot read stays as it is.
    return undefined;
  }
}
