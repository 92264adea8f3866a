import type { FormatName } from '../../conversion/formats.ts';
import type { ReadBytes } from '../../detection/document-compound.ts';
import { openZip } from '../../detection/document-zip.ts';
import { ByteReader } from '../read/byte-reader.ts';
import { inspect } from '../read/inspect.ts';
import { unreadableAs } from '../refusals.ts';

const damaged = unreadableAs('The book is damaged or incomplete, and cannot be read.');

/**
 * Whether a book is whole, as far as can be told without reading it: calibre makes half a book of half a book.
 * @throws ConversionError UNREADABLE_FILE where it names a place that it does not have
 */
type Check = (book: ByteReader, read: ReadBytes) => boolean;

const CHECKS: Partial<Record<FormatName, Check>> = {
  ...Object.fromEntries(['epub', 'docx', 'odt', 'htmlz', 'txtz', 'pmlz'].map((format) => [format, isWholeZip])),
  ...Object.fromEntries(['mobi', 'azw3', 'pdb'].map((format) => [format, isWholePalmDatabase])),
};

/**
 * Refuses books of which a part is missing.
 * @throws ConversionError UNREADABLE_FILE
 */
export function checkBook(path: string, format: FormatName): void {
  const check = CHECKS[format];
  if (!check || inspect(path, (read, size) => check(new ByteReader(read, size, damaged), read))) return;
  throw damaged('not whole');
}

/** The list of what is in a zip stands at its end. */
function isWholeZip({ size }: ByteReader, read: ReadBytes): boolean {
  return openZip(read, size).names.length > 0;
}

/** All records begin one behind the other within the file. */
function isWholePalmDatabase(book: ByteReader): boolean {
  const [head, entry] = [78, 8];
  const count = book.u16be(76);
  const list = ByteReader.of(book.bytes(head, count * entry), damaged);
  let last = head + count * entry - 1;
  for (let at = 0; at < list.size; at += entry) {
    const position = list.u32be(at);
    if (position < last || position > book.size) return false;
    last = position;
  }
  return count > 0;
}
