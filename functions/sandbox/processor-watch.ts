import { processorSeconds } from './processor-use.ts';

/** The sampling interval, in milliseconds. Shorter jobs cost nothing. */
const INTERVAL = 1000;

/** How many samples back `working` looks. */
const SAMPLES = 10;

/** The processor use above which a host is working, not waiting: low, since a busy machine gives it little. */
const WORKING = 0.05;

interface Sample {
  /** In seconds. */
  readonly at: number;
  readonly used: number;
}

/** Watches the processor time that a host and its children use for one job. */
export class ProcessorWatch {
  readonly #host: number;
  readonly #timer: NodeJS.Timeout;
  readonly #samples: Sample[] = [];
  #first: Sample | undefined;

  /**
   * @param host the process id of a host, which leads a session of its own
   * @param limit the processor time that it may use after the first sample, in seconds
   * @param exceeded called when it has used more
   */
  constructor(host: number, limit: number, exceeded: () => void) {
    this.#host = host;
    this.#timer = setInterval(() => {
      if (this.#sample().used - (this.#first?.used ?? 0) > limit) exceeded();
    }, INTERVAL);
  }

  /** Whether it has lately used the processor, and was not merely waiting. */
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
