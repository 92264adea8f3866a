const PROPERTIES = /<a:(bodyPr|tcPr)( [^<>]{0,999})?>/g;
const ABOVE = / tIns="(\d{1,9})"/;
const BELOW = / bIns="(\d{1,9})"/;

/**
 * Gives the cells of tables on a slide the margins above and below their text that LibreOffice writes for the text alone,
 * where PowerPoint does not look for them.
 */
export function addMargins(xml: string): string {
  if (!xml.includes('<a:tcPr')) return xml;
  let [above, below]: (string | undefined)[] = [];
  return xml.replace(PROPERTIES, (element, name, attributes = '') => {
    if (name === 'bodyPr') [above, below] = [ABOVE.exec(attributes)?.[1], BELOW.exec(attributes)?.[1]];
    const lacks = name === 'tcPr' && !attributes.includes(' marT=');
    return lacks && above && below ? `<a:tcPr marT="${above}" marB="${below}"${attributes}>` : element;
  });
}
