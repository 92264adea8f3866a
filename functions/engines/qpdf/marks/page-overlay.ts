import type { PageBoxes } from '../../poppler/page-box.ts';
import { unreadable } from '../../poppler/unreadable.ts';
import {
  type Dictionary,
  dictionaryAt,
  listAt,
  type PdfListing,
  type PdfObject,
  type Value,
} from '../join/list-pdf.ts';

type NewObjects = Record<string, PdfObject>;

/**
 * Overlays pages of a file with those of another, as objects that are added to it. The content of pages stays as it is:
 * qpdf's own overlay would wrap it in a form, to which tags no longer refer.
 */
export class PageOverlay {
  /** The new objects by their keys. */
  readonly objects: NewObjects = {};
  readonly #file: PdfListing;
  readonly #forms: readonly string[];
  readonly #streams = new Map<string, string>();
  #next: number;

  /** @param marks with the data of its streams */
  constructor(file: PdfListing, marks: PdfListing) {
    this.#file = file;
    const [{ maxobjectid: first }] = file.qpdf;
    const [head, objects] = marks.qpdf;
    this.#next = first + head.maxobjectid + 1;
    for (const [key, object] of Object.entries(objects))
      if (key !== 'trailer')
        this.objects[`obj:${renumbered(key.slice('obj:'.length), first)}`] = renumberedObject(object, first);
    this.#forms = marks.pages.map(({ object }) => this.#makeForm(renumbered(object, first) as string));
  }

  /**
   * The dictionary of a page with a page of the other file on it. The file was written by qpdf, whose pages inherit nothing.
   * @throws ConversionError UNREADABLE_FILE
   */
  overlay(reference: string, { trim, turns }: PageBoxes, index: number): Dictionary {
    const objects = this.#file.qpdf[1];
    const page = dictionaryAt(reference, objects);
    if (page['/Type'] !== '/Page') throw unreadable('a page without its type');
    const resources = dictionaryAt(page['/Resources'], objects);
    const drawings = dictionaryAt(resources['/XObject'], objects);
    const name = freeName(drawings);
    const contents = page['/Contents'];
    const list = listAt(contents, objects);
    const before = list.length > 0 || typeof contents !== 'string' ? list : [contents];
    const drawn = `Q q ${placed(trim, turns).join(' ')} cm ${name} Do Q\n`;
    return {
      ...page,
      '/Contents': [this.#stream('q\n'), ...before, this.#stream(drawn)],
      '/Resources': { ...resources, '/XObject': { ...drawings, [name]: this.#forms[index] ?? null } },
    };
  }

  /** Turns a page into a form XObject. */
  #makeForm(reference: string): string {
    const page = dictionaryAt(reference, this.objects);
    const contents = `${page['/Contents']}`;
    const object = this.objects[`obj:${contents}`];
    if (!object || !('stream' in object)) throw new Error('a page of marks without content');
    const { '/Resources': resources = {}, '/MediaBox': box = [], '/Group': group } = page;
    const form = { '/Type': '/XObject', '/Subtype': '/Form', '/BBox': box, '/Resources': resources };
    const dict = { ...object.stream.dict, ...form, ...(group !== undefined && { '/Group': group }) };
    this.objects[`obj:${contents}`] = { stream: { ...object.stream, dict } };
    return contents;
  }

  #stream(content: string): string {
    const known = this.#streams.get(content);
    if (known) return known;
    const reference = `${this.#next++} 0 R`;
    this.#streams.set(content, reference);
    this.objects[`obj:${reference}`] = { stream: { dict: {}, data: Buffer.from(content).toString('base64') } };
    return reference;
  }
}

/** The matrix that puts an upright overlay on a rotated page. */
function placed([left, bottom, right, top]: PageBoxes['trim'], turns: number): readonly number[] {
  const upright = [1, 0, 0, 1, left, bottom];
  return (
    [upright, [0, 1, -1, 0, right, bottom], [-1, 0, 0, -1, right, top], [0, -1, 1, 0, left, top]][turns % 4] ?? upright
  );
}

function freeName(names: Dictionary): string {
  let number = 0;
  while (Object.hasOwn(names, `/Mark${number}`)) number += 1;
  return `/Mark${number}`;
}

function renumberedObject(object: PdfObject, by: number): PdfObject {
  if ('value' in object) return { value: renumbered(object.value, by) };
  return { stream: { ...object.stream, dict: renumbered(object.stream.dict, by) as Dictionary } };
}

/** Renumbers the objects that a value refers to. */
function renumbered(value: Value, by: number): Value {
  if (typeof value === 'string') return value.replace(/^(\d+)(?= \d+ R$)/, (number) => `${Number(number) + by}`);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => renumbered(each, by));
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, renumbered(each, by)]));
}
