import { Permits } from '../../functions/sandbox/permits.ts';
import { FairQueue } from './fair-queue.ts';

/** Runs the job of a conversion. */
export type Handle = (id: string) => Promise<void>;

/** How the jobs of a line are run. */
export interface JobLineOptions {
  readonly handle: Handle;
  /** How many jobs run at once, see `Permits`. */
  readonly concurrency: number;
  /** The time from the beginning of a failed job to its next attempt, in milliseconds: a visibility timeout. */
  readonly pause: number;
}

interface Job {
  readonly id: string;
  /** The format of its source. */
  readonly kind: string;
  /** The caller that it belongs to. */
  readonly party: string;
}

/** The jobs of an engine: a few run at once, callers take turns, and a failed job is tried again. */
export class JobLine {
  readonly #options: JobLineOptions;
  readonly #waiting = new FairQueue<Job>();
  readonly #permits: Permits;
  readonly #running = new Set<Promise<void>>();
  readonly #pauses = new Set<NodeJS.Timeout>();
  #stopped = false;

  constructor(options: JobLineOptions) {
    this.#options = options;
    this.#permits = new Permits(options.concurrency, () => this.#beginNext());
  }

  /** The count of jobs that wait for their turn. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * @param kind the format of its source
   * @param party the caller: callers take turns
   */
  add(id: string, kind: string, party = ''): void {
    this.#enqueue({ id, kind, party });
  }

  /** Begins no other job, and waits for the running ones. */
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
    const job = this.#waiting.shift(({ kind }) => this.#permits.isFree(kind));
    if (!job) return;
    this.#permits.take(job.kind);
    const running = this.#deliver(job).finally(() => {
      this.#running.delete(running);
      this.#permits.release(job.kind);
      this.#beginNext();
    });
    this.#running.add(running);
  }

  async #deliver(job: Job): Promise<void> {
    const begun = Date.now();
    try {
      await this.#options.handle(job.id);
    } catch {
      // The handler has logged the error.
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
