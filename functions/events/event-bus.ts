import { setImmediate } from 'node:timers/promises';
import type { Listener } from './listener.ts';

/** What is put on a bus. */
export interface BusEntry {
  readonly type: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** JSON. */
  readonly detail: string;
}

/** A bus of events. */
export interface EventBus {
  /**
   * Puts some entries on the bus, at most `MOST_ENTRIES`.
   * @returns of each entry, in the same order, whether it is there
   */
  put(entries: readonly BusEntry[]): Promise<readonly boolean[]>;
}

/** The most entries that one call of PutEvents takes. */
export const MOST_ENTRIES = 10;

/** How often an entry is sent before it has failed. */
const TRIES = 3;

interface Waiting {
  readonly entry: BusEntry;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** Sends the entries of one turn of the event loop together, and retries those that the bus refuses. */
export class BatchedBus {
  readonly #bus: EventBus;
  #waiting: Waiting[] = [];

  constructor(bus: EventBus) {
    this.#bus = bus;
  }

  /** @throws Error when the bus refused an entry at every try */
  put(entry: BusEntry): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#waiting.push({ entry, resolve, reject });
    if (this.#waiting.length === 1) void setImmediate().then(() => this.#flush());
    return promise;
  }

  async #flush(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (let begin = 0; begin < waiting.length; begin += MOST_ENTRIES)
      await this.#putSome(waiting.slice(begin, begin + MOST_ENTRIES));
  }

  async #putSome(some: readonly Waiting[]): Promise<void> {
    try {
      const refused = await this.#putOften(some);
      for (const { reject } of refused) reject(new Error('The bus refused an event'));
    } catch (error) {
      for (const { reject } of some) reject(error as Error);
    }
  }

  /** @returns those that the bus refused at every try */
  async #putOften(some: readonly Waiting[]): Promise<readonly Waiting[]> {
    let left = some;
    for (let tried = 0; tried < TRIES && left.length > 0; tried += 1) {
      const taken = await this.#bus.put(left.map(({ entry }) => entry));
      for (const [index, { resolve }] of left.entries()) if (taken[index]) resolve();
      left = left.filter((_, index) => !taken[index]);
    }
    return left;
  }
}

/** Has all transitions put on a bus. @param describe makes the detail of an entry */
export function busListener(bus: EventBus, describe: (transition: Parameters<Listener>[0]) => object): Listener {
  const batched = new BatchedBus(bus);
  return (transition) =>
    batched.put({ type: transition.type, at: transition.at, detail: JSON.stringify(describe(transition)) });
}
