import type { FormatName } from '../../conversion/formats.ts';
import { ByteReader } from '../read/byte-reader.ts';
import { inspect } from '../read/inspect.ts';
import { isTruncated } from '../read/is-truncated.ts';
import { unreadableAs } from '../refusals.ts';

const damaged = unreadableAs('The book is damaged or incomplete, and cannot be read.');

const PALM_DATABASES: readonly FormatName[] = ['mobi', 'azw3', 'pdb'];

/**
 * Refuses books of which a part is missing, by their directory alone: calibre converts half a book without an error.
 * @throws ConversionError UNREADABLE_FILE
 */
export function checkBook(path: string, format: FormatName): void {
  const whole = PALM_DATABASES.includes(format) ? isWholePalmDatabase(path) : !isTruncated(path, format);
  if (!whole) throw damaged('not whole');
}

/** Whether the offsets of the records ascend, and lie within the file. */
function isWholePalmDatabase(path: string): boolean {
  return inspect(path, (read, size) => {
    const book = new ByteReader(read, size, damaged);
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
  });
}
