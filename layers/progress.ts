/** Tells how far the build is: lines on a log, one line that changes on a terminal. */
export class Progress {
  readonly #name: string;
  readonly #began = Date.now();

  constructor(name: string) {
    this.#name = name;
  }

  /** Announces the next step. */
  step(text: string): void {
    process.stderr.write(`${this.#line(text)}\n`);
  }

  /** Shows the progress of a step on a terminal. */
  count(text: string, done: number, total: number): void {
    if (!process.stderr.isTTY) return;
    process.stderr.write(`\r\x1b[K${this.#line(`${text} ${done}/${total}`)}${done < total ? '' : '\r\x1b[K'}`);
  }

  #line(text: string): string {
    const seconds = Math.round((Date.now() - this.#began) / 1000);
    return `layer ${this.#name}: ${text}${seconds > 0 ? ` (${seconds} s)` : ''}`;
  }
}
