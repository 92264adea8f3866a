import { unsupported } from '../../refusals.ts';
import { isRecord } from './tree-format.ts';

/**
 * The records that a tree is or holds: what is alone in its object is looked into, as the elements in the root of an XML
 * file are. An object of several values is one record.
 * @throws ConversionError UNSUPPORTED_CONVERSION
 */
export function recordsOf(tree: unknown): readonly Record<string, unknown>[] {
  let inner = tree;
  while (isRecord(inner)) {
    const entries = Object.entries(inner);
    const [only] = entries;
    if (!only || entries.length > 1 || typeof only[1] !== 'object' || only[1] === null) return [inner];
    inner = only[1];
  }
  if (Array.isArray(inner) && inner.length > 0 && inner.every(isRecord)) return inner;
  throw unsupported('A table can be made of a list of records only, and the file holds something else.');
}
