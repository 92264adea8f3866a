import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * How many bytes of bodies may be in memory at once: each is there as a body, as a file and as what detection looks at.
 * What would be more is streamed to the disk by the ingest server, and waits in the queue.
 */
const MOST_HELD = 48 * 1024 * 1024;

/** Counts the bytes of the requests that are being answered from memory. */
export class HeldBodies {
  readonly #most: number;
  #held = 0;

  constructor(most = MOST_HELD) {
    this.#most = most;
  }

  /** Counts in a request until it is answered. @returns false, and does not, when there is no room for it */
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
