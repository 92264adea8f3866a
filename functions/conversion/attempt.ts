import { engineNamed } from './catalogue.ts';
import { successorOf } from './choose-engine.ts';
import { type Conversion, resultKey } from './conversion.ts';
import type { ConvertedFile, Converter } from './converter.ts';
import { ConversionError, NotBegun } from './errors.ts';

/** A call of an engine, which may still wait for its turn. */
export class Attempt {
  readonly outcome: Promise<ConvertedFile>;
  begun = false;
  ended = false;
  /** Whether it ended with NotBegun, or is for another engine, which takes over from the queue. */
  refused = false;
  readonly #ending = new AbortController();

  constructor(conversion: Conversion, content: Uint8Array, converter: Converter) {
    const handsOver = successorOf(conversion, engineNamed(conversion.engine)) !== undefined;
    const job = { ...conversion, handsOver, source: content, result: resultKey(conversion.id) };
    const onBegin = () => {
      this.begun = true;
    };
    this.outcome = converter.convert(job, { signal: this.#ending.signal, onBegin });
    // Handled here, since nobody awaits the outcome once it is aborted: a rejection would end the process.
    const end = (error?: unknown) => {
      this.ended = true;
      this.refused = error instanceof NotBegun || (handsOver && isUnsupported(error));
    };
    this.outcome.then(() => end(), end);
  }

  /** Waits for the outcome until a deadline, or only until `turn` if it has not begun by then. */
  async endsBefore(deadline: number, turn: number): Promise<void> {
    await this.#wait(Math.min(turn, deadline));
    if (this.begun) await this.#wait(deadline);
  }

  abort(): void {
    this.#ending.abort();
  }

  async #wait(until: number): Promise<void> {
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, Math.max(0, until - Date.now()));
    await Promise.race([this.outcome, late]).catch(() => undefined);
    clearTimeout(timer);
  }
}

function isUnsupported(error: unknown): boolean {
  return error instanceof ConversionError && error.code === 'UNSUPPORTED_CONVERSION';
}
