import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * The largest size of all bodies in memory, in bytes; of each there are copies for the file and for detection. Further
 * requests go to the ingest server, which streams them to disk, and wait in the queue.
 */
const MOST_HELD = 48 * 1024 * 1024;

/** Counts the bytes of requests whose bodies are in memory. */
export class HeldBodies {
  readonly #most: number;
  #held = 0;

  constructor(most = MOST_HELD) {
    this.#most = most;
  }

  /** Counts a request until its response has ended. @returns false when it would be too much */
  hold({ headers }: IncomingMessage, response: ServerResponse): boolean {
    const size = Number(headers['content-length'] ?? 0);
    if (this.#held + size > this.#most) return false;
    this.#held += size;
    response.once('close', () => {
      this.#held -= size;
    });
    return true;
  }
}
