import { dirname } from 'node:path';

/**
 * A text with paths relative to a folder, where they lead into it or into one that it is in, but for those of the system, as
 * they are in the source: LibreOffice resolves them against the folder of its copy, which leads nowhere and is nobody's
 * business. Fields with the path of the file lose the folder.
 * @param start the path of that folder, seen from the text
 */
export function withRelativePaths(text: string, folder: string, start: string): string {
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
