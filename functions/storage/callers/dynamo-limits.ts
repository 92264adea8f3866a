import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ANONYMOUS_PREFIX } from '../../callers/api-key.ts';
import { endOfMonth, MONTHS_REMEMBERED, monthOf } from '../../callers/months.ts';
import type { Plan } from '../../callers/plans.ts';
import { cellsOf, rateState } from '../../callers/rate.ts';
import type { LimitStore, MonthlyUse, RateState, SlotEnd, SlotTaken } from '../../callers/stores.ts';
import { CALLER_ITEMS, CALLERS_TABLE } from '../../callers-table.ts';
import { type Change, Items } from '../items.ts';

/** How long it is remembered what an account has used in a month, after its end, in milliseconds. */
const REMEMBERED = MONTHS_REMEMBERED * 31 * 86_400_000;

/** The same for callers without a key, who cannot query their usage. */
const ANONYMOUS_REMEMBERED = 86_400_000;

/** How long a rate is remembered, in milliseconds: by then as many pass as ever, at any rate that one would set. */
const RATE_REMEMBERED = 86_400_000;

/** How often a conflicting write of the rate is retried. */
const ROUNDS = 5;

/** Of a caller: how far ahead of the clock its requests are. */
interface RateItem {
  readonly arrival: number;
}

/** Of a caller and a month: what was used, and until when each conversion under way holds its place. */
interface UseItem {
  readonly conversions?: number;
  readonly seconds?: number;
  readonly bytes_in?: number;
  readonly bytes_out?: number;
  readonly running: Readonly<Record<string, number>>;
}

/**
 * What callers have used, in DynamoDB. An item takes about a thousand writes a second, and a request makes two of them,
 * in two items: one account can send about 500 requests a second, whatever its plan says.
 */
export class DynamoLimits implements LimitStore {
  readonly #items: Items;

  constructor(client: DynamoDBClient, table: string) {
    this.#items = new Items(client, table, CALLERS_TABLE);
  }

  async pass(caller: string, rate: { requestsPerSecond: number; burst: number }): Promise<RateState> {
    const cells = cellsOf(rate);
    const id = `${CALLER_ITEMS.rates}${caller}`;
    for (let round = 1; ; round += 1) {
      const now = Date.now();
      const ttl = { ':ttl': Math.ceil((now + RATE_REMEMBERED) / 1000) };
      const passed =
        (await this.#items.update<RateItem>(id, {
          update: 'SET #arrival = #arrival + :interval, #ttl = :ttl',
          condition: '#arrival > :now AND #arrival <= :latest',
          values: { ':interval': cells.interval, ':now': now, ':latest': now + cells.tolerance, ...ttl },
        })) ??
        (await this.#items.update<RateItem>(id, {
          update: 'SET #arrival = :arrival, #ttl = :ttl',
          condition: 'attribute_not_exists(#arrival) OR #arrival <= :now',
          values: { ':arrival': now + cells.interval, ':now': now, ...ttl },
        }));
      if (passed) return rateState(true, passed.arrival, now, cells);
      // Between the two another request may have begun anew.
      const { arrival } = (await this.#items.get<RateItem>(id)) ?? { arrival: now };
      if (arrival > now + cells.tolerance || round >= ROUNDS) return rateState(false, arrival, now, cells);
    }
  }

  async take(caller: string, id: string, until: number, plan: Plan): Promise<SlotTaken> {
    const now = Date.now();
    const month = monthOf(now);
    const key = useKey(caller, month);
    // A moment that no other request has: one whose answer was lost knows its own place by it.
    const own = until - Math.random();
    const item = (await this.#take(key, id, own, plan)) ?? (await this.#takeAgain(key, id, own, plan, now));
    if (!('outcome' in item)) return { outcome: 'taken', use: useOf(item) };
    return item;
  }

  async release(caller: string, id: string, end: SlotEnd): Promise<void> {
    const { update, values } = end.engineSeconds === undefined ? NOTHING_USED : usedBy(end);
    const change: Change = {
      update: `REMOVE #running.#slot ADD ${update}`,
      // One that is not there is not below anything either.
      condition: '#running.#slot <= :until',
      values: { ...values, ':until': end.heldUntil ?? ENDLESS },
      names: { '#slot': id },
    };
    const now = Date.now();
    // What was begun in the last minutes of a month is counted there.
    for (const month of new Set([monthOf(now), monthOf(now - LONGEST_SLOT)]))
      await this.#items.update(useKey(caller, month), change);
  }

  async use(caller: string, month: string): Promise<MonthlyUse> {
    const item = await this.#items.get<UseItem>(useKey(caller, month));
    const use = useOf(item);
    // An expired slot that was not released is taken when there is no other.
    const overdue = Object.values(item?.running ?? {}).filter((until) => until <= Date.now()).length;
    return { ...use, conversions: use.conversions - overdue };
  }

  #take(key: string, id: string, until: number, plan: Plan): Promise<UseItem | undefined> {
    return this.#items.update<UseItem>(key, {
      update: 'SET #running.#slot = :until ADD #conversions :one',
      condition:
        'attribute_not_exists(#running.#slot) AND size(#running) < :most ' +
        'AND (attribute_not_exists(#conversions) OR #conversions < :conversions) ' +
        'AND (attribute_not_exists(#seconds) OR #seconds < :seconds)',
      values: {
        ':until': until,
        ':one': 1,
        ':most': plan.atOnce ?? ENDLESS,
        ':conversions': plan.conversionsPerMonth ?? ENDLESS,
        ':seconds': plan.engineSecondsPerMonth ?? ENDLESS,
      },
      names: { '#slot': id },
    });
  }

  /** Looks why there was no place, and tries once more where there may be one now. */
  async #takeAgain(key: string, id: string, until: number, plan: Plan, now: number): Promise<UseItem | SlotTaken> {
    const known = await this.#items.get<UseItem>(key);
    if (!known) await this.#begin(key, now);
    else await this.#freeOverdue(key, known, now);
    const item = await this.#take(key, id, until, plan);
    return item ?? refusalOf(await this.#items.get<UseItem>(key), id, until, plan);
  }

  /** The first conversion of a caller in a month. */
  async #begin(key: string, now: number): Promise<void> {
    const remembered = key.startsWith(`${CALLER_ITEMS.use}${ANONYMOUS_PREFIX}`) ? ANONYMOUS_REMEMBERED : REMEMBERED;
    const ttl = Math.ceil((endOfMonth(monthOf(now)) + remembered) / 1000);
    await this.#items.put({ id: key, running: {}, ttl });
  }

  /** Releases expired slots, whose worker was killed. */
  async #freeOverdue(key: string, { running }: UseItem, now: number): Promise<void> {
    for (const [slot, until] of Object.entries(running)) {
      if (until > now) continue;
      await this.#items.update(key, {
        update: 'REMOVE #running.#slot ADD #conversions :less',
        condition: '#running.#slot <= :now',
        values: { ':now': now, ':less': -1 },
        names: { '#slot': slot },
      });
    }
  }
}

/** Above any counter. */
const ENDLESS = Number.MAX_SAFE_INTEGER;

/** No place is held longer, in milliseconds. */
const LONGEST_SLOT = 2 * 3_600_000;

/** The end of a conversion that failed: it was counted when it began. */
const NOTHING_USED = { update: '#conversions :less', values: { ':less': -1 } };

function usedBy({ engineSeconds, bytesIn = 0, bytesOut = 0 }: SlotEnd) {
  return {
    update: '#seconds :seconds, #bytes_in :in, #bytes_out :out',
    values: { ':seconds': engineSeconds, ':in': bytesIn, ':out': bytesOut },
  };
}

function useKey(caller: string, month: string): string {
  return `${CALLER_ITEMS.use}${caller}#${month}`;
}

function useOf(item: UseItem | undefined): MonthlyUse {
  const { conversions = 0, seconds = 0, bytes_in = 0, bytes_out = 0 } = item ?? {};
  return { conversions, engineSeconds: seconds, bytesIn: bytes_in, bytesOut: bytes_out };
}

function refusalOf(item: UseItem | undefined, id: string, own: number, plan: Plan): SlotTaken {
  const use = useOf(item);
  const held = item?.running[id];
  if (held !== undefined) return { outcome: held === own ? 'taken' : 'held', use };
  if (use.conversions >= (plan.conversionsPerMonth ?? ENDLESS)) return { outcome: 'no conversions left', use };
  if (use.engineSeconds >= (plan.engineSecondsPerMonth ?? ENDLESS)) return { outcome: 'no engine seconds left', use };
  return { outcome: 'too many at once', use };
}
