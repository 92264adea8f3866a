/** A line that is longer than any that is expected. */
export class LineTooLong extends Error {}

/** Divides a stream of bytes into lines, of which it never holds more than one of the longest length allowed. */
export class LineSplitter {
  readonly #longest: number;
  readonly #onLine: (line: string) => void;
  readonly #encoding: BufferEncoding;
  #held: Buffer[] = [];
  #length = 0;

  /** @param longest of a line, in bytes */
  constructor(longest: number, onLine: (line: string) => void, encoding: BufferEncoding = 'utf8') {
    this.#longest = longest;
    this.#onLine = onLine;
    this.#encoding = encoding;
  }

  /** @throws LineTooLong */
  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
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
