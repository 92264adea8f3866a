import { openZip } from '../../../detection/document-zip.ts';
import { attribute, tokensOf } from '../../markup.ts';
import { inspect } from '../../read/inspect.ts';

/** Bytes of the content that is looked through. */
const LARGEST = 64 * 1024 * 1024;

/** Pictures whose formats a text or book can show; previews of charts and formulas have no extension. */
const SHOWN = /\.(?:png|jpe?g|gif|svg|webp)$|^(?:\.\/)?ObjectReplacements\/|^[a-z]+:/i;

/** Whether pandoc reads all of an OpenDocument text. */
export function isReadWhole(path: string): boolean {
  return isWhole(
    inspect(path, (read, size) => openZip(read, size).data('content.xml', LARGEST)?.toString('latin1')) ?? '',
  );
}

/** Pandoc leaves out tables within tables, and takes the first of several formats of a picture, which may be PDF. */
export function isWhole(content: string): boolean {
  let tables = 0;
  for (const { kind, name, empty, start, end } of tokensOf(content)) {
    if (name === 'table' && !empty) tables += kind === 'open' ? 1 : -1;
    if (tables > 1) return false;
    const picture = kind === 'open' && name === 'image' && attribute(content.slice(start, end), 'xlink:href');
    if (picture && !SHOWN.test(picture)) return false;
  }
  return true;
}
