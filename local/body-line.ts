import { AsyncResource } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';

/** How many bodies are read at once; up to 2 MB of each are in memory. */
const MOST = 128;

const CHECKED_EVERY = 1000;

/**
 * The idle timeout of a body, and that while others wait, in checks. They are counted instead of seconds, since a busy
 * process does not read its sockets for a while.
 */
const SILENCE = 30;
const SILENCE_WHILE_OTHERS_WAIT = 8;

/** The lowest allowed rate while others wait, in bytes a second. */
const SLOWEST = 4096;

/** The progress of a body. */
interface Progress {
  /** `bytesRead` of the connection at the beginning of the body, and at the last check. */
  readonly before: number;
  read: number;
  /** The count of checks since the beginning, and since the last byte. */
  checks: number;
  silent: number;
}

/**
 * Bounds how many bodies of requests are read at once, first in, first out. A body that waits is not read, and takes no
 * memory. An idle connection is destroyed, and a slow one while others wait.
 */
export class BodyLine {
  readonly #most: number;
  readonly #reading = new Map<IncomingMessage, Progress>();
  readonly #discarded = new Map<IncomingMessage, Progress>();
  readonly #waiting = new Map<IncomingMessage, () => void>();
  #check: NodeJS.Timeout | undefined;

  constructor(most = MOST) {
    this.#most = most;
  }

  /** Calls a function that reads the body of a request, now or in its turn, in the async context of the caller. */
  begin(request: IncomingMessage, act: () => void): void {
    if (this.#reading.size < this.#most) this.#start(request, act);
    else {
      this.#waiting.set(request, AsyncResource.bind(act));
      request.once('close', () => this.#waiting.delete(request));
    }
  }

  /** Watches a body that is discarded: it does not count, but must not go on for ever. */
  discard(request: IncomingMessage): void {
    this.#watch(request, this.#discarded);
  }

  #start(request: IncomingMessage, act: () => void): void {
    this.#watch(request, this.#reading);
    act();
  }

  #watch(request: IncomingMessage, watched: Map<IncomingMessage, Progress>): void {
    const { bytesRead } = request.socket;
    watched.set(request, { before: bytesRead, read: bytesRead, checks: 0, silent: 0 });
    const done = () => {
      if (watched.delete(request)) this.#next();
    };
    request.once('end', done).once('close', done);
    this.#check ??= setInterval(() => this.#checkAll(), CHECKED_EVERY).unref();
  }

  #next(): void {
    for (const [request, act] of this.#waiting) {
      if (this.#reading.size >= this.#most) break;
      this.#waiting.delete(request);
      this.#start(request, act);
    }
    if (this.#reading.size + this.#discarded.size > 0) return;
    clearInterval(this.#check);
    this.#check = undefined;
  }

  #checkAll(): void {
    for (const watched of [this.#reading, this.#discarded])
      for (const [request, progress] of watched)
        if (this.#isGone(request, progress)) request.destroy(new Error('The client fell silent'));
  }

  #isGone({ socket }: IncomingMessage, progress: Progress): boolean {
    progress.checks += 1;
    progress.silent = socket.bytesRead > progress.read ? 0 : progress.silent + 1;
    progress.read = socket.bytesRead;
    if (this.#waiting.size === 0) return progress.silent >= SILENCE;
    const isSlow = progress.read - progress.before < (SLOWEST * progress.checks * CHECKED_EVERY) / 1000;
    return progress.silent >= SILENCE_WHILE_OTHERS_WAIT || (isSlow && progress.checks > SILENCE_WHILE_OTHERS_WAIT);
  }
}
