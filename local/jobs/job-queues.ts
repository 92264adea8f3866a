import type { Backlog, JobQueue, QueuedJob } from '../../functions/conversion/stores.ts';
import { type Handle, JobLine } from './job-line.ts';

/**
 * How many jobs of an engine may wait, if nobody says otherwise. Two processors do about one large photo a second, and a
 * job is given up some ten minutes after its request: what comes behind so many would wait in vain, and take space.
 */
const LONGEST_QUEUE = 500;

/** How the jobs of this machine are done. */
export interface JobQueuesOptions {
  /** The engines, and how long a job of each that failed is left alone before it is tried again, in milliseconds. */
  readonly engines: Readonly<Record<string, number>>;
  /** How many jobs of an engine are done at once, see `Places`. */
  readonly concurrency: number;
  /** How many jobs of an engine may wait. @default 500 */
  readonly longest?: number | undefined;
  /** Does a job. One that it throws at is tried again. */
  readonly handle: Handle;
}

/**
 * The queues of the jobs of this machine, in this process and with what takes the jobs from them: it does what on AWS SQS
 * does, and Lambda's event source mappings. Here each engine has a queue: they cost nothing.
 */
export class JobQueues implements JobQueue {
  readonly #lines: ReadonlyMap<string, JobLine>;
  readonly #longest: number;

  constructor({ engines, concurrency, longest = LONGEST_QUEUE, handle }: JobQueuesOptions) {
    this.#longest = longest;
    const lines = Object.entries(engines).map(
      ([engine, pause]) => [engine, new JobLine({ concurrency, handle, pause })] as const,
    );
    this.#lines = new Map(lines);
  }

  async send({ id, engine, originalFormat, caller }: QueuedJob): Promise<void> {
    this.#line(engine).add(id, originalFormat, caller);
  }

  backlog(engine: string): Backlog {
    const { waiting } = this.#line(engine);
    if (waiting >= this.#longest) return 'full';
    return waiting > 0 ? 'some' : 'none';
  }

  /** Begins no other job, and waits for those that have begun. */
  async stop(): Promise<void> {
    await Promise.all([...this.#lines.values()].map((line) => line.stop()));
  }

  #line(engine: string): JobLine {
    const line = this.#lines.get(engine);
    if (line) return line;
    throw new Error(`There is no queue for the engine ${engine} on this machine`);
  }
}
