import { locateProgram } from '../locate-program.ts';
import { Thread } from './thread.ts';

export interface ThreadPoolProps {
  /** The program of each thread, a path relative to the repository; it answers each message with one. */
  readonly program: string;
  /** How many run at once. */
  readonly threads: number;
  /** How long one may work on an answer, in milliseconds of a processor. */
  readonly limit: number;
  /** How long a question may wait for a thread, in milliseconds. */
  readonly longestWait: number;
}

/** Threads that answer questions, one after the other each, started when they are first needed and ended when they take too long. */
export class ThreadPool<Question, Answer> {
  readonly #props: ThreadPoolProps;
  readonly #idle: Thread[] = [];
  readonly #waiting: (() => void)[] = [];
  #busy = 0;

  constructor(props: ThreadPoolProps) {
    this.#props = props;
  }

  /** Starts a thread, so that the first question finds one. */
  warmUp(): void {
    if (this.#idle.length === 0 && this.#busy === 0) this.#idle.push(this.#start());
  }

  /**
   * The answer to a question. Its time counts from when a thread begins with it.
   * @param ask the question and what of it is handed over rather than copied, called when its turn has come
   * @throws ThreadLimitExceeded; else what is wrong with us: nothing answers, or the threads are busy for too long
   */
  async answer(ask: () => { question: Question; transfer?: ArrayBuffer[] }): Promise<Answer> {
    await this.#turn();
    let thread = this.#idle.pop();
    while (thread?.dead) thread = this.#idle.pop();
    thread ??= this.#start();
    try {
      await thread.ready();
      const { question, transfer } = ask();
      const answer = await thread.answer(question, transfer ?? [], this.#props.limit);
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

  /** Waits until a thread is free: fewer questions are being answered, or one is over and makes room. */
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
        reject(new Error(`No thread had time for ${this.#props.longestWait} ms.`));
      }, this.#props.longestWait);
      this.#waiting.push(proceed);
    });
  }
}
