import { locateProgram } from '../locate-program.ts';
import { Thread } from './thread.ts';

export interface ThreadPoolProps {
  /** The program of each thread, relative to the repository; it answers each message with another. */
  readonly program: string;
  /** How many run at once. */
  readonly threads: number;
  /** How long an answer may take, in milliseconds. */
  readonly limit: number;
  /** How long a question may wait for a thread, in milliseconds. */
  readonly longestWait: number;
}

/** A pool of threads that answer questions. Threads are started on demand, and terminated at their time limit. */
export class ThreadPool<Question, Answer> {
  readonly #props: ThreadPoolProps;
  readonly #idle: Thread[] = [];
  readonly #waiting: (() => void)[] = [];
  #busy = 0;

  constructor(props: ThreadPoolProps) {
    this.#props = props;
  }

  /** Starts a thread before the first question. */
  warmUp(): void {
    if (this.#idle.length === 0 && this.#busy === 0) this.#idle.push(this.#start());
  }

  /**
   * Answers a question. Its time limit starts when a thread begins with it.
   * @param ask makes the question; called when a thread is free
   * @throws ThreadLimitExceeded; other errors are our fault: a thread fails, or none gets free in time
   */
  async answer(ask: () => Question): Promise<Answer> {
    await this.#turn();
    let thread = this.#idle.pop();
    while (thread?.dead) thread = this.#idle.pop();
    thread ??= this.#start();
    try {
      await thread.ready();
      const answer = await thread.answer(ask(), this.#props.limit);
      this.#idle.push(thread);
      return answer as Answer;
    } catch (error) {
      thread.end();
      throw error;
    } finally {
      this.#pass();
    }
  }

  #start(): Thread {
    return new Thread(locateProgram(this.#props.program));
  }

  /** Waits for a free thread. */
  async #turn(): Promise<void> {
    if (this.#busy >= this.#props.threads) return this.#queue();
    this.#busy++;
  }

  #pass(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#busy--;
  }

  #queue(): Promise<void> {
    return new Promise((resolve, reject) => {
      const proceed = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(proceed), 1);
        reject(new Error(`No thread was free for ${this.#props.longestWait} ms.`));
      }, this.#props.longestWait);
      this.#waiting.push(proceed);
    });
  }
}
