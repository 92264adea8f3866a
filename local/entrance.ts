import { AsyncResource } from 'node:async_hooks';

/**
 * How many requests are begun in one round of the event loop. Of a thousand files that come at once each round would
 * otherwise do something for every one of them, and whoever asks for anything else would wait for seconds.
 */
const EACH_ROUND = 1;

/** Lets requests in, some in each round of the event loop, in the order in which they have come. */
export class Entrance {
  readonly #eachRound: number;
  /** Those that wait; the ones before `#next` are in. */
  #waiting: (() => void)[] = [];
  #next = 0;
  #begun = 0;

  constructor(eachRound = EACH_ROUND) {
    this.#eachRound = eachRound;
  }

  /** Begins something, now or in a later round. What is begun later is begun in the context of whoever asked. */
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
    // Who comes during this round waits behind those that have waited.
    this.#begun = this.#eachRound;
    setImmediate(() => this.#round());
    for (const act of admitted) act();
  }
}
