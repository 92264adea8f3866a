/** The time limit of one attempt at a job: its signal is aborted when that is reached, or when the job was deleted. */
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
   * Sets a new time limit from now on, and ends the job when it is deleted meanwhile.
   * @param interval how often that is checked, in milliseconds
   */
  extend(time: number, isWanted: () => Promise<boolean>, interval: number): void {
    clearTimeout(this.#timer);
    clearInterval(this.#watch);
    this.#timer = this.#endAfter(time);
    const look = () => isWanted().then((wanted) => wanted || this.#ending.abort());
    // A failing store does not end the job.
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
