/**
 * A pool of buffers for parts of files that are being uploaded: what is left to the garbage collector piles up faster
 * than it is collected while many files come in.
 */
export class PartBuffers {
  /** The size of a buffer, in bytes. */
  readonly size: number;
  readonly #plenty: number;
  readonly #free: Buffer[] = [];
  #taken = 0;

  /** @param plenty how many buffers may be in use for the sake of speed alone */
  constructor(size: number, plenty: number) {
    this.size = size;
    this.#plenty = plenty;
  }

  /** The buffer without which a file could not come in at all. */
  take(): Buffer {
    this.#taken += 1;
    return this.#free.pop() ?? Buffer.allocUnsafeSlow(this.size);
  }

  /** A further one, with which it comes in faster, unless there are many in use. */
  takeMore(): Buffer | undefined {
    return this.#taken < this.#plenty ? this.take() : undefined;
  }

  /** Puts a buffer back. */
  give(buffer: Buffer): void {
    this.#taken -= 1;
    if (this.#free.length < this.#plenty) this.#free.push(buffer);
  }
}
