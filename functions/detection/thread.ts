import { Worker } from 'node:worker_threads';

/** The time limit for starting a thread, in milliseconds. */
const START_LIMIT = 30_000;
/** The heap limit of a thread, in MB. */
const MEMORY = 256;

/** A thread exceeded its limit of time or memory. */
export class ThreadLimitExceeded extends Error {
  override readonly name = 'ThreadLimitExceeded';
}

/** A thread that answers one question at a time. It keeps the process alive only while it works. */
export class Thread {
  readonly #worker: Worker;
  readonly #started: Promise<unknown>;
  #dead = false;

  /** @param path of a program that sends a message when it has started, then one for each it gets */
  constructor(path: string) {
    this.#worker = new Worker(path, {
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MEMORY },
    });
    this.#worker.on('error', () => this.end());
    this.#worker.on('exit', () => this.end());
    this.#started = this.#message(START_LIMIT);
    // The next question reports the error.
    this.#started.catch(() => undefined);
    this.#worker.unref();
  }

  /** Whether it has ended. */
  get dead(): boolean {
    return this.#dead;
  }

  /** Waits until it has started. */
  async ready(): Promise<void> {
    this.#worker.ref();
    await this.#started;
    this.#worker.unref();
  }

  /**
   * Answers a question.
   * @param limit in milliseconds
   * @throws ThreadLimitExceeded, or the error that ended the thread
   */
  async answer(question: unknown, limit: number): Promise<unknown> {
    this.#worker.ref();
    this.#worker.postMessage(question);
    const answer = await this.#message(limit);
    this.#worker.unref();
    return answer;
  }

  /** Terminates it. */
  end(): void {
    this.#dead = true;
    void this.#worker.terminate();
  }

  /** Waits for the next message, at most so many milliseconds. */
  #message(limit: number): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const worker = this.#worker;
      const settle = (act: () => void) => {
        clearTimeout(timer);
        worker.off('message', onMessage).off('error', onError).off('exit', onExit);
        act();
      };
      const onMessage = (message: unknown) => settle(() => resolve(message));
      const onError = (error: unknown) =>
        settle(() => reject(isOutOfMemory(error) ? new ThreadLimitExceeded() : error));
      const onExit = (code: number) => settle(() => reject(new Error(`A thread ended with ${code}.`)));
      const onLate = () => settle(() => reject(new ThreadLimitExceeded()));
      // If this thread was busy, the answer may have arrived already: it is processed first.
      const timer = setTimeout(() => setImmediate(onLate), limit).unref();
      worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    });
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
