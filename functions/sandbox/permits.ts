/** After how long a job no longer keeps others of its kind from an additional permit, in milliseconds. */
const LONG = 10_000;

interface Permit {
  readonly kind: string;
  readonly since: number;
  readonly timer: NodeJS.Timeout;
}

/**
 * Permits to run: so many for all kinds of jobs, and as many again, one for each kind that has none, or only jobs that have
 * run for long. So a few long jobs keep no others from running.
 */
export class Permits {
  readonly #count: number;
  readonly #onLong: () => void;
  readonly #taken: Permit[] = [];

  /** @param onLong called when a job has run for long, so that another permit may be free */
  constructor(count: number, onLong: () => void) {
    this.#count = count;
    this.#onLong = onLong;
  }

  /** Whether some of the additional permits are taken. */
  get exceeded(): boolean {
    return this.#taken.length > this.#count;
  }

  isFree(kind: string): boolean {
    const taken = this.#taken.length;
    if (taken < this.#count) return true;
    const recent = performance.now() - LONG;
    return taken < 2 * this.#count && !this.#taken.some((other) => other.kind === kind && other.since > recent);
  }

  take(kind: string): void {
    const timer = setTimeout(this.#onLong, LONG + 1).unref();
    this.#taken.push({ kind, since: performance.now(), timer });
  }

  /** Releases the last permit of a kind: of two jobs, the long one more often runs on. */
  release(kind: string): void {
    const [permit] = this.#taken.splice(
      this.#taken.findLastIndex((other) => other.kind === kind),
      1,
    );
    clearTimeout(permit?.timer);
  }
}
