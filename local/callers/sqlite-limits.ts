import type { DatabaseSync } from 'node:sqlite';
import { monthOf } from '../../functions/callers/months.ts';
import type { Plan } from '../../functions/callers/plans.ts';
import { cellsOf, rateState } from '../../functions/callers/rate.ts';
import type { LimitStore, MonthlyUse, RateState, SlotEnd, SlotTaken } from '../../functions/callers/stores.ts';

/** The rates, slots and monthly usage of callers on this machine. */
export class SqliteLimits implements LimitStore {
  readonly #statements: ReturnType<typeof prepare>;

  constructor(database: DatabaseSync) {
    this.#statements = prepare(database);
  }

  async pass(caller: string, rate: { requestsPerSecond: number; burst: number }): Promise<RateState> {
    const now = Date.now();
    const cells = cellsOf(rate);
    const arrival = Math.max(Number(this.#statements.arrival.get(caller)?.arrival ?? 0), now);
    if (arrival > now + cells.tolerance) return rateState(false, arrival, now, cells);
    this.#statements.setArrival.run(caller, arrival + cells.interval);
    return rateState(true, arrival + cells.interval, now, cells);
  }

  async take(caller: string, id: string, until: number, plan: Plan): Promise<SlotTaken> {
    const now = Date.now();
    const month = monthOf(now);
    this.#freeOverdue(caller, now);
    const use = this.#use(caller, month);
    const held = this.#statements.slots.all(caller);
    if (held.some((slot) => slot.id === id)) return { outcome: 'held', use };
    if (use.conversions >= (plan.conversionsPerMonth ?? Number.POSITIVE_INFINITY))
      return { outcome: 'no conversions left', use };
    if (use.engineSeconds >= (plan.engineSecondsPerMonth ?? Number.POSITIVE_INFINITY))
      return { outcome: 'no engine seconds left', use };
    if (held.length >= (plan.atOnce ?? Number.POSITIVE_INFINITY)) return { outcome: 'too many at once', use };
    this.#statements.hold.run(caller, id, month, until);
    this.#statements.count.run(caller, month, 1, 0, 0, 0);
    return { outcome: 'taken', use: { ...use, conversions: use.conversions + 1 } };
  }

  async release(caller: string, id: string, end: SlotEnd): Promise<void> {
    this.#free(caller, id, end);
  }

  async use(caller: string, month: string): Promise<MonthlyUse> {
    this.#freeOverdue(caller, Date.now());
    return this.#use(caller, month);
  }

  /** Deletes the rates of callers whose whole burst is available again. */
  forget(now: number): void {
    this.#statements.forget.run(now);
  }

  #use(caller: string, month: string): MonthlyUse {
    const row = this.#statements.use.get(caller, month);
    return {
      conversions: Number(row?.conversions ?? 0),
      engineSeconds: Number(row?.seconds ?? 0),
      bytesIn: Number(row?.bytes_in ?? 0),
      bytesOut: Number(row?.bytes_out ?? 0),
    };
  }

  #freeOverdue(caller: string, now: number): void {
    for (const { id, until } of this.#statements.slots.all(caller))
      if (Number(until) <= now) this.#free(caller, String(id), {});
  }

  #free(caller: string, id: string, end: SlotEnd): void {
    const slot = this.#statements.free.get(caller, id, end.heldUntil ?? Number.MAX_SAFE_INTEGER);
    if (!slot) return;
    const month = String(slot.month);
    const { engineSeconds, bytesIn = 0, bytesOut = 0 } = end;
    if (engineSeconds === undefined) this.#statements.count.run(caller, month, -1, 0, 0, 0);
    else this.#statements.count.run(caller, month, 0, engineSeconds, bytesIn, bytesOut);
  }
}

function prepare(database: DatabaseSync) {
  return {
    arrival: database.prepare('SELECT arrival FROM rates WHERE caller = ?'),
    setArrival: database.prepare('INSERT OR REPLACE INTO rates (caller, arrival) VALUES (?, ?)'),
    forget: database.prepare('DELETE FROM rates WHERE arrival <= ?'),
    use: database.prepare('SELECT conversions, seconds, bytes_in, bytes_out FROM use WHERE caller = ? AND month = ?'),
    count: database.prepare(
      `INSERT INTO use (caller, month, conversions, seconds, bytes_in, bytes_out) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET
         conversions = conversions + excluded.conversions, seconds = seconds + excluded.seconds,
         bytes_in = bytes_in + excluded.bytes_in, bytes_out = bytes_out + excluded.bytes_out`,
    ),
    slots: database.prepare('SELECT id, until FROM slots WHERE caller = ?'),
    hold: database.prepare('INSERT INTO slots (caller, id, month, until) VALUES (?, ?, ?, ?)'),
    free: database.prepare('DELETE FROM slots WHERE caller = ? AND id = ? AND until <= ? RETURNING month'),
  };
}
