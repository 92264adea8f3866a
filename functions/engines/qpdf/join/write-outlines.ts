import { join } from 'node:path';
import { joinLayers, withoutCarried } from './layers.ts';
import { dictionaryAt, listPdf, type Outline, type PdfObject, type Value } from './list-pdf.ts';
import type { Part } from './make-part.ts';
import { writeUpdate } from './write-update.ts';

/** An entry of the joined file's outlines, with the index of its page. */
interface Entry {
  readonly title: string;
  readonly page: number | undefined;
  /** How the page is shown. */
  readonly view: readonly Value[];
  readonly kids: readonly Entry[];
}

/**
 * Writes the outlines of a joined file, an entry for each part above the part's own, and its layers. The page labels of
 * parts are left out: those of others among them would be blank.
 * @returns the path of a JSON file from which qpdf adds them
 */
export async function writeOutlines(path: string, parts: readonly Part[], folder: string): Promise<string> {
  // A file that qpdf begins empty has its catalog in object 1.
  const { listing } = await listPdf(path, folder, ['trailer', '1']);
  const [head, objects] = listing.qpdf;
  const trailer = objects.trailer && 'value' in objects.trailer ? objects.trailer.value : null;
  if (dictionaryAt(trailer, objects)['/Root'] !== '1 0 R') throw new Error('the catalog is not object 1');
  const pages = listing.pages.map(({ object }) => object);
  let first = 0;
  const entries = parts.map((part): Entry => {
    const start = first;
    first += part.pages;
    const title = part.name.replace(/(?<=.)\.[^.]*$/, '');
    return { title, page: start, view: ['/Fit'], kids: part.outlines.map((outline) => entryOf(outline, start)) };
  });
  const outlines = new OutlineObjects(pages, head.maxobjectid + 1);
  const root = outlines.addRoot(entries);
  const layered = entries.flatMap(({ title, page = 0 }, index) =>
    parts[index]?.layered ? [{ title, reference: pages[page] ?? '' }] : [],
  );
  const layers = await layerObjects(path, layered, folder);
  const catalog = { ...dictionaryAt('1 0 R', objects), ...layers.catalog, '/Outlines': root, '/PageLabels': null };
  const changed = { 'obj:1 0 R': { value: catalog }, ...layers.pages, ...outlines.objects };
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

function entryOf({ title, dest, destpageposfrom1: position, kids }: Outline, start: number): Entry {
  const rest = Array.isArray(dest) ? dest.slice(1) : [];
  // Only numbers and the name of a view, and no reference to an object.
  const known = rest.length > 0 && rest.every((value) => value === null || typeof value === 'number' || isName(value));
  const page = typeof position === 'number' ? start + position - 1 : undefined;
  return { title, page, view: known ? rest : ['/Fit'], kids: kids.map((kid) => entryOf(kid, start)) };
}

function isName(value: Value): boolean {
  return typeof value === 'string' && /^\/\w+$/.test(value);
}

/** The objects of outlines (ISO 32000-1, 12.3.3), by their keys. */
class OutlineObjects {
  readonly objects: Record<string, PdfObject> = {};
  readonly #pages: readonly string[];
  #next: number;

  constructor(pages: readonly string[], first: number) {
    this.#pages = pages;
    this.#next = first;
  }

  addRoot(entries: readonly Entry[]): string {
    const root = this.#reference();
    this.#put(root, { '/Type': '/Outlines', ...this.#addKids(entries, root), '/Count': entries.length });
    return root;
  }

  #addKids(entries: readonly Entry[], parent: string) {
    const references = entries.map(() => this.#reference());
    for (const [index, { title, page, view, kids }] of entries.entries()) {
      const [reference = '', previous, next] = [references[index], references[index - 1], references[index + 1]];
      const target = page === undefined ? undefined : this.#pages[page];
      this.#put(reference, {
        '/Title': `u:${title}`,
        '/Parent': parent,
        ...(previous && { '/Prev': previous }),
        ...(next && { '/Next': next }),
        ...(target && { '/Dest': [target, ...view] }),
        // A negative count means that the entry is closed.
        ...(kids.length > 0 && { ...this.#addKids(kids, reference), '/Count': -kids.length }),
      });
    }
    const [first = '', last = first] = [references[0], references.at(-1)];
    return { '/First': first, '/Last': last };
  }

  #reference(): string {
    return `${this.#next++} 0 R`;
  }

  #put(reference: string, value: Value): void {
    this.objects[`obj:${reference}`] = { value };
  }
}
