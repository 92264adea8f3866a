import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { readFilename } from '../conversion/filename.ts';
import type { FieldTexts } from './convert-parts.ts';

/** The earliest time of zips. A fixed time makes the same bytes of the same parts. */
const NO_TIME = new Date(1980, 0, 1);

/**
 * Whether the files of a form are to be joined. The field has to come before the first file, since files are stored while
 * they are received. A zip holds the files already.
 * @param filename the name of the first file
 */
export function joinsFiles(fields: FieldTexts, filename: string): boolean {
  return fields.get('merge')?.trim().toLowerCase() === 'true' && !/\.zip$/i.test(filename);
}

/**
 * Writes several files of a form into one source: a zip that stores them uncompressed, in their order. The files are not
 * interpreted here. Their names lose their paths and go into numbered folders; the engine reads the zip like any other.
 */
export class JoinedParts {
  readonly #zip = new ZipFile();
  readonly #chunks = (this.#zip.outputStream as Readable)[Symbol.asyncIterator]() as AsyncIterator<Uint8Array, void>;
  #count = 0;

  constructor() {
    this.#zip.on('error', (error: unknown) => this.abort(error as Error));
  }

  /** The zip, while the parts are received. Its iterator has no `return`: `drain` reads what is left. */
  get content(): AsyncIterable<Uint8Array> {
    return { [Symbol.asyncIterator]: () => ({ next: () => this.#chunks.next() }) };
  }

  /** Adds the next file, as fast as the zip is read. */
  async add(filename: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    const stream = Readable.from(content, { objectMode: false });
    this.#count += 1;
    // The engine skips hidden files of a zip.
    const name = readFilename(filename).replace(/^\.+/, '') || 'file';
    this.#zip.addReadStream(stream, `${this.#count}/${name}`, {
      compress: false,
      mtime: NO_TIME,
      forceDosTimestamp: true,
    });
    await finished(stream);
  }

  end(): void {
    this.#zip.end();
  }

  abort(error: Error): void {
    (this.#zip.outputStream as Readable).destroy(error);
  }

  /** Discards the rest of the zip, so that the form can be read to its end. */
  async drain(): Promise<void> {
    while (!(await this.#chunks.next()).done);
  }
}
