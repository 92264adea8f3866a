import { processorSeconds } from './processor-use.ts';

/** How often a host that works is looked at, in milliseconds. Jobs that take less cost nothing. */
const INTERVAL = 1000;

/** How far back it is seen whether a host is at work, in samples. */
const SAMPLES = 10;

/** The share of that time in which it used a processor: one that waits uses none, one on a busy machine has not much. */
const WORKING = 0.05;

interface Sample {
  /** In seconds. */
  readonly at: number;
  readonly used: number;
}

/** Watches how much processor time a host uses for one job, with all that it has started. */
export class ProcessorWatch {
  readonly #host: number;
  readonly #timer: NodeJS.Timeout;
  readonly #samples: Sample[] = [];
  #first: Sample | undefined;

  /**
   * @param host the process number of a host, which leads a session of its own
   * @param limit the seconds that it may use; the first that pass are not counted
   * @param exceeded called when it has used more
   */
  constructor(host: number, limit: number, exceeded: () => void) {
    this.#host = host;
    this.#timer = setInterval(() => {
      if (this.#sample().used - (this.#first?.used ?? 0) > limit) exceeded();
    }, INTERVAL);
  }

  /** Whether it has used its processor of late, and does not merely wait. */
  get working(): boolean {
    const now = this.#sample();
    const [before = now] = this.#samples;
    return now.used - before.used > (now.at - before.at) * WORKING;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #sample(): Sample {
    const sample = { at: performance.now() / 1000, used: processorSeconds(this.#host) };
    this.#first ??= sample;
    this.#samples.push(sample);
    if (this.#samples.length > SAMPLES) this.#samples.shift();
    return sample;
  }
}
