import { causeInLog, logger } from '../../functions/logger.ts';
import type { Tried } from '../../functions/webhooks/deliver.ts';
import type { Delivery } from '../../functions/webhooks/delivery.ts';
import type { DeliveryQueue } from '../../functions/webhooks/stores.ts';
import { FairQueue } from '../jobs/fair-queue.ts';

/** How many deliveries run at once: each mostly waits for its response. */
const AT_ONCE = 50;

/** The longest queue of deliveries; further ones are dropped. */
const MOST = 10_000;

interface Waiting {
  readonly delivery: Delivery;
  /** The number of the next attempt, from 1. */
  readonly tried: number;
}

export interface DeliveriesOptions {
  /** Tries to deliver an event. */
  readonly handle: (delivery: Delivery, tried: number) => Promise<Tried>;
  /** How many deliveries run at once. @default 50 */
  readonly atOnce?: number;
}

/** The queue of deliveries to webhooks on this machine, in which accounts take turns. It replaces SQS and its function. */
export class Deliveries implements DeliveryQueue {
  readonly #options: DeliveriesOptions;
  readonly #waiting = new FairQueue<Waiting>();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #running = new Set<Promise<void>>();
  #stopped = false;

  constructor(options: DeliveriesOptions) {
    this.#options = options;
  }

  async send(delivery: Delivery): Promise<void> {
    if (this.#waiting.length + this.#timers.size >= MOST) {
      logger.error('Too many events are on their way: one was dropped', { webhook: delivery.webhook });
      return;
    }
    this.#enqueue({ delivery, tried: 1 });
  }

  /** Begins no other delivery, and waits for the running ones. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const timer of this.#timers) clearTimeout(timer);
    await Promise.all(this.#running);
  }

  #enqueue(waiting: Waiting): void {
    this.#waiting.push(waiting.delivery.account, waiting);
    this.#beginNext();
  }

  #beginNext(): void {
    if (this.#stopped || this.#running.size >= (this.#options.atOnce ?? AT_ONCE)) return;
    const next = this.#waiting.shift();
    if (!next) return;
    const running = this.#try(next).finally(() => {
      this.#running.delete(running);
      this.#beginNext();
    });
    this.#running.add(running);
  }

  async #try({ delivery, tried }: Waiting): Promise<void> {
    const entry = { webhook: delivery.webhook, event: delivery.event, tried };
    try {
      const { outcome, reason, again } = await this.#options.handle(delivery, tried);
      logger.info('An event was sent', { ...entry, outcome, reason });
      if (again !== undefined) this.#later(again, () => this.#enqueue({ delivery, tried: tried + 1 }));
    } catch (error) {
      logger.error('An event could not be sent', { ...entry, cause: causeInLog(error) });
    }
  }

  #later(milliseconds: number, act: () => void): void {
    if (this.#stopped) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      act();
    }, milliseconds);
    timer.unref();
    this.#timers.add(timer);
  }
}
