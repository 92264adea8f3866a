import { Places } from '../../functions/sandbox/places.ts';
import { FairQueue } from './fair-queue.ts';

/** Does something with a job, by the identifier of its conversion. */
export type Handle = (id: string) => Promise<void>;

/** How the jobs of a line are done. */
export interface JobLineOptions {
  readonly handle: Handle;
  /** How many at once, see `Places`. */
  readonly concurrency: number;
  /** How long after a job was begun it is tried again, if it failed, in milliseconds. */
  readonly pause: number;
}

interface Job {
  readonly id: string;
  /** What its source is. */
  readonly kind: string;
  /** Whose it is. */
  readonly party: string;
}

/** Jobs of one kind, done in turns of those whose they are, some at once. One that fails comes back after a while. */
export class JobLine {
  readonly #options: JobLineOptions;
  readonly #waiting = new FairQueue<Job>();
  readonly #places: Places;
  readonly #running = new Set<Promise<void>>();
  readonly #pauses = new Set<NodeJS.Timeout>();
  #stopped = false;

  constructor(options: JobLineOptions) {
    this.#options = options;
    this.#places = new Places(options.concurrency);
  }

  /** How many jobs have come, or come back, and have not been begun. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * @param kind of what its source is
   * @param party whose job it is: nobody waits for more than one job of each other
   */
  add(id: string, kind: string, party = ''): void {
    this.#enqueue({ id, kind, party });
  }

  /** Begins no other job, forgets those that wait, and waits for those that have begun. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const pause of this.#pauses) clearTimeout(pause);
    await Promise.all(this.#running);
  }

  #enqueue(job: Job): void {
    this.#waiting.push(job.party, job);
    this.#beginNext();
  }

  #beginNext(): void {
    if (this.#stopped) return;
    const job = this.#waiting.shift(({ kind }) => this.#places.isFree(kind));
    if (!job) return;
    this.#places.take(job.kind);
    const running = this.#deliver(job).finally(() => {
      this.#running.delete(running);
      this.#places.giveBack(job.kind);
      this.#beginNext();
    });
    this.#running.add(running);
  }

  async #deliver(job: Job): Promise<void> {
    const begun = Date.now();
    try {
      await this.#options.handle(job.id);
    } catch {
      // Who throws has logged why.
      const left = begun + this.#options.pause - Date.now();
      this.#after(left, () => this.#enqueue(job));
    }
  }

  #after(milliseconds: number, act: () => void): void {
    if (this.#stopped) return;
    const pause = setTimeout(() => {
      this.#pauses.delete(pause);
      act();
    }, milliseconds);
    pause.unref();
    this.#pauses.add(pause);
  }
}
