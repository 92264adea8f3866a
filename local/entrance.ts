import { AsyncResource } from 'node:async_hooks';

/**
 * How many requests begin in an iteration of the event loop. Otherwise a thousand simultaneous uploads would take part of
 * every iteration, and other requests would wait for seconds.
 */
const EACH_ROUND = 1;

/** Admits a few requests in each iteration of the event loop, first in, first out. */
export class Entrance {
  readonly #eachRound: number;
  /** The queue; those before `#next` are admitted. */
  #waiting: (() => void)[] = [];
  #next = 0;
  #begun = 0;

  constructor(eachRound = EACH_ROUND) {
    this.#eachRound = eachRound;
  }

  /** Calls a function, now or in a later iteration, in the async context of the caller. */
  begin(act: () => void): void {
    if (this.#begun === 0) setImmediate(() => this.#round());
    if (this.#begun < this.#eachRound) {
      this.#begun += 1;
      act();
    } else this.#waiting.push(AsyncResource.bind(act));
  }

  #round(): void {
    this.#begun = 0;
    const last = Math.min(this.#next + this.#eachRound, this.#waiting.length);
    const admitted = this.#waiting.slice(this.#next, last);
    this.#next = last;
    if (this.#next === this.#waiting.length) [this.#waiting, this.#next] = [[], 0];
    if (admitted.length === 0) return;
    // A request that arrives in this iteration must not overtake those that wait.
    this.#begun = this.#eachRound;
    setImmediate(() => this.#round());
    for (const act of admitted) act();
  }
}
