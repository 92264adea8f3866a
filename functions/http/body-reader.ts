import type { Readable } from 'node:stream';
import { invalidForm } from './multipart.ts';

const NOTHING = Buffer.alloc(0);

/** Reads a body while it is received, and buffers only what is searched. */
export class BodyReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #held: Buffer = NOTHING;
  #broken: Error | undefined;

  constructor(body: Readable) {
    this.#chunks = body.iterator({ destroyOnReturn: false });
  }

  /**
   * Yields the bytes before a delimiter, and skips the delimiter.
   * @throws ConversionError INVALID_REQUEST, with this message, when the delimiter is missing
   */
  async *until(delimiter: Buffer, missing: string): AsyncGenerator<Buffer, void> {
    for (let at = -1; at < 0; ) {
      at = this.#held.indexOf(delimiter);
      const before = this.#take(at < 0 ? mayBegin(delimiter, this.#held) : at);
      if (before.length > 0) yield before;
      if (at < 0 && !(await this.#more())) throw invalidForm(missing);
    }
    this.#take(delimiter.length);
  }

  /**
   * Reads the bytes before a delimiter; the delimiter is read next.
   * @param most the largest size of both together
   * @throws ConversionError INVALID_REQUEST, with this message, when the delimiter is missing, or comes later
   */
  async before(delimiter: Buffer, most: number, missing: string): Promise<Buffer> {
    for (;;) {
      const at = this.#held.subarray(0, most).indexOf(delimiter);
      if (at >= 0) return this.#take(at);
      if (this.#held.length >= most || !(await this.#more())) throw invalidForm(missing);
    }
  }

  /** Whether the unread bytes start with these. */
  async startsWith(bytes: Buffer): Promise<boolean> {
    while (this.#held.length < bytes.length && (await this.#more()));
    return this.#held.subarray(0, bytes.length).equals(bytes);
  }

  /** Skips bytes that are buffered. */
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

/** The offset of a beginning of the delimiter at the end of the bytes. The first byte of a delimiter occurs once in it. */
function mayBegin(delimiter: Buffer, bytes: Buffer): number {
  const [first = 0] = delimiter;
  const at = bytes.lastIndexOf(first);
  return at >= 0 && delimiter.subarray(0, bytes.length - at).equals(bytes.subarray(at)) ? at : bytes.length;
}
