import { join } from 'node:path';
import { editPackage, WORD_TEXTS } from '../../office/edit-package.ts';
import { unwrapText } from './unwrap-text.ts';

/**
 * Gives pandoc a document of Word in which its texts are as it reads them.
 * @returns where it lies: in a folder, or where it was if nothing had to be changed
 */
export async function placeDocument(path: string, folder: string): Promise<string> {
  const placed = join(folder, 'source.docx');
  return (await editPackage({ from: path, to: placed }, WORD_TEXTS, unwrapText)) ? placed : path;
}
