import type { OpenZip } from '../../../detection/document-zip.ts';
import { tooComplex } from '../../refusals.ts';

/** The largest file in a book, and all that is read of it, in bytes. */
const LARGEST_FILE = 32 * 1024 * 1024;
export const LARGEST_BOOK = 200 * 1024 * 1024;

/** What a file that cannot be read counts, in bytes: trying costs time as well. */
const UNREADABLE = 4 * 1024 * 1024;

/** The files of a book, of which no more is inflated than a book may hold. */
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
   * What is in a file, or nothing where there is none or it cannot be read.
   * @throws ConversionError TOO_COMPLEX when all that was read is too much
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

/** The error for a book that is larger than is converted. */
export function bookTooLarge() {
  return tooComplex(`The book has more than ${LARGEST_BOOK / 1024 / 1024} MB of texts and pictures. Split it first.`);
}
