import { type Conversion, resultKey } from './conversion.ts';
import type { ConvertedFile, Converter } from './converter.ts';
import { NotBegun } from './errors.ts';

/** A conversion that is under way, or waits for its turn. */
export class Attempt {
  readonly outcome: Promise<ConvertedFile>;
  begun = false;
  ended = false;
  /** Whether the engine did not begin it. */
  refused = false;
  readonly #ending = new AbortController();

  constructor(conversion: Conversion, content: Uint8Array, converter: Converter) {
    const job = { ...conversion, source: content, result: resultKey(conversion.id) };
    const onBegin = () => {
      this.begun = true;
    };
    this.outcome = converter.convert(job, { signal: this.#ending.signal, onBegin });
    // Whoever looks at the outcome sees a failure; nobody does once it is aborted.
    const end = (error?: unknown) => {
      this.ended = true;
      this.refused = error instanceof NotBegun;
    };
    this.outcome.then(() => end(), end);
  }

  /** Waits for the end, whatever that is, until a moment; until an earlier one, if it has not begun by then. */
  async endsBefore(moment: number, turn: number): Promise<void> {
    await this.#wait(Math.min(turn, moment));
    if (this.begun) await this.#wait(moment);
  }

  abort(): void {
    this.#ending.abort();
  }

  async #wait(moment: number): Promise<void> {
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, Math.max(0, moment - Date.now()));
    await Promise.race([this.outcome, late]).catch(() => undefined);
    clearTimeout(timer);
  }
}
