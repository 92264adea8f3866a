/** The time of one attempt at a job: when it is over, or the job is not wanted any more, its signal is aborted. */
export class JobClock {
  readonly #ending = new AbortController();
  #timer: NodeJS.Timeout;
  #watch: NodeJS.Timeout | undefined;

  /** @param time in milliseconds */
  constructor(time: number) {
    this.#timer = this.#endAfter(time);
  }

  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  /**
   * Gives the job more time, from now on, while somebody wants it.
   * @param interval how often that is asked, in milliseconds
   */
  extend(time: number, isWanted: () => Promise<boolean>, interval: number): void {
    clearTimeout(this.#timer);
    clearInterval(this.#watch);
    this.#timer = this.#endAfter(time);
    const look = () => isWanted().then((wanted) => wanted || this.#ending.abort());
    // A store that does not answer does not end the job.
    this.#watch = setInterval(() => look().catch(() => undefined), interval).unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
    clearInterval(this.#watch);
  }

  #endAfter(time: number): NodeJS.Timeout {
    return setTimeout(() => this.#ending.abort(), time).unref();
  }
}
