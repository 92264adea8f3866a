import type { Backlog, JobQueue, QueuedJob } from '../../functions/conversion/stores.ts';
import { type Handle, JobLine } from './job-line.ts';

/**
 * How many jobs of an engine may wait. Two processors convert about one large photo a second, and the deadline of a job is
 * some ten minutes after its request: more jobs would miss it, and take disk space.
 */
const LONGEST_QUEUE = 500;

/** How the jobs of this machine are run. */
export interface JobQueuesOptions {
  /** The visibility timeout of each engine's jobs, in milliseconds: the time before a failed one is tried again. */
  readonly engines: Readonly<Record<string, number>>;
  /** How many jobs of an engine run at once, see `Permits`. */
  readonly concurrency: number;
  /** How many jobs of an engine may wait. @default 500 */
  readonly longest?: number | undefined;
  /** Runs a job. When it throws, the job is tried again. */
  readonly handle: Handle;
}

/**
 * The job queues of this machine, in this process: they replace SQS and the event source mappings of Lambda. Each engine
 * has a queue, since queues cost nothing here.
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

  /** Begins no other job, and waits for the running ones. */
  async stop(): Promise<void> {
    await Promise.all([...this.#lines.values()].map((line) => line.stop()));
  }

  #line(engine: string): JobLine {
    const line = this.#lines.get(engine);
    if (line) return line;
    throw new Error(`There is no queue for the engine ${engine} on this machine`);
  }
}
