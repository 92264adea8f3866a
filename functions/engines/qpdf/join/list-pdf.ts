import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tooComplex } from '../../refusals.ts';
import { runQpdf } from '../run-qpdf.ts';

export type Value = string | number | boolean | null | readonly Value[] | Dictionary;
export interface Dictionary {
  readonly [name: string]: Value;
}

/** An object of a PDF file, as qpdf writes it in JSON. */
export type PdfObject =
  | { readonly value: Value }
  | { readonly stream: { readonly dict: Dictionary; readonly data?: string; readonly datafile?: string } };
export type PdfObjects = Readonly<Record<string, PdfObject>>;

/** An entry of the outlines of a file. */
export interface Outline {
  readonly object: string;
  readonly title: string;
  /** Its destination: a page, and how it is shown. */
  readonly dest: Value;
  readonly destpageposfrom1: number | null;
  readonly kids: readonly Outline[];
}

/** The JSON listing of a PDF file by qpdf. */
export interface PdfListing {
  readonly qpdf: readonly [{ readonly maxobjectid: number }, PdfObjects];
  readonly pages: readonly { readonly object: string }[];
  readonly outlines: readonly Outline[];
}

/** The largest listing, which is held in memory, in bytes. */
const LARGEST_LIST = 150_000_000;

/**
 * Lists the pages, outlines and objects of a PDF file, without the data of its streams.
 * @param objects the listed objects, by number or reference, or `streams` for all with their data. @default all
 * @param streams the path prefix of files to which the data of streams is written
 * @param decode whether it is decoded where that is lossless
 * @throws ConversionError PASSWORD_PROTECTED, TOO_COMPLEX, UNREADABLE_FILE
 */
export async function listPdf(
  path: string,
  folder: string,
  objects?: readonly string[] | 'streams',
  streams?: string,
  decode = true,
): Promise<{ readonly listing: PdfListing; readonly faulty: boolean }> {
  const list = join(folder, 'list.json');
  const jsonKey = ['qpdf', 'pages', 'outlines'];
  const { faulty } = await runQpdf(
    {
      inputFile: path,
      outputFile: list,
      json: '2',
      jsonKey,
      ...(objects === 'streams' ? { jsonStreamData: 'inline', decodeLevel: 'none' } : { jsonStreamData: 'none' }),
      ...(Array.isArray(objects) && {
        jsonObject: objects.map((object) => object.replace(/^(\d+) (\d+) R$/, '$1,$2')),
      }),
      ...(streams && {
        jsonStreamData: 'file',
        jsonStreamPrefix: streams,
        decodeLevel: decode ? 'generalized' : 'none',
      }),
    },
    folder,
  );
  if ((await stat(list)).size > LARGEST_LIST) throw tooComplex('The file has too many objects. Split it first.');
  const listing = JSON.parse(await readFile(list, 'utf8')) as PdfListing;
  await rm(list);
  return { listing, faulty };
}

/** Writes the JSON file with which qpdf replaces objects of a listed file, and returns its path. */
export async function writeUpdate(path: string, [head]: PdfListing['qpdf'], objects: PdfObjects): Promise<string> {
  await writeFile(path, JSON.stringify({ qpdf: [{ ...head, jsonversion: 2 }, objects] }));
  return path;
}

/** The dictionary that a value is or refers to. */
export function dictionaryAt(value: Value | undefined, objects: PdfObjects): Dictionary {
  const found = resolve(value, objects);
  return typeof found === 'object' && found !== null && !Array.isArray(found) ? (found as Dictionary) : {};
}

/** The reference to the catalog of a file, where it has one. */
export function rootOf({ trailer }: PdfObjects): Value | undefined {
  return trailer && 'value' in trailer ? dictionaryAt(trailer.value, {})['/Root'] : undefined;
}

/** The catalog of a file. */
export function catalogOf(objects: PdfObjects): Dictionary {
  return dictionaryAt(rootOf(objects), objects);
}

/** The array that a value is or refers to. */
export function listAt(value: Value | undefined, objects: PdfObjects): readonly Value[] {
  const found = resolve(value, objects);
  return Array.isArray(found) ? found : [];
}

/** Whether a value refers to an object. */
export function isReference(value: Value | undefined): value is string {
  return typeof value === 'string' && /^\d+ \d+ R$/.test(value);
}

function resolve(value: Value | undefined, objects: PdfObjects): Value | undefined {
  if (!isReference(value)) return value;
  const object = objects[`obj:${value}`];
  return object && ('value' in object ? object.value : object.stream.dict);
}
