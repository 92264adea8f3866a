import type { FormatName } from '../../conversion/formats.ts';
import type { ReadBytes } from '../../detection/document-compound.ts';
import { openZip } from '../../detection/document-zip.ts';
import { ByteReader } from '../read/byte-reader.ts';
import { inspect } from '../read/inspect.ts';
import { unreadableAs } from '../refusals.ts';

const damaged = unreadableAs('The book is damaged or incomplete, and cannot be read.');

/**
 * Whether a book is complete, by its directory alone: calibre converts half a book without an error.
 * @throws ConversionError UNREADABLE_FILE where an offset lies outside the file
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

/** The central directory of a zip is at its end. */
function isWholeZip({ size }: ByteReader, read: ReadBytes): boolean {
  return openZip(read, size).names.length > 0;
}

/** The offsets of the records ascend, and lie within the file. */
function isWholePalmDatabase(book: ByteReader): boolean {
  const [header, entry] = [78, 8];
  const count = book.u16be(76);
  const list = ByteReader.of(book.bytes(header, count * entry), damaged);
  let last = header + count * entry - 1;
  for (let at = 0; at < list.size; at += entry) {
    const offset = list.u32be(at);
    if (offset < last || offset > book.size) return false;
    last = offset;
  }
  return count > 0;
}
