import type { Readable } from 'node:stream';
import { invalidForm } from './multipart.ts';

const NOTHING = Buffer.alloc(0);

/** Reads a body as it comes in, and buffers no more of it than has to be searched. */
export class BodyReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #held: Buffer = NOTHING;
  #broken: Error | undefined;

  constructor(body: Readable) {
    this.#chunks = body.iterator({ destroyOnReturn: false });
  }

  /**
   * Passes on what comes before a mark, and passes over the mark.
   * @throws ConversionError INVALID_REQUEST, with this message, when it does not come
   */
  async *until(mark: Buffer, missing: string): AsyncGenerator<Buffer, void> {
    for (let at = -1; at < 0; ) {
      at = this.#held.indexOf(mark);
      const before = this.#take(at < 0 ? mayBegin(mark, this.#held) : at);
      if (before.length > 0) yield before;
      if (at < 0 && !(await this.#more())) throw invalidForm(missing);
    }
    this.#take(mark.length);
  }

  /**
   * What comes before a mark; the mark is read next.
   * @param most how many bytes both may have together
   * @throws ConversionError INVALID_REQUEST, with this message, when it does not come, or later
   */
  async before(mark: Buffer, most: number, missing: string): Promise<Buffer> {
    for (;;) {
      const at = this.#held.subarray(0, most).indexOf(mark);
      if (at >= 0) return this.#take(at);
      if (this.#held.length >= most || !(await this.#more())) throw invalidForm(missing);
    }
  }

  /** Whether these bytes are read next. */
  async startsWith(bytes: Buffer): Promise<boolean> {
    while (this.#held.length < bytes.length && (await this.#more()));
    return this.#held.subarray(0, bytes.length).equals(bytes);
  }

  /** Passes over so many bytes that were looked at. */
  skip(length: number): void {
    this.#take(length);
  }

  /** Reads to the end. */
  async drain(): Promise<void> {
    do this.#held = NOTHING;
    while (await this.#more());
  }

  #take(length: number): Buffer {
    const taken = this.#held.subarray(0, length);
    this.#held = this.#held.subarray(length);
    return taken;
  }

  async #more(): Promise<boolean> {
    if (this.#broken) throw this.#broken;
    try {
      const { value, done } = await this.#chunks.next();
      if (!done) this.#held = this.#held.length > 0 ? Buffer.concat([this.#held, value]) : value;
      return !done;
    } catch (error) {
      this.#broken = invalidForm('The request broke off before its end.', error);
      throw this.#broken;
    }
  }
}

/** The offset at which the end of some bytes may begin a mark. Marks begin with a byte that comes only once in them. */
function mayBegin(mark: Buffer, bytes: Buffer): number {
  const [first = 0] = mark;
  const at = bytes.lastIndexOf(first);
  return at >= 0 && mark.subarray(0, bytes.length - at).equals(bytes.subarray(at)) ? at : bytes.length;
}
