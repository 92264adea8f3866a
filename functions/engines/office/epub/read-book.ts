import type { OpenZip } from '../../../detection/document-zip.ts';
import { tooComplex } from '../../refusals.ts';

/** The largest file in a book, and all that is read of it, in bytes. */
const LARGEST_FILE = 32 * 1024 * 1024;
export const LARGEST_BOOK = 200 * 1024 * 1024;

/** Bytes that are charged for an unreadable file, as trying costs time. */
const UNREADABLE = 4 * 1024 * 1024;

/** The files of a book, which are decompressed up to the limit of a book. */
export class BookFiles {
  readonly #book: OpenZip;
  readonly #names: ReadonlySet<string>;
  #left = LARGEST_BOOK;

  constructor(book: OpenZip) {
    this.#book = book;
    this.#names = new Set(book.names);
  }

  has(path: string): boolean {
    return this.#names.has(path);
  }

  /**
   * The content of a file, or nothing where it is missing or cannot be read.
   * @throws ConversionError TOO_COMPLEX when the files that were read are too large
   */
  data(path: string): Buffer | undefined {
    if (!this.has(path)) return undefined;
    const data = this.#book.data(path, LARGEST_FILE);
    this.#left -= data?.length ?? UNREADABLE;
    if (this.#left < 0) throw bookTooLarge();
    return data;
  }

  text(path: string): string | undefined {
    return this.data(path)?.toString('utf8');
  }
}

export function bookTooLarge() {
  return tooComplex(`The book has more than ${LARGEST_BOOK / 1024 / 1024} MB of texts and pictures. Split it first.`);
}
