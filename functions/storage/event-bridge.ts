import { type EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { EVENT_SOURCE } from '../events/bus-detail.ts';
import type { BusEntry, EventBus } from '../events/event-bus.ts';

/** A bus of EventBridge. */
export class EventBridgeBus implements EventBus {
  readonly #client: Pick<EventBridgeClient, 'send'>;
  readonly #name: string;

  /** @param name of the bus */
  constructor(client: Pick<EventBridgeClient, 'send'>, name: string) {
    this.#client = client;
    this.#name = name;
  }

  async put(entries: readonly BusEntry[]): Promise<readonly boolean[]> {
    const command = new PutEventsCommand({
      Entries: entries.map(({ type, at, detail }) => ({
        EventBusName: this.#name,
        Source: EVENT_SOURCE,
        DetailType: type,
        Time: new Date(at),
        Detail: detail,
      })),
    });
    const { Entries = [] } = await this.#client.send(command);
    // In the order in which they were sent; one that was not taken has an error in the place of an identifier.
    return entries.map((_, index) => Entries[index]?.EventId !== undefined);
  }
}
