import { setTimeout } from 'node:timers/promises';
import { ConversionError } from '../../conversion/errors.ts';
import { LIMITS } from './page-limits.ts';

/** The error where the browser does not answer or has ended, and cannot be used any more. */
export class BrowserLost extends ConversionError {
  constructor(message: string, cause?: unknown) {
    super('TOO_COMPLEX', message, { cause });
  }
}

const TOO_LONG = 'The page needs more time than one conversion may use. Simplify or divide it first.';
const SCRIPTS = `The scripts of the page run for more than ${LIMITS.scripts / 1000} seconds. Remove or shorten them first.`;

/** How soon a page answers after the script that blocked it has been terminated, in milliseconds. */
const AT_ONCE = 300;

/** The time limit of a page, from its opening on. */
export class PageTime {
  readonly #lost = Promise.withResolvers<never>();

  constructor() {
    this.#lost.promise.catch(() => undefined);
    setTimeout(LIMITS.drawing, undefined, { ref: false }).then(() => this.abort(TOO_LONG));
  }

  /** Makes all waiting fail, because the page has ended. */
  abort(message: string): void {
    this.#lost.reject(new BrowserLost(message));
  }

  /**
   * Waits for a promise until the time limit.
   * @throws BrowserLost
   */
  within<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.#lost.promise]);
  }

  /**
   * Waits for an answer; where none comes, terminates the script that may block it.
   * @param endScript terminates the running script of the page
   * @throws BrowserLost
   */
  async answerOf<T>(answer: Promise<T>, endScript: () => void, patience = LIMITS.scripts + LIMITS.answer): Promise<T> {
    answer.catch(() => undefined);
    if (!(await this.within(settles(answer, patience)))) {
      endScript();
      // An immediate answer means that the script was blocking; a later one, that the page is slow to render.
      if (await this.within(settles(answer, AT_ONCE))) throw new BrowserLost(SCRIPTS);
    }
    return this.within(answer);
  }
}

/** Whether a promise settles within a time. */
export function settles(work: Promise<unknown>, milliseconds: number): Promise<boolean> {
  const done = work.then(
    () => true,
    () => true,
  );
  return Promise.race([done, setTimeout(milliseconds, false, { ref: false })]);
}
