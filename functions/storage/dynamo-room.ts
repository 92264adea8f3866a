import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Room } from '../conversion/room.ts';
import { CONVERSIONS_TABLE } from '../conversions-table.ts';
import { Items } from './items.ts';

/** No identifier of a conversion begins like this. */
const PREFIX = 'room#';

/** How long a room is remembered after the last of its places was taken, in milliseconds. */
const REMEMBERED = 86_400_000;

/** Until when each conversion holds its place. */
interface RoomItem {
  readonly held: Readonly<Record<string, number>>;
}

/** Rooms in DynamoDB, beside the records: each an item, which a thousand places make 50 KB large. */
export class DynamoRoom implements Room {
  readonly #items: Items;

  constructor(client: DynamoDBClient, table: string) {
    this.#items = new Items(client, table, CONVERSIONS_TABLE);
  }

  async take(name: string, id: string, until: number, most: number): Promise<boolean> {
    const key = PREFIX + name;
    // A write that is refused costs as much as one that is not, and most are refused where many wait.
    const { held } = (await this.#items.get<RoomItem>(key)) ?? (await this.#begin(key, until));
    const others = Object.entries(held).filter(([other]) => other !== id);
    const overdue = others.filter(([, end]) => end <= Date.now());
    for (const [other, end] of overdue) await this.#freeOverdue(key, other, end);
    if (others.length - overdue.length >= most) return false;
    const taken = await this.#items.update(key, {
      update: 'SET #held.#slot = :until, #ttl = :ttl',
      condition: 'attribute_exists(#held.#slot) OR size(#held) < :most',
      values: { ':until': until, ':ttl': timeToLive(until), ':most': most },
      names: { '#slot': id },
    });
    return taken !== undefined;
  }

  async free(name: string, id: string): Promise<void> {
    const condition = 'attribute_exists(#held.#slot)';
    await this.#items.update(PREFIX + name, { update: 'REMOVE #held.#slot', condition, names: { '#slot': id } });
  }

  async #begin(key: string, until: number): Promise<RoomItem> {
    const item: RoomItem = { held: {} };
    await this.#items.put({ conversion_id: key, ...item, ttl: timeToLive(until) });
    return item;
  }

  /** Frees a place whose time is over, unless it was taken anew. */
  async #freeOverdue(key: string, id: string, end: number): Promise<void> {
    await this.#items.update(key, {
      update: 'REMOVE #held.#slot',
      condition: '#held.#slot = :end',
      values: { ':end': end },
      names: { '#slot': id },
    });
  }
}

function timeToLive(until: number): number {
  return Math.ceil((until + REMEMBERED) / 1000);
}
