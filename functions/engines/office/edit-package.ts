import { type OpenZip, openZip } from '../../detection/document-zip.ts';
import { inspect } from '../read/inspect.ts';
import { type ZippedFile, zipFiles } from '../zip-files.ts';

/** The parts of a Word document with its text, footnotes and endnotes. */
export const WORD_TEXTS = /^word\/(?:document\d{0,3}|footnotes|endnotes)\.xml$/;

/** Uncompressed bytes of all parts that are read or written; a larger package is left as it is. */
const LARGEST = 200 * 1024 * 1024;

/** Whether a name is a relative path without `..`, as every program takes it. */
const isProper = (name: string) => !/^[/\\]|^[a-z]:|\\|\/$/i.test(name) && !name.split('/').includes('..');

/** Whether a package has a part with such a name. */
export function hasPart(path: string, name: RegExp): boolean {
  return inspect(path, (read, size) => openZip(read, size).names.some((each) => name.test(each)));
}

/** A package, and the place of its changed copy. */
interface Copied {
  readonly from: string;
  readonly to: string;
  /** Parts that are added, or take the place of others. */
  readonly made?: Readonly<Record<string, string>>;
  /** @default false */
  readonly compress?: boolean;
}

/**
 * Copies a package with changes in some of its parts.
 * @param parts which parts; they are edited in the order of their names
 * @param edit changes a part, given as a Latin-1 string: its tags are ASCII
 * @returns whether there was anything to change; nothing is written otherwise
 */
export async function editPackage(
  { from, to, made = {}, compress = false }: Copied,
  parts: RegExp,
  edit: (content: string, name: string) => string,
): Promise<boolean> {
  const changed = new Map(Object.entries(made).map(([name, text]) => [name, Buffer.from(text)]));
  const files = inspect(from, (read, size) => {
    const zip = openZip(read, size);
    return editParts(zip, parts, edit, changed) && changed.size > 0 ? allFiles(zip, changed, compress) : undefined;
  });
  if (!files) return false;
  await zipFiles(files, to);
  return true;
}

/** Adds the parts that an edit changes to the changed ones. @returns whether they can be read */
function editParts(
  zip: OpenZip,
  parts: RegExp,
  edit: (content: string, name: string) => string,
  changed: Map<string, Buffer>,
): boolean {
  let left = LARGEST;
  for (const name of [...new Set(zip.names)].filter((each) => isProper(each) && parts.test(each)).sort()) {
    const data = zip.data(name, left);
    if (!data) return false;
    left -= data.length;
    const text = data.toString('latin1');
    const edited = edit(text, name);
    if (edited !== text) changed.set(name, Buffer.from(edited, 'latin1'));
  }
  return true;
}

function allFiles(zip: OpenZip, changed: ReadonlyMap<string, Buffer>, compress: boolean): ZippedFile[] | undefined {
  const files: ZippedFile[] = [];
  let left = LARGEST;
  for (const name of new Set([...zip.names.filter(isProper), ...changed.keys()])) {
    const content = changed.get(name) ?? zip.data(name, left);
    left -= content?.length ?? 0;
    if (!content || left < 0) return undefined;
    // Of OpenDocument and EPUB it has to be stored, so that a file is known by its first bytes.
    files.push({ name, content, compress: compress && name !== 'mimetype' });
  }
  return files;
}
