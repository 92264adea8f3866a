import { type OpenZip, openZip } from '../../detection/document-zip.ts';
import { inspect } from '../read/inspect.ts';
import { type ZippedFile, zipFiles } from '../zip-files.ts';

/** The parts of a Word document with its text, footnotes and endnotes. */
export const WORD_TEXTS = /^word\/(?:document\d{0,3}|footnotes|endnotes)\.xml$/;

/** Uncompressed bytes of all parts that are read or written; a larger package is left as it is. */
const LARGEST = 200 * 1024 * 1024;

/** Whether a name is a relative path without `..`, as every program takes it. */
export const isProper = (name: string) => !/^[/\\]|^[a-z]:|\\|\/$/i.test(name) && !name.split('/').includes('..');

/** Whether a package has a part with such a name. */
export function hasPart(path: string, name: RegExp): boolean {
  return inspect(path, (read, size) => openZip(read, size).names.some((each) => name.test(each)));
}

/**
 * Copies a package with changes in some of its parts.
 * @param parts which parts; they are edited in the order of their names
 * @param edit changes a part, given as a Latin-1 string: its tags are ASCII
 * @returns whether there was anything to change; nothing is written otherwise
 */
export async function editPackage(
  { from, to, compress = false }: { readonly from: string; readonly to: string; readonly compress?: boolean },
  parts: RegExp,
  edit: (content: string, name: string) => string,
): Promise<boolean> {
  const found = inspect(from, (read, size) => changedFiles(openZip(read, size), parts, edit));
  const files = found?.map((file) => ({ ...file, compress }));
  if (files) await zipFiles(files, to);
  return files !== undefined;
}

function changedFiles(
  zip: OpenZip,
  parts: RegExp,
  edit: (content: string, name: string) => string,
): ZippedFile[] | undefined {
  const names = [...new Set(zip.names)].filter(isProper);
  const changed = new Map<string, Buffer>();
  let left = LARGEST;
  for (const name of names.filter((each) => parts.test(each)).sort()) {
    const data = zip.data(name, left);
    if (!data) return undefined;
    left -= data.length;
    const text = data.toString('latin1');
    const edited = edit(text, name);
    if (edited !== text) changed.set(name, Buffer.from(edited, 'latin1'));
  }
  return changed.size === 0 ? undefined : allFiles(zip, names, changed);
}

function allFiles(zip: OpenZip, names: readonly string[], changed: ReadonlyMap<string, Buffer>) {
  const files: ZippedFile[] = [];
  let left = LARGEST;
  for (const name of names) {
    const content = changed.get(name) ?? zip.data(name, left);
    left -= content?.length ?? 0;
    if (!content || left < 0) return undefined;
    files.push({ name, content, compress: false });
  }
  return files;
}
