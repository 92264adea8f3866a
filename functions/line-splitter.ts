/** A line that is longer than any that is expected. */
export class LineTooLong extends Error {}

/** Divides a stream of bytes into lines, of which it never holds more than one of the longest length allowed. */
export class LineSplitter {
  readonly #longest: number;
  readonly #onLine: (line: string) => void;
  readonly #encoding: BufferEncoding;
  readonly #end: number;
  #held: Buffer[] = [];
  #length = 0;

  /**
   * @param longest of a line, in bytes
   * @param end the byte that ends each. @default a line break
   */
  constructor(longest: number, onLine: (line: string) => void, encoding: BufferEncoding = 'utf8', end = 10) {
    this.#longest = longest;
    this.#onLine = onLine;
    this.#encoding = encoding;
    this.#end = end;
  }

  /** @throws LineTooLong */
  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(this.#end); end >= 0; end = chunk.indexOf(this.#end, start)) {
      this.#hold(chunk.subarray(start, end));
      this.#flush();
      start = end + 1;
    }
    if (start < chunk.length) this.#hold(chunk.subarray(start));
  }

  #hold(piece: Buffer): void {
    this.#length += piece.length;
    if (this.#length > this.#longest) throw new LineTooLong(`a line is longer than ${this.#longest} bytes`);
    this.#held.push(piece);
  }

  #flush(): void {
    const line = Buffer.concat(this.#held).toString(this.#encoding);
    this.#held = [];
    this.#length = 0;
    this.#onLine(line.endsWith('\r') ? line.slice(0, -1) : line);
  }
}
