import type { JobQueue } from '../../functions/conversion/stores.ts';

/** How often a message is delivered before it is dropped: more often than a job has attempts. */
const DELIVERIES = 5;

interface Message {
  readonly id: string;
  /** Whether its receiver is killed before it can begin. */
  readonly cursed?: boolean;
  deliveries: number;
}

/** A queue that loses messages or the responses to sending them, and delivers messages more than once. */
export class UnreliableQueue implements JobQueue {
  /** Messages that were dropped before they were handled. */
  lost = 0;
  duplicates = 0;
  #visible: Message[] = [];
  #hidden: Message[] = [];
  readonly #random: () => number;

  constructor(random: () => number) {
    this.#random = random;
  }

  async send({ id }: Pick<Parameters<JobQueue['send']>[0], 'id'>): Promise<void> {
    const luck = this.#random();
    if (luck < 0.02) throw new Error('The queue is not there');
    this.#visible.push({ id, cursed: luck > 0.95, deliveries: 0 });
    if (luck < 0.04) throw new Error('The answer of the queue was lost');
    if (luck < 0.2) this.#duplicate(id);
  }

  /** Delivers all messages, many at once; unhandled ones become visible again by `reveal`. */
  async work(handle: (id: string) => Promise<unknown>): Promise<void> {
    const worker = async () => {
      for (let message = this.#visible.shift(); message; message = this.#visible.shift())
        await this.#deliver(message, handle);
    };
    await Promise.all(Array.from({ length: 12 }, worker));
  }

  /** Ends the visibility timeout of unhandled messages. @returns whether there are any */
  reveal(): boolean {
    this.#visible = this.#hidden;
    this.#hidden = [];
    return this.#visible.length > 0;
  }

  async #deliver(message: Message, handle: (id: string) => Promise<unknown>): Promise<void> {
    if (message.deliveries >= DELIVERIES) {
      this.lost += 1;
      return;
    }
    message.deliveries += 1;
    try {
      if (message.cursed) throw new Error('killed');
      await handle(message.id);
    } catch {
      this.#hidden.push(message);
    }
  }

  #duplicate(id: string): void {
    this.duplicates += 1;
    this.#visible.push({ id, deliveries: 0 });
  }
}
