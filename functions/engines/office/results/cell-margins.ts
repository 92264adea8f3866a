import { join } from 'node:path';
import { editPackage } from '../edit-package.ts';

const SLIDES = /^ppt\/slides\/slide\d{1,6}\.xml$/;
const PROPERTIES = /<a:(bodyPr|tcPr)( [^<>]{0,999})?>/g;
const ABOVE = / tIns="(\d{1,9})"/;
const BELOW = / bIns="(\d{1,9})"/;

/**
 * Gives the cells of tables in a presentation the margins above and below their text that LibreOffice writes for the text alone,
 * where PowerPoint does not look for them.
 * @returns the path of the presentation, in the folder where it was changed
 */
export async function withCellMargins(path: string, folder: string): Promise<string> {
  const to = join(folder, 'margins.pptx');
  return (await editPackage({ from: path, to, compress: true }, SLIDES, addMargins)) ? to : path;
}

/** Adds the margins to the cells of a slide. */
export function addMargins(xml: string): string {
  if (!xml.includes('<a:tcPr')) return xml;
  let [above, below]: (string | undefined)[] = [];
  return xml.replace(PROPERTIES, (element, name, attributes = '') => {
    if (name === 'bodyPr') [above, below] = [ABOVE.exec(attributes)?.[1], BELOW.exec(attributes)?.[1]];
    const lacks = name === 'tcPr' && !attributes.includes(' marT=');
    return lacks && above && below ? `<a:tcPr marT="${above}" marB="${below}"${attributes}>` : element;
  });
}
