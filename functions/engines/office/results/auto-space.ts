import { join } from 'node:path';
import { editPackage } from '../edit-package.ts';

const PARTS = /^word\/(?:document|footnotes|styles|(?:header|footer)\d{1,4})\.xml$/;
const LETTERS = '<w:autoSpaceDE w:val="false"/>';
const DIGITS = '<w:autoSpaceDN w:val="false"/>';

/**
 * Says of the paragraphs of a Word document that have no gaps between East Asian letters and Latin ones that they have none
 * beside digits either: LibreOffice means both, and writes one.
 * @returns the path of the document, in the folder where it was changed
 */
export async function withAutoSpace(path: string, folder: string): Promise<string> {
  const to = join(folder, 'spaces.docx');
  const add = (xml: string) => xml.replaceAll(LETTERS, LETTERS + DIGITS);
  return (await editPackage({ from: path, to, compress: true }, PARTS, add)) ? to : path;
}
