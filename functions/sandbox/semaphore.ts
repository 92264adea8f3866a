import { ConversionError } from '../conversion/errors.ts';
import { Permits } from './permits.ts';

interface Waiting {
  readonly kind: string;
  readonly begin: () => void;
}

/** A fair semaphore: first in, first out among the jobs of one kind. */
export class Semaphore {
  readonly #permits: Permits;
  readonly #waiting: Waiting[] = [];

  /** @param permits how many jobs run at once, see `Permits` */
  constructor(permits: number) {
    this.#permits = new Permits(permits, () => this.#beginNext());
  }

  /** Whether a job waits that gets the next released permit. */
  get awaited(): boolean {
    return this.#waiting.length > 0 && !this.#permits.exceeded;
  }

  /**
   * Waits for a permit, which has to be released.
   * @param kind the kind of the job. @default all are of one
   * @param signal removes the job from the queue when aborted
   * @throws ConversionError when that was aborted before
   */
  async acquire(kind = '', signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) throw notBegun();
    const { promise, resolve: begin, reject } = Promise.withResolvers<void>();
    const waiting = { kind, begin };
    const giveUp = () => {
      const index = this.#waiting.indexOf(waiting);
      if (index < 0) return; // it has a permit
      this.#waiting.splice(index, 1);
      reject(notBegun());
    };
    this.#waiting.push(waiting);
    this.#beginNext();
    signal?.addEventListener('abort', giveUp);
    await promise.finally(() => signal?.removeEventListener('abort', giveUp));
  }

  /** Passes a permit to the first job that waits, so that no later one overtakes it. */
  release(kind = ''): void {
    this.#permits.release(kind);
    this.#beginNext();
  }

  #beginNext(): void {
    const at = this.#waiting.findIndex(({ kind }) => this.#permits.isFree(kind));
    const [next] = at < 0 ? [] : this.#waiting.splice(at, 1);
    if (!next) return;
    this.#permits.take(next.kind);
    next.begin();
  }
}

function notBegun(): ConversionError {
  return new ConversionError('ENGINE_TIMED_OUT', 'The conversion was not begun in time. Try again later.');
}
