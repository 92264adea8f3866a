import { createHash } from 'node:crypto';
import { type Dictionary, dictionaryAt, type PdfObjects } from '../join/list-pdf.ts';
import type { FontProgram } from './font-programs.ts';

/** How the names of fonts begin of which letters are cut (PDF 2.0, 9.9.2). */
const TAGGED = /^\/[A-Z]{6}\+/;

/** The descriptors of a font that has become CFF. */
export function describedAsCff({ kind, reference, descriptors }: FontProgram, objects: PdfObjects): PdfObjects {
  if (kind !== 'type1') return {};
  return changed(descriptors, objects, ({ '/FontFile': _, ...value }) => ({ ...value, '/FontFile3': reference }));
}

/** The fonts of a program of which letters are cut, and their descriptors, with names that say so. */
export function describedAsCut(program: FontProgram, objects: PdfObjects, bytes: Buffer): PdfObjects {
  const { fonts, descriptors, areObjects, isWhole } = program;
  // Programs need not type in fonts that say so: those of forms do not.
  if (!areObjects || isWhole) return {};
  const letters = [...createHash('sha256').update(bytes).digest().subarray(0, 6)].map((byte) => 65 + (byte % 26));
  const tag = `/${String.fromCharCode(...letters)}+`;
  const renamed = (dictionary: Dictionary, key: string) => {
    const name = dictionary[key];
    const isPlain = typeof name === 'string' && name.startsWith('/') && !TAGGED.test(name);
    return isPlain ? { ...dictionary, [key]: `${tag}${name.slice(1)}` } : dictionary;
  };
  return {
    ...changed(fonts, objects, (font) => renamed(font, '/BaseFont')),
    // Lists of the letters need not be there, but have to be right (9.8.1).
    ...changed(descriptors, objects, ({ '/CIDSet': _, '/CharSet': __, ...value }) => renamed(value, '/FontName')),
  };
}

function changed(
  keys: Iterable<string>,
  objects: PdfObjects,
  change: (dictionary: Dictionary) => Dictionary,
): Record<string, { readonly value: Dictionary }> {
  const values = [...keys].map(
    (key) => [key, { value: change(dictionaryAt(key.slice('obj:'.length), objects)) }] as const,
  );
  return Object.fromEntries(values);
}
