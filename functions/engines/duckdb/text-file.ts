import { closeSync, openSync, writeFileSync } from 'node:fs';

const BUFFERED = 256 * 1024;

/** Writes a text file synchronously, chunk by chunk. */
export class TextFile {
  readonly #file: number;
  #chunks: string[] = [];
  #length = 0;

  constructor(path: string) {
    this.#file = openSync(path, 'wx');
  }

  write(chunk: string): void {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    if (this.#length >= BUFFERED) this.#flush();
  }

  close(): void {
    this.#flush();
    closeSync(this.#file);
  }

  #flush(): void {
    writeFileSync(this.#file, this.#chunks.join(''));
    this.#chunks = [];
    this.#length = 0;
  }
}
