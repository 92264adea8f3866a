import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { DelayedQueue } from '../../functions/services/dropped.ts';
import { pause } from '../dispatch/account.ts';

/** As of `lib/drop-folder`: how often a message comes, how many at once, and when one that failed comes again. */
const CALLS = 12;
const BATCH = 10;
const HIDDEN = 330_000;

interface Message {
  readonly messageId: string;
  readonly body: string;
  calls: number;
}

/** A queue with an event source mapping to a function, by the fake clock of tests. */
export class SimulatedQueue implements DelayedQueue {
  readonly deadLetters: Message[] = [];
  sent = 0;
  readonly #handler: (event: SQSEvent) => Promise<SQSBatchResponse>;
  readonly #visible: Message[] = [];
  /** Invisible messages, by the second in which they become visible. */
  readonly #later = new Map<number, Message[]>();
  #looked = Math.floor(Date.now() / 1000);
  #stopped = false;

  constructor(handler: (event: SQSEvent) => Promise<SQSBatchResponse>) {
    this.#handler = handler;
  }

  async send(body: string, delay: number): Promise<void> {
    if (delay > 900_000) throw new Error('SQS holds no message back for so long');
    this.sent += 1;
    this.#putOff({ messageId: `${this.sent}`, body, calls: 0 }, delay);
  }

  /** Invokes the function with the messages until it is stopped, so often at once. */
  start(atOnce: number): void {
    for (let poller = 0; poller < atOnce; poller += 1) void this.#poll();
  }

  stop(): void {
    this.#stopped = true;
  }

  async #poll(): Promise<void> {
    while (!this.#stopped) {
      this.#look();
      const batch = this.#visible.splice(0, BATCH);
      if (batch.length > 0) await this.#call(batch);
      await pause(batch.length > 0 ? 100 : 500);
    }
  }

  async #call(batch: readonly Message[]): Promise<void> {
    const { batchItemFailures } = await this.#handler({ Records: batch } as unknown as SQSEvent);
    for (const { itemIdentifier } of batchItemFailures) {
      const message = batch.find(({ messageId }) => messageId === itemIdentifier);
      if (!message) continue;
      message.calls += 1;
      if (message.calls >= CALLS) this.deadLetters.push(message);
      else this.#putOff(message, HIDDEN);
    }
  }

  #putOff(message: Message, delay: number): void {
    const second = Math.max(Math.ceil((Date.now() + delay) / 1000), this.#looked + 1);
    const others = this.#later.get(second);
    if (others) others.push(message);
    else this.#later.set(second, [message]);
  }

  #look(): void {
    for (const now = Math.floor(Date.now() / 1000); this.#looked < now; ) {
      this.#looked += 1;
      this.#visible.push(...(this.#later.get(this.#looked) ?? []));
      this.#later.delete(this.#looked);
    }
  }
}
