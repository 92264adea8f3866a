import { ConversionError } from '../../conversion/errors.ts';
import { LIMITS } from './page-limits.ts';

/** The error where something keeps the browser from answering, or has ended it: the browser is of no more use. */
export class BrowserLost extends ConversionError {
  constructor(message: string, cause?: unknown) {
    super('TOO_COMPLEX', message, { cause });
  }
}

const TOO_LONG = 'The page takes longer to be drawn than is given to one. Simplify or divide it first.';
const SCRIPTS = `The scripts of the page run for more than ${LIMITS.scripts / 1000} seconds. Remove or shorten them first.`;

/** How soon a page answers once a script is ended that has kept it from that, in milliseconds. */
const AT_ONCE = 300;

/** The time that a page is given from its opening on. */
export class PageTime {
  readonly #deadline = performance.now() + LIMITS.drawing;
  readonly #lost = Promise.withResolvers<never>();

  constructor() {
    this.#lost.promise.catch(() => undefined);
  }

  /** Ends all waiting: the page is gone. */
  abort(message: string): void {
    this.#lost.reject(new BrowserLost(message));
  }

  /**
   * Waits for something as long as there is time.
   * @throws BrowserLost
   */
  async within<T>(work: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new BrowserLost(TOO_LONG)), Math.max(0, this.#deadline - performance.now()));
    });
    try {
      return await Promise.race([work, late, this.#lost.promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Waits for an answer; where it does not come, ends the script that may be what keeps it from coming.
   * @param endScript ends the script that the page is running
   * @throws BrowserLost
   */
  async answerOf<T>(answer: Promise<T>, endScript: () => void, patience = LIMITS.scripts + LIMITS.answer): Promise<T> {
    answer.catch(() => undefined);
    if (!(await this.within(settles(answer, patience)))) {
      endScript();
      // What answers at once then was kept by that; what answers later had much to draw.
      if (await this.within(settles(answer, AT_ONCE))) throw new BrowserLost(SCRIPTS);
    }
    return this.within(answer);
  }
}

/** Whether something ends in a time, whichever way. */
export async function settles(work: Promise<unknown>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds);
  });
  const done = work.then(
    () => true,
    () => true,
  );
  const inTime = await Promise.race([done, late]);
  clearTimeout(timer);
  return inTime;
}
