import { ConversionError } from '../conversion/errors.ts';

/** Turns at what a few can use at once: who comes first is served first, and nobody overtakes. */
export class Turns {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  /** @param places how many can use it at once */
  constructor(places: number) {
    this.#free = places;
  }

  /** Whether somebody waits for a turn. */
  get awaited(): boolean {
    return this.#waiting.length > 0;
  }

  /**
   * Waits for a turn, which has to be given back.
   * @param signal gives the place in the queue up
   * @throws ConversionError when it was given up before the turn came
   */
  async take(signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) throw notBegun();
    if (this.#free > 0) {
      this.#free--;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const giveUp = () => {
      const place = this.#waiting.indexOf(resolve);
      if (place < 0) return; // it has had its turn
      this.#waiting.splice(place, 1);
      reject(notBegun());
    };
    this.#waiting.push(resolve);
    signal?.addEventListener('abort', giveUp);
    await promise.finally(() => signal?.removeEventListener('abort', giveUp));
  }

  /** Gives a turn back: it is handed on, so that a newcomer cannot overtake who waits. */
  give(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free++;
  }
}

function notBegun(): ConversionError {
  return new ConversionError('ENGINE_TIMED_OUT', 'The conversion was not begun in time. Try again later.');
}
