import { join } from 'node:path';
import { type OutlineEntry, outlineObjects } from '../outline-objects.ts';
import { joinLayers, withoutCarried } from './layers.ts';
import { dictionaryAt, listPdf, type Outline, rootOf, type Value, writeUpdate } from './list-pdf.ts';
import type { Part } from './make-part.ts';

/**
 * Writes the outlines of a joined file, an entry for each part above the part's own, and its layers. The page labels of
 * parts are left out: those of others among them would be blank.
 * @returns the path of a JSON file from which qpdf adds them
 */
export async function writeOutlines(path: string, parts: readonly Part[], folder: string): Promise<string> {
  // A file that qpdf begins empty has its catalog in object 1.
  const { listing } = await listPdf(path, folder, ['trailer', '1']);
  const [head, objects] = listing.qpdf;
  if (rootOf(objects) !== '1 0 R') throw new Error('the catalog is not object 1');
  const pages = listing.pages.map(({ object }) => object);
  let [next, first] = [head.maxobjectid + 1, 0];
  const newObject = () => `${next++} 0 R`;
  const root = newObject();
  const layered: LayeredEntry[] = [];
  const entries = parts.map((part): OutlineEntry => {
    const ofPart = pages.slice(first, first + part.pages);
    first += part.pages;
    const [title, reference = ''] = [part.name.replace(/(?<=.)\.[^.]*$/, ''), ofPart[0]];
    if (part.layered) layered.push({ title, reference });
    const own = { '/Title': `u:${title}`, '/Dest': [reference, '/Fit'] };
    const kids = part.outlines.map((outline) => entryOf(outline, ofPart, newObject));
    return { object: newObject(), entries: own, isOpen: false, kids };
  });
  const layers = await layerObjects(path, layered, folder);
  const catalog = { ...dictionaryAt('1 0 R', objects), ...layers.catalog, '/Outlines': root, '/PageLabels': null };
  const changed = { 'obj:1 0 R': { value: catalog }, ...layers.pages, ...outlineObjects(root, entries) };
  return writeUpdate(join(folder, 'outlines.json'), listing.qpdf, changed);
}

interface LayeredEntry {
  readonly title: string;
  readonly reference: string;
}

/** The layers that pages carry, as entries of the catalog, and those pages without them. */
async function layerObjects(path: string, entries: readonly LayeredEntry[], folder: string) {
  if (entries.length === 0) return {};
  const references = entries.map(({ reference }) => reference);
  const [, objects] = (await listPdf(path, folder, references)).listing.qpdf;
  const layered = entries.map((entry) => ({ ...entry, page: dictionaryAt(entry.reference, objects) }));
  const pages = layered.map(({ reference, page }) => [`obj:${reference}`, { value: withoutCarried(page) }] as const);
  return { catalog: { '/OCProperties': joinLayers(layered) }, pages: Object.fromEntries(pages) };
}

/** An entry of a part. @param pages of the part */
function entryOf(outline: Outline, pages: readonly string[], newObject: () => string): OutlineEntry {
  const { title, dest, destpageposfrom1: position } = outline;
  const rest = Array.isArray(dest) ? dest.slice(1) : [];
  // Only numbers and the name of a view, and no reference to an object.
  const known = rest.length > 0 && rest.every((value) => value === null || typeof value === 'number' || isName(value));
  const page = typeof position === 'number' ? pages[position - 1] : undefined;
  const target = page !== undefined && { '/Dest': [page, ...(known ? rest : ['/Fit'])] };
  const kids = outline.kids.map((kid) => entryOf(kid, pages, newObject));
  return { object: newObject(), entries: { '/Title': `u:${title}`, ...target }, isOpen: false, kids };
}

function isName(value: Value): boolean {
  return typeof value === 'string' && /^\/\w+$/.test(value);
}
