import { availableParallelism } from 'node:os';
import { ConversionError } from '../conversion/errors.ts';
import { ResidentProcess, type ResidentProcessOptions } from './resident-process.ts';

/** A process that does one job after the other. */
export interface Resident {
  /** Whether it can take another job. */
  readonly usable: boolean;
  run(job: unknown): Promise<unknown>;
  stop(): void;
}

/** How many processes a pool has. */
export interface PoolSize {
  /** @default one per processor; one where the platform runs a single request at a time */
  readonly size?: number;
}

/** A pool of programs of ours. */
export interface ResidentPoolOptions extends ResidentProcessOptions, PoolSize {}

/** A pool of processes of some other kind. */
export interface OtherPoolOptions extends PoolSize {
  /** Starts one. */
  readonly start: () => Resident;
}

/** Resident processes for jobs of one kind: each does one job at a time, jobs beyond that wait in order. */
export class ResidentPool<Job> {
  readonly #start: () => Resident;
  readonly #idle: Resident[] = [];
  readonly #busy = new Set<Resident>();
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(options: ResidentPoolOptions | OtherPoolOptions) {
    this.#start = 'start' in options ? options.start : () => new ResidentProcess(options);
    this.#free = options.size ?? (process.env.AWS_LAMBDA_FUNCTION_NAME ? 1 : availableParallelism());
  }

  /** Starts a process ahead of the first job. */
  warmUp(): void {
    if (this.#idle.length + this.#busy.size === 0) this.#idle.push(this.#start());
  }

  /**
   * Does a job in a process of the pool; a process that dies or is killed costs its own job only.
   * @param signal ends the job when it is aborted, or keeps it from being begun
   * @throws ConversionError
   */
  async run(job: Job, signal?: AbortSignal): Promise<unknown> {
    await this.#turn(signal);
    const worker = this.#takeIdle() ?? this.#start();
    const stop = () => worker.stop();
    signal?.addEventListener('abort', stop);
    this.#busy.add(worker);
    try {
      return await worker.run(job);
    } finally {
      signal?.removeEventListener('abort', stop);
      this.#busy.delete(worker);
      if (worker.usable) this.#idle.push(worker);
      this.#next();
    }
  }

  /** Ends all processes; jobs in them fail. The pool starts anew with the next job. */
  stop(): void {
    for (const worker of [...this.#idle.splice(0), ...this.#busy]) worker.stop();
  }

  async #turn(signal: AbortSignal | undefined): Promise<void> {
    if (this.#free > 0) {
      this.#free--;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      this.#waiting.push(resolve);
      signal?.addEventListener('abort', () => {
        const place = this.#waiting.indexOf(resolve);
        if (place < 0) return; // it has had its turn
        this.#waiting.splice(place, 1);
        reject(new ConversionError('ENGINE_TIMED_OUT', 'The conversion was not begun in time. Try again later.'));
      });
    });
  }

  /** Hands the place on, so that a newcomer cannot overtake who waits. */
  #next(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free++;
  }

  #takeIdle(): Resident | undefined {
    for (;;) {
      const worker = this.#idle.pop();
      if (!worker || worker.usable) return worker;
    }
  }
}
