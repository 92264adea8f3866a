import { closeSync, openSync, writeFileSync } from 'node:fs';

const BUFFERED = 256 * 1024;

/** A text that is written piece by piece, at once. */
export class TextFile {
  readonly #file: number;
  #pieces: string[] = [];
  #length = 0;

  constructor(path: string) {
    this.#file = openSync(path, 'wx');
  }

  write(piece: string): void {
    this.#pieces.push(piece);
    this.#length += piece.length;
    if (this.#length >= BUFFERED) this.#flush();
  }

  close(): void {
    this.#flush();
    closeSync(this.#file);
  }

  #flush(): void {
    writeFileSync(this.#file, this.#pieces.join(''));
    this.#pieces = [];
    this.#length = 0;
  }
}
