import { catalogOf, type Dictionary, dictionaryAt, type PdfObjects, type Value } from '../join/list-pdf.ts';

/**
 * The fonts of which other letters may be needed than those that pages show: those of a form, into whose fields any
 * letters may be typed, and those of what annotations show in their other states (PDF 2.0, 12.7.3 and 12.5.5).
 */
export function wholeFonts(objects: PdfObjects): Set<Dictionary> {
  const found = new Set<Dictionary>();
  const seen = new Set<Dictionary>();
  /** The entries of a dictionary, once: many may refer to it. */
  const entriesOf = (value: Value | undefined): Value[] => {
    const dictionary = dictionaryAt(value, objects);
    const entries = seen.has(dictionary) ? [] : Object.values(dictionary);
    seen.add(dictionary);
    return entries;
  };
  const add = (resources: Value | undefined) => {
    for (const font of entriesOf(dictionaryAt(resources, objects)['/Font'])) found.add(dictionaryAt(font, objects));
  };
  add(dictionaryAt(catalogOf(objects)['/AcroForm'], objects)['/DR']);
  const visit = (value: Value): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const state of entriesOf((value as Dictionary)['/AP']))
      for (const one of [state, ...entriesOf(state)]) add(dictionaryAt(one, objects)['/Resources']);
    for (const entry of Object.values(value)) visit(entry);
  };
  for (const object of Object.values(objects)) if ('value' in object) visit(object.value);
  return found;
}
