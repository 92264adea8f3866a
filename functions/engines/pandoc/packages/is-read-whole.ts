import { openZip } from '../../../detection/document-zip.ts';
import { attribute, tokensOf } from '../../markup.ts';
import { inspect } from '../../read/inspect.ts';

/** Bytes of the content that is looked through. */
const LARGEST = 64 * 1024 * 1024;

/** Pictures whose formats a text or book can show; previews of charts and formulas have no extension. */
const SHOWN = /\.(?:png|jpe?g|gif|svg|webp)$|^(?:\.\/)?ObjectReplacements\/|^[a-z]+:/i;

/** Headings that are entries of a list, and numbers of headings: pandoc makes lists of the ones, and drops the others. */
const LISTED = /<text:list-item\b[^<>]*>\s{0,99}<text:h\b/;
const NUMBERED = /<text:outline-level-style\b[^<>]*\bstyle:num-format="[^"]/;

/** Whether pandoc reads all of an OpenDocument text. */
export function isReadWhole(path: string): boolean {
  const [content = '', styles = ''] = inspect(path, (read, size) => {
    const zip = openZip(read, size);
    return ['content.xml', 'styles.xml'].map((part) => zip.data(part, LARGEST)?.toString('latin1'));
  });
  return !(content.includes('<text:h') && NUMBERED.test(styles)) && isWhole(content);
}

/** Pandoc leaves out tables within tables, and takes the first of several formats of a picture, which may be PDF. */
export function isWhole(content: string): boolean {
  if (LISTED.test(content)) return false;
  let tables = 0;
  for (const { kind, name, empty, start, end } of tokensOf(content)) {
    if (name === 'table' && !empty) tables += kind === 'open' ? 1 : -1;
    if (tables > 1) return false;
    const picture = kind === 'open' && name === 'image' && attribute(content.slice(start, end), 'xlink:href');
    if (picture && !SHOWN.test(picture)) return false;
  }
  return true;
}
