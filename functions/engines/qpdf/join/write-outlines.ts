import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dictionaryAt, listPdf, type Outline, type PdfObject, type Value } from './list-pdf.ts';
import type { Part } from './make-part.ts';

/** An entry of the outlines of the joined file, and its place among its pages, from 0. */
interface Entry {
  readonly title: string;
  readonly page: number | undefined;
  /** How the page is shown. */
  readonly view: readonly Value[];
  readonly kids: readonly Entry[];
}

/**
 * Writes down what gives a joined file an entry for each of its parts, above those that the part has itself.
 * @returns the path of what qpdf has to change in it
 */
export async function writeOutlines(path: string, parts: readonly Part[], folder: string): Promise<string> {
  // The root of what qpdf begins with nothing.
  const { listing } = await listPdf(path, folder, ['trailer', '1']);
  const [head, objects] = listing.qpdf;
  const trailer = objects.trailer && 'value' in objects.trailer ? objects.trailer.value : null;
  if (dictionaryAt(trailer, objects)['/Root'] !== '1 0 R') throw new Error('qpdf puts the root of a file elsewhere');
  let first = 0;
  const entries = parts.map((part): Entry => {
    const start = first;
    first += part.pages;
    const title = part.name.replace(/(?<=.)\.[^.]*$/, '');
    return { title, page: start, view: ['/Fit'], kids: part.outlines.map((outline) => entryOf(outline, start)) };
  });
  const outlines = new OutlineObjects(
    listing.pages.map(({ object }) => object),
    head.maxobjectid + 1,
  );
  const root = outlines.addRoot(entries);
  const catalog = { value: { ...dictionaryAt('1 0 R', objects), '/Outlines': root } };
  const changed = { 'obj:1 0 R': catalog, ...outlines.objects };
  const changes = join(folder, 'outlines.json');
  await writeFile(changes, JSON.stringify({ qpdf: [{ ...head, jsonversion: 2 }, changed] }));
  return changes;
}

function entryOf({ title, dest, destpageposfrom1: position, kids }: Outline, start: number): Entry {
  const rest = Array.isArray(dest) ? dest.slice(1) : [];
  // Numbers and the name of a view, and nothing that lies in the file.
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
        // Closed, as it is minus so many.
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
