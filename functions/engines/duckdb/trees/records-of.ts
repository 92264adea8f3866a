import { unsupported } from '../../refusals.ts';
import { isRecord } from './tree-format.ts';

/**
 * The records of a tree: objects with a single value are unwrapped, as the root element of an XML file is. An object of
 * several values is one record.
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
  throw unsupported('Only a list of records can become a table, and the file has something else.');
}
