import {
  catalogOf,
  type Dictionary,
  dictionaryAt,
  isReference,
  listAt,
  type PdfObjects,
  type Value,
} from './list-pdf.ts';

/** The private entry of a page that carries the layers of its file into the joined one: qpdf copies pages alone. */
const CARRIED = '/CarriedLayers';

/** A page of a joined file that carries layers, and the title of its part. */
export interface LayeredPage {
  readonly title: string;
  readonly page: Dictionary;
}

/** The page with the layers of its file (ISO 32000-1, 8.11) and those that are hidden; undefined for a file without layers. */
export function carryLayers(page: Dictionary, objects: PdfObjects): Dictionary | undefined {
  const { '/OCGs': groups, '/D': configuration } = dictionaryAt(catalogOf(objects)['/OCProperties'], objects);
  const { '/BaseState': base, '/ON': shown, '/OFF': hidden } = dictionaryAt(configuration, objects);
  const listed = listAt(groups, objects).filter(isReference);
  // A file without a list of its layers shows all of them; the joined file may have a list because of others.
  const all = new Set([...listed, ...Object.keys(objects).flatMap((key) => layerAt(key, objects))]);
  if (all.size === 0) return undefined;
  const named = new Set(listAt(base === '/OFF' ? shown : hidden, objects));
  const off = listed.filter((group) => named.has(group) !== (base === '/OFF'));
  return { ...page, [CARRIED]: { '/OCGs': [...all], '/OFF': off } };
}

function layerAt(key: string, objects: PdfObjects): string[] {
  const reference = key.replace(/^obj:/, '');
  return dictionaryAt(reference, objects)['/Type'] === '/OCG' ? [reference] : [];
}

/** The page as it was, without what it carries. */
export function withoutCarried({ [CARRIED]: _, ...page }: Dictionary): Dictionary {
  return page;
}

/** The layers of a joined file: without them, viewers would show those that are hidden. */
export function joinLayers(pages: readonly LayeredPage[]): Dictionary {
  const carried = pages.map(({ title, page }) => ({ title, layers: dictionaryAt(page[CARRIED], {}) }));
  const all = (name: string) => carried.flatMap(({ layers }) => listAt(layers[name], {}));
  const order = carried.map(({ title, layers }): Value => [`u:${title}`, ...listAt(layers['/OCGs'], {})]);
  return { '/OCGs': all('/OCGs'), '/D': { '/OFF': all('/OFF'), '/Order': order } };
}
