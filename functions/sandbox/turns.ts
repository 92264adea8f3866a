import { ConversionError } from '../conversion/errors.ts';
import { Places } from './places.ts';

interface Waiting {
  readonly kind: string;
  readonly begin: () => void;
}

/** A queue for a few places: first in, first out among those of one kind. */
export class Turns {
  readonly #places: Places;
  readonly #waiting: Waiting[] = [];

  /** @param places how many can use it at once, see `Places` */
  constructor(places: number) {
    this.#places = new Places(places);
  }

  /** Whether somebody waits for a turn, and gets the next that is given back. */
  get awaited(): boolean {
    return this.#waiting.length > 0 && !this.#places.exceeded;
  }

  /**
   * Waits for a turn, which has to be given back.
   * @param kind of what it is for. @default all is of one
   * @param signal removes it from the queue when aborted
   * @throws ConversionError when it was given up before the turn came
   */
  async take(kind = '', signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) throw notBegun();
    const { promise, resolve: begin, reject } = Promise.withResolvers<void>();
    const waiting = { kind, begin };
    const giveUp = () => {
      const place = this.#waiting.indexOf(waiting);
      if (place < 0) return; // it has had its turn
      this.#waiting.splice(place, 1);
      reject(notBegun());
    };
    this.#waiting.push(waiting);
    this.#beginNext();
    signal?.addEventListener('abort', giveUp);
    await promise.finally(() => signal?.removeEventListener('abort', giveUp));
  }

  /** Gives a turn back: it is handed on, so that a newcomer cannot overtake who waits. */
  give(kind = ''): void {
    this.#places.giveBack(kind);
    this.#beginNext();
  }

  #beginNext(): void {
    const at = this.#waiting.findIndex(({ kind }) => this.#places.isFree(kind));
    const [next] = at < 0 ? [] : this.#waiting.splice(at, 1);
    if (!next) return;
    this.#places.take(next.kind);
    next.begin();
  }
}

function notBegun(): ConversionError {
  return new ConversionError('ENGINE_TIMED_OUT', 'The conversion was not begun in time. Try again later.');
}
