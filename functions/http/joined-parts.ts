import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { readFilename } from '../conversion/filename.ts';
import type { FieldTexts } from './convert-parts.ts';

/** No zip has an earlier one: the same parts give the same bytes. */
const NO_TIME = new Date(1980, 0, 1);

/**
 * Whether the files of a form are to be joined. That has to be said before the first of them, since they are stored as
 * they come in. A zip holds the files already.
 * @param filename of the first
 */
export function joinsFiles(fields: FieldTexts, filename: string): boolean {
  return fields.get('merge')?.trim().toLowerCase() === 'true' && !/\.zip$/i.test(filename);
}

/**
 * Several files of a form as one source: a zip in which they lie as they are, in their order. Nothing here looks into
 * them. All that is taken from their sender are bytes, which are copied, and names, without paths and below numbers of
 * ours; the engine reads the zip as it reads those of strangers.
 */
export class JoinedParts {
  readonly #zip = new ZipFile();
  readonly #chunks = (this.#zip.outputStream as Readable)[Symbol.asyncIterator]() as AsyncIterator<Uint8Array, void>;
  #count = 0;

  constructor() {
    this.#zip.on('error', (error: unknown) => this.abort(error as Error));
  }

  /** The zip, while the parts come in. Whoever leaves it leaves the rest to `drain`. */
  get content(): AsyncIterable<Uint8Array> {
    return { [Symbol.asyncIterator]: () => ({ next: () => this.#chunks.next() }) };
  }

  /** Takes the next file in, as fast as the zip is read. */
  async add(filename: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    const stream = Readable.from(content, { objectMode: false });
    this.#count += 1;
    // What begins with a dot is passed over where a zip is unpacked.
    const name = readFilename(filename).replace(/^\.+/, '') || 'file';
    this.#zip.addReadStream(stream, `${this.#count}/${name}`, {
      compress: false,
      mtime: NO_TIME,
      forceDosTimestamp: true,
    });
    await finished(stream);
  }

  /** There are no more files. */
  end(): void {
    this.#zip.end();
  }

  abort(error: Error): void {
    (this.#zip.outputStream as Readable).destroy(error);
  }

  /** Reads what nobody wants to read, so that the form can be read to its end. */
  async drain(): Promise<void> {
    while (!(await this.#chunks.next()).done);
  }
}
