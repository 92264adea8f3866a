import { describe, expect, it } from 'vitest';
import { daysBefore } from '../../functions/callers/days.ts';
import { entryOf, type LedgerEntry } from '../../functions/callers/ledger.ts';
import { monthBefore } from '../../functions/callers/months.ts';
import { newConversionId } from '../../functions/conversion/conversion.ts';
import { exampleConversion } from '../support/example-conversion.ts';
import { CALLER_STORES } from './implementations.ts';

const NOON = Date.UTC(2026, 10, 21, 12);

let made = 0;

/** A moment on a day that no other test has. */
function someDay(): number {
  made += 1;
  return NOON + made * 10 * 86_400_000;
}

const entry = (moment: number, change: Partial<LedgerEntry> = {}): LedgerEntry => ({
  ...entryOf(exampleConversion({ createdAt: moment - 900, account: 'acme' }), moment),
  ...change,
});

async function all(entries: AsyncIterable<LedgerEntry>): Promise<LedgerEntry[]> {
  const list: LedgerEntry[] = [];
  for await (const one of entries) list.push(one);
  return list;
}

const sorted = (entries: readonly LedgerEntry[]) => entries.toSorted((a, b) => (a.id < b.id ? -1 : 1));

describe.each(CALLER_STORES)('the ledger, %s', (_, use) => {
  const stores = use();

  it('returns recorded entries, also without an account and with a plan', async () => {
    const moment = someDay();
    const { account: __, ...nobodys } = entry(moment);
    const entries = [entry(moment), nobodys, entry(moment, { plan: 'pro' })];
    for (const one of entries) expect(await stores.ledger.record(one)).toBe(true);
    expect(sorted(await all(stores.ledger.of(nobodys.day)))).toEqual(sorted(entries));
  });

  it('keeps one entry of a conversion, the first, however often and at once it is entered', async () => {
    const moment = someDay();
    const first = entry(moment);
    const told = await Promise.all(Array.from({ length: 20 }, () => stores.ledger.record(first)));
    expect(told.filter(Boolean)).toHaveLength(1);
    const later = { ...first, day: entry(moment + 86_400_000).day, bytesIn: 1 };
    expect(await stores.ledger.record(later)).toBe(false);
    expect(await all(stores.ledger.of(first.day))).toEqual([first]);
    expect(await all(stores.ledger.of(later.day))).toEqual([]);
  });

  it('gives all entries of a day, those alone, and in the same order each time', async () => {
    const moment = someDay();
    const entries = Array.from({ length: 200 }, () => entry(moment, { id: newConversionId() }));
    await Promise.all(entries.map((one) => stores.ledger.record(one)));
    await stores.ledger.record(entry(moment - 86_400_000));
    await stores.ledger.record(entry(moment + 86_400_000));
    const given = await all(stores.ledger.of(entry(moment).day));
    expect(sorted(given)).toEqual(sorted(entries));
    expect(await all(stores.ledger.of(entry(moment).day))).toEqual(given);
  });
});

describe('an entry of the ledger', () => {
  it('is of the day on which it is entered', () => {
    const conversion = exampleConversion({ createdAt: Date.UTC(2026, 10, 21, 23, 59, 50) });
    expect(entryOf(conversion, Date.UTC(2026, 10, 22, 0, 0, 1)).day).toBe('2026-11-22');
  });

  it('of a caller without a key has no address', () => {
    const nobodys = entryOf(exampleConversion({ caller: 'anonymous-0123456789abcdef' }), Date.now());
    expect(nobodys).not.toHaveProperty('account');
    expect(JSON.stringify(nobodys)).not.toContain('anonymous');
  });
});

describe('days and months', () => {
  it('are counted back over the ends of months and years, and leap days', () => {
    expect(daysBefore(Date.UTC(2028, 2, 1, 0, 45), 2)).toEqual(['2028-02-28', '2028-02-29']);
    expect(daysBefore(Date.UTC(2027, 0, 1), 1)).toEqual(['2026-12-31']);
    expect(monthBefore(Date.UTC(2026, 11, 31), 1)).toBe('2026-11');
    expect(monthBefore(Date.UTC(2026, 0, 31), 13)).toBe('2024-12');
  });
});
