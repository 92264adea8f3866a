import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { arrangePages } from './arrange-pages.ts';
import { runQpdf } from './run-qpdf.ts';

type Value = string | number | boolean | null | readonly Value[] | { readonly [name: string]: Value };
type Dictionary = Readonly<Record<string, Value>>;
/** An object of a PDF file, as qpdf writes it in JSON. */
type PdfObject = { readonly value: Value } | { readonly stream: { readonly dict: Dictionary; readonly data?: string } };
type PdfObjects = Readonly<Record<string, PdfObject>>;
/** What comes first says how many objects there are. */
type PdfJson = { readonly qpdf: readonly [{ readonly maxobjectid: number }, PdfObjects] };

/**
 * Puts several pages of a PDF file that LibreOffice has written, without tags, on each page. Links and the list of
 * contents, which lead to pages, are left out.
 * @param folder where the file is, and where that is worked on
 */
export async function imposePages(path: string, count: number, folder: string): Promise<void> {
  const [listed, changes, imposed] = [`${path}.json`, `${path}.changes`, `${path}.imposed`];
  await runQpdf({ inputFile: path, outputFile: listed, jsonOutput: '2', jsonStreamData: 'none' }, folder);
  const file = JSON.parse(await readFile(listed, 'utf8')) as PdfJson;
  await writeFile(changes, JSON.stringify({ qpdf: [{ ...file.qpdf[0], jsonversion: 2 }, changesOf(file, count)] }));
  await runQpdf({ inputFile: path, outputFile: imposed, updateFromJson: changes }, folder);
  await rename(imposed, path);
  await Promise.all([listed, changes].map((each) => rm(each)));
}

function changesOf({ qpdf: [{ maxobjectid: most }, objects] }: PdfJson, count: number): PdfObjects {
  const at = (reference: Value | undefined) => dictionaryOf(objects[`obj:${reference}`]);
  const root = dictionaryOf(objects.trailer)['/Root'];
  const { '/Pages': tree, '/Outlines': _, '/OpenAction': __, '/Dests': ___, '/Names': ____, ...catalog } = at(root);
  const { '/Kids': pages, '/Resources': resources = {} } = at(tree);
  const groups = groupsOf(listOf(pages), count);
  const changes = groups.flatMap((group, index) => {
    const found = group.map((page): Page => ({ '/Resources': resources, ...at(page) }));
    const forms = found.map((page) => [page['/Contents'], formOf(page, at(page['/Contents']))] as const);
    const content = `${most + 1 + index} 0 R`;
    return [...forms, ...pageOf(found, count, { page: group[0], content, tree: tree ?? null })];
  });
  const kids = groups.map(([first = null]) => first);
  return Object.fromEntries(
    [
      ...changes,
      [root, { value: { ...catalog, '/Pages': tree ?? null } }] as const,
      [tree, { value: { '/Type': '/Pages', '/Kids': kids, '/Count': kids.length } }] as const,
    ].map(([reference, object]) => [`obj:${reference}`, object]),
  );
}

function groupsOf(pages: readonly Value[], count: number): Value[][] {
  const groups = Math.ceil(pages.length / count);
  return Array.from({ length: groups }, (_, index) => pages.slice(index * count, (index + 1) * count));
}

/** A page on which a group of pages is drawn, and its content: it takes the place of the first of them. */
function pageOf(
  group: readonly Page[],
  count: number,
  { page, content, tree }: { page: Value | undefined; content: string; tree: Value },
): [Value | undefined, PdfObject][] {
  const { width, height, data } = drawn(group, count);
  const forms = Object.fromEntries(group.map((each, index) => [`/P${index}`, each['/Contents'] ?? null]));
  const dictionary = {
    '/Type': '/Page',
    '/Parent': tree,
    '/MediaBox': [0, 0, width, height],
    '/Resources': { '/XObject': forms },
    '/Contents': content,
  };
  return [
    [content, { stream: { dict: {}, data: Buffer.from(data).toString('base64') } }],
    [page, { value: dictionary }],
  ];
}

type Page = Dictionary;

/** The content of a page as something that can be drawn anywhere. */
function formOf(page: Page, content: Dictionary): PdfObject {
  const { '/Length': _, ...dict } = content;
  const group: Dictionary = page['/Group'] === undefined ? {} : { '/Group': page['/Group'] };
  const box = { '/BBox': page['/MediaBox'] ?? null, '/Resources': page['/Resources'] ?? {} };
  return { stream: { dict: { ...dict, ...group, ...box, '/Type': '/XObject', '/Subtype': '/Form' } } };
}

/** How a group of pages is drawn, each with a thin frame. */
function drawn(group: readonly Page[], count: number): { width: number; height: number; data: string } {
  const [, , pageWidth = 1, pageHeight = 1] = listOf(group[0]?.['/MediaBox']).map(Number);
  const { width, height, scale, corners } = arrangePages(count, { width: pageWidth, height: pageHeight });
  const lines = group.map((_, index) => {
    const { left = 0, bottom = 0 } = corners[index] ?? {};
    const frame = `0.5 w 0.6 G 0 0 ${pageWidth} ${pageHeight} re S`;
    return `q ${numbers(scale, 0, 0, scale, left, bottom)} cm q /P${index} Do Q ${frame} Q`;
  });
  return { width, height, data: lines.join('\n') };
}

function numbers(...values: readonly number[]): string {
  return values.map((value) => value.toFixed(4)).join(' ');
}

function dictionaryOf(object: PdfObject | undefined): Dictionary {
  const found = object && ('value' in object ? object.value : object.stream.dict);
  if (typeof found === 'object' && found !== null && !Array.isArray(found)) return found as Dictionary;
  throw new Error('LibreOffice wrote a PDF file that is put together in another way');
}

function listOf(value: Value | undefined): readonly Value[] {
  if (Array.isArray(value)) return value;
  throw new Error('LibreOffice wrote a PDF file that is put together in another way');
}
