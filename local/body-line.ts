import { AsyncResource } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';

/** How many are read at once, of each of which up to 2 MB are in memory. */
const MOST = 128;

const CHECKED_EVERY = 1000;

/**
 * How long a client may send nothing, in checks, and how long while others wait. Checks are counted, not time: in a
 * process that is busy time goes by without anything having been heard.
 */
const SILENCE = 30;
const SILENCE_WHILE_OTHERS_WAIT = 8;

/** What a client has to send a second, in bytes, while others wait. */
const SLOWEST = 4096;

/** How far a body has come. */
interface Progress {
  /** Bytes of the connection before the body, and by the last check. */
  readonly before: number;
  read: number;
  /** Since the body is watched, and since something was heard of it. */
  checks: number;
  silent: number;
}

/**
 * Has the bodies of requests read, some at once, in the order in which they have come. What waits is not read, so that it
 * takes no memory. Whoever falls silent is broken off, and whoever is slow while others wait.
 */
export class BodyLine {
  readonly #most: number;
  readonly #reading = new Map<IncomingMessage, Progress>();
  readonly #passedOver = new Map<IncomingMessage, Progress>();
  /** In the order in which they came. */
  readonly #waiting = new Map<IncomingMessage, () => void>();
  #check: NodeJS.Timeout | undefined;

  constructor(most = MOST) {
    this.#most = most;
  }

  /** Begins something that reads the body of a request, now or when it is its turn; then in the context of whoever asked. */
  begin(request: IncomingMessage, act: () => void): void {
    if (this.#reading.size < this.#most) this.#start(request, act);
    else {
      this.#waiting.set(request, AsyncResource.bind(act));
      request.once('close', () => this.#waiting.delete(request));
    }
  }

  /** Watches a body that nobody wants: it takes no place, but may not stay on its way for ever. */
  passOver(request: IncomingMessage): void {
    this.#watch(request, this.#passedOver);
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
    if (this.#reading.size + this.#passedOver.size > 0) return;
    clearInterval(this.#check);
    this.#check = undefined;
  }

  #checkAll(): void {
    for (const watched of [this.#reading, this.#passedOver])
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
