import { Worker } from 'node:worker_threads';
import { limitWork } from './work-limit.ts';

/** How long a thread may take to start, in milliseconds: longer than any machine needs. */
const START_LIMIT = 30_000;
/** What its objects may take, in megabytes. */
const MEMORY = 256;

/** A thread took longer than it may, or more memory. */
export class ThreadLimitExceeded extends Error {
  override readonly name = 'ThreadLimitExceeded';
}

/** A thread that answers questions one after the other. It keeps the process alive only while it has one. */
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
    this.#started = this.#message((over) => limitTime(START_LIMIT, over));
    // Who asks hears of it.
    this.#started.catch(() => undefined);
    this.#worker.unref();
  }

  /** Whether it answers no more. */
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
   * Its answer to a question, within a time of work in milliseconds.
   * @throws ThreadLimitExceeded, or whatever ended the thread
   */
  async answer(question: unknown, transfer: ArrayBuffer[], limit: number): Promise<unknown> {
    this.#worker.ref();
    this.#worker.postMessage(question, transfer);
    const answer = await this.#message((over) => limitWork(this.#worker, limit, over));
    this.#worker.unref();
    return answer;
  }

  /** Ends it, whatever it is doing. */
  end(): void {
    this.#dead = true;
    void this.#worker.terminate();
  }

  /**
   * Its next message.
   * @param watch starts to watch for what takes too long, and calls back then; gives what ends the watch
   */
  #message(watch: (over: () => void) => () => void): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const worker = this.#worker;
      const settle = (act: () => void) => {
        unwatch();
        worker.off('message', onMessage).off('error', onError).off('exit', onExit);
        act();
      };
      const onMessage = (message: unknown) => settle(() => resolve(message));
      const onError = (error: unknown) =>
        settle(() => reject(isOutOfMemory(error) ? new ThreadLimitExceeded() : error));
      const onExit = (code: number) => settle(() => reject(new Error(`A thread ended with ${code}.`)));
      const over = () => settle(() => reject(new ThreadLimitExceeded()));
      // Where this thread was busy itself, the answer may lie there already: then it comes first.
      const unwatch = watch(() => setImmediate(over));
      worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    });
  }
}

/** Calls back after a time in milliseconds. */
function limitTime(limit: number, over: () => void): () => void {
  const timer = setTimeout(over, limit).unref();
  return () => clearTimeout(timer);
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
