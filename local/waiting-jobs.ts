import type { Backlog, JobQueue } from '../functions/conversion/stores.ts';

/**
 * How many jobs of an engine may wait, if nobody says otherwise. Two processors do about one large photo a second, and a
 * job is given up some ten minutes after its request: what comes behind so many would wait in vain, and take space.
 */
const LONGEST_QUEUE = 500;

/** The queues of this machine, counted: how many jobs have been sent that no worker has taken. */
export class WaitingJobs implements JobQueue {
  readonly #queue: JobQueue;
  readonly #longest: number;
  readonly #waiting = new Map<string, Set<string>>();

  /** @param longest how many jobs of an engine may wait */
  constructor(queue: JobQueue, longest = LONGEST_QUEUE) {
    this.#queue = queue;
    this.#longest = longest;
  }

  async send(engine: string, id: string): Promise<void> {
    const waiting = this.#of(engine);
    waiting.add(id);
    try {
      await this.#queue.send(engine, id);
    } catch (error) {
      waiting.delete(id);
      throw error;
    }
  }

  backlog(engine: string): Backlog {
    const { size } = this.#of(engine);
    if (size >= this.#longest) return 'full';
    return size > 0 ? 'some' : 'none';
  }

  /** Notes that a worker of an engine has a job in hand. */
  taken(engine: string, id: string): void {
    this.#of(engine).delete(id);
  }

  #of(engine: string): Set<string> {
    const waiting = this.#waiting.get(engine) ?? new Set();
    this.#waiting.set(engine, waiting);
    return waiting;
  }
}
