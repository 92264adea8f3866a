import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { FormatName } from '../../../conversion/formats.ts';
import { editPackage } from '../edit-package.ts';

/** Packages whose links LibreOffice writes with whole paths; in PDF files it writes relative ones. */
const PACKAGES: readonly FormatName[] = ['docx', 'pptx', 'xlsx'];
/** Those in which it does so where they lead out of the folder, and links begin within the package (OpenDocument 1.3, part 2, 3.7). */
const OPEN_DOCUMENTS: readonly FormatName[] = ['odt', 'ods', 'odp', 'odg'];
const TEXTS: readonly FormatName[] = ['rtf', 'html'];
/** Parts that say where links lead, and those in which a field may say the name of the file. */
const PARTS = /\.rels$|^word\/(?:document|header\d{0,9}|footer\d{0,9})\.xml$|^(?:content|styles)\.xml$/;
/** A text that is larger stays as it is, in bytes. */
const LARGEST_TEXT = 64 * 1024 * 1024;

/**
 * Makes links to other files relative, as they are in the source: LibreOffice resolves them against the folder of its copy,
 * which leads nowhere and is nobody's business. Fields with the path of the file lose the folder.
 * @param path of the result
 * @param folder of the copy
 */
export async function keepLinksRelative(path: string, format: FormatName, folder: string): Promise<void> {
  const changed = `${path}.relative`;
  const isOpenDocument = OPEN_DOCUMENTS.includes(format);
  if (isOpenDocument || PACKAGES.includes(format)) {
    const edited = await editPackage({ from: path, to: changed, compress: true }, PARTS, (xml) =>
      withRelativePaths(xml, folder, isOpenDocument ? '../' : ''),
    );
    if (edited) await rename(changed, path);
  } else if (TEXTS.includes(format) && (await stat(path)).size <= LARGEST_TEXT) {
    const text = await readFile(path, 'latin1');
    const edited = withRelativePaths(text, folder, '');
    if (edited !== text) await writeFile(path, edited, 'latin1');
  }
}

/**
 * A text with paths relative to a folder, where they lead into it or into one that it is in, but for those of the system.
 * @param start the path of that folder, seen from the text
 */
function withRelativePaths(text: string, folder: string, start: string): string {
  // Of most results this is all that is to be looked for.
  const outermost = folder.split('/', 3).join('/');
  if (!text.includes(outermost)) return text;
  let [relative, up] = [text.replaceAll(`"file://${folder}/"`, `"${start || './'}"`), start];
  for (let at = folder; dirname(at) !== '/'; at = dirname(at)) {
    relative = relative.replaceAll(`file://${at}/`, up);
    up += '../';
  }
  return relative.replaceAll(`${folder}/`, '');
}
