import type { PdfFile } from '../poppler/pdf-job.ts';
import { type FontProgram, fontPrograms } from './font-programs.ts';
import {
  catalogOf,
  type Dictionary,
  dictionaryAt,
  isReference,
  listAt,
  listPdf,
  type PdfObject,
  type PdfObjects,
  type Value,
} from './join/list-pdf.ts';
import { updateObjects } from './update-objects.ts';

/** The keys of embedded fonts in font descriptors (PDF 2.0, 9.9.1), and those under which MuPDF does not find them. */
const HIDDEN: Readonly<Record<string, string>> = {
  '/FontFile': '/WholeFontFile',
  '/FontFile2': '/WholeFontFile2',
  '/FontFile3': '/WholeFontFile3',
};
const SHOWN = Object.fromEntries(Object.entries(HIDDEN).map(([shown, hidden]) => [hidden, shown]));

/** Fonts that are hidden: those of a form, into whose fields any letters may be typed, and those of WinAnsiEncoding. */
export interface HiddenFonts {
  readonly form: boolean;
  readonly winAnsi: boolean;
}

/**
 * Hides fonts from a program that cuts them.
 * @returns a copy, or the file itself where it has no such fonts
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function hideFonts<File extends PdfFile>(file: File, { form, winAnsi }: HiddenFonts): Promise<File> {
  const { listing } = await listPdf(file.sourcePath, file.folder);
  const [, objects] = listing.qpdf;
  const renamed = [
    ...(form ? formFonts(objects).flatMap((font) => renamedDescriptors(font, objects)) : []),
    ...(winAnsi ? fontPrograms(objects).flatMap(renamedWinAnsi) : []),
  ];
  if (renamed.length === 0) return file;
  return updateObjects(file, listing.qpdf, Object.fromEntries(renamed), 'hidden');
}

function formFonts(objects: PdfObjects): Value[] {
  const form = dictionaryAt(catalogOf(objects)['/AcroForm'], objects);
  return Object.values(dictionaryAt(dictionaryAt(form['/DR'], objects)['/Font'], objects));
}

function renamedWinAnsi({ kind, descriptors }: FontProgram): (readonly [string, PdfObject])[] {
  if (kind !== 'winAnsi') return [];
  return Object.entries(descriptors).map(([key, value]) => [key, { value: withKeys(value, HIDDEN) ?? value }]);
}

/** Gives fonts that were hidden back to their descriptors. @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX */
export async function showFonts<File extends PdfFile>(file: File): Promise<File> {
  const { listing } = await listPdf(file.sourcePath, file.folder);
  const renamed = Object.entries(listing.qpdf[1]).flatMap(([key, object]) => {
    const value = 'value' in object ? withKeys(object.value, SHOWN) : undefined;
    return value ? [[key, { value }] as const] : [];
  });
  return updateObjects(file, listing.qpdf, Object.fromEntries(renamed), 'shown-again');
}

/** The descriptors of a font, and of those that it is made of, without their embedded fonts. */
function renamedDescriptors(font: Value, objects: PdfObjects): (readonly [string, PdfObject])[] {
  const { '/FontDescriptor': own, '/DescendantFonts': descendants } = dictionaryAt(font, objects);
  const others = listAt(descendants, objects).map((one) => dictionaryAt(one, objects)['/FontDescriptor']);
  return [own, ...others].flatMap((descriptor) => {
    const value = withKeys(dictionaryAt(descriptor, objects), HIDDEN);
    if (!value) return [];
    if (!isReference(descriptor)) throw new Error('a descriptor is part of its font');
    return [[`obj:${descriptor}`, { value }] as const];
  });
}

/** A dictionary with other keys; undefined where it has none that change. */
function withKeys(value: Value, keys: Readonly<Record<string, string>>): Dictionary | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const entries = Object.entries(value);
  if (!entries.some(([key]) => Object.hasOwn(keys, key))) return undefined;
  return Object.fromEntries(entries.map(([key, entry]) => [Object.hasOwn(keys, key) ? keys[key] : key, entry]));
}
