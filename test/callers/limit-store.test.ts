import { afterEach, describe, expect, it, vi } from 'vitest';
import { monthOf } from '../../functions/callers/months.ts';
import { newConversionId } from '../../functions/conversion/conversion.ts';
import { newAccount } from '../support/new-account.ts';
import { CALLER_STORES } from './implementations.ts';

const HOUR = 3_600_000;

const NOTHING = { conversions: 0, engineSeconds: 0, bytesIn: 0, bytesOut: 0 };

function atTime(moment: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: moment });
}

afterEach(() => {
  vi.useRealTimers();
});

describe.each(CALLER_STORES)('what callers have used, %s', (_, use) => {
  const stores = use();
  const take = (caller: string, plan: object = {}, id = newConversionId()) =>
    stores.limits.take(caller, id, Date.now() + HOUR, plan);

  describe('a rate', () => {
    it('admits exactly its burst of simultaneous requests', async () => {
      atTime(Date.now());
      const caller = newAccount();
      const all = Array.from({ length: 60 }, () => stores.limits.pass(caller, { requestsPerSecond: 1, burst: 20 }));
      const states = await Promise.all(all);
      expect(states.filter(({ passed }) => passed)).toHaveLength(20);
      expect(new Set(states.map(({ remaining }) => remaining)).size).toBe(20);
    });

    it('lets another pass when its time has come, and as many as ever after a while', async () => {
      const caller = newAccount();
      const pass = () => stores.limits.pass(caller, { requestsPerSecond: 2, burst: 2 });
      const start = Date.now();
      atTime(start);
      expect([(await pass()).passed, (await pass()).passed]).toEqual([true, true]);
      expect(await pass()).toMatchObject({ passed: false, remaining: 0, retryAfter: 500, reset: 1000 });
      atTime(start + 499);
      expect((await pass()).passed).toBe(false);
      atTime(start + 500);
      expect(await pass()).toMatchObject({ passed: true, remaining: 0 });
      atTime(start + 10_000);
      expect(await pass()).toMatchObject({ passed: true, remaining: 1 });
    });
  });

  it.each([
    [{ atOnce: 7 }, 'too many at once'],
    [{ conversionsPerMonth: 7 }, 'no conversions left'],
  ])('is exactly what the plan allows, of simultaneous requests: %j', async (plan, refusal) => {
    const caller = newAccount();
    const asked = await Promise.all(Array.from({ length: 40 }, () => take(caller, plan)));
    const outcomes = asked.map(({ outcome }) => outcome);
    expect(outcomes.sort()).toEqual([...Array(7).fill('taken'), ...Array(33).fill(refusal)].sort());
    expect(await stores.limits.use(caller, monthOf(Date.now()))).toEqual({ ...NOTHING, conversions: 7 });
  });

  describe('a place', () => {
    it('is released once when its conversion has ended, however often that is reported', async () => {
      const caller = newAccount();
      const id = newConversionId();
      await take(caller, { atOnce: 1 }, id);
      expect((await take(caller, { atOnce: 1 })).outcome).toBe('too many at once');
      const used = { engineSeconds: 1.5, bytesIn: 5_000_000_000, bytesOut: 77 };
      for (let told = 0; told < 3; told += 1) await stores.limits.release(caller, id, used);
      expect(await stores.limits.use(caller, monthOf(Date.now()))).toEqual({ conversions: 1, ...used });
      expect((await take(caller, { atOnce: 1 })).outcome).toBe('taken');
    });

    it('that was taken after an end, by a request that repeats the first, is not freed by it', async () => {
      const caller = newAccount();
      const id = newConversionId();
      const first = Date.now() + HOUR;
      await stores.limits.take(caller, id, first, {});
      await stores.limits.release(caller, id, { engineSeconds: 1, heldUntil: first });
      await stores.limits.take(caller, id, first + 1, {});
      await stores.limits.release(caller, id, { engineSeconds: 1, heldUntil: first });
      await stores.limits.release(caller, id, {});
      expect(await stores.limits.use(caller, monthOf(Date.now()))).toEqual({
        ...NOTHING,
        conversions: 1,
        engineSeconds: 1,
      });
    });

    it('of a conversion that failed is not counted', async () => {
      const caller = newAccount();
      const id = newConversionId();
      await take(caller, { conversionsPerMonth: 1 }, id);
      await stores.limits.release(caller, id, {});
      await stores.limits.release(caller, id, {});
      expect(await stores.limits.use(caller, monthOf(Date.now()))).toEqual(NOTHING);
    });

    it('is taken once for a conversion, however often it is requested', async () => {
      const caller = newAccount();
      const id = newConversionId();
      const asked = await Promise.all(Array.from({ length: 20 }, () => take(caller, { atOnce: 1 }, id)));
      expect(asked.map(({ outcome }) => outcome).sort()).toEqual(['taken', ...Array(19).fill('held')].sort());
      expect((await stores.limits.use(caller, monthOf(Date.now()))).conversions).toBe(1);
    });

    it('that is never released expires, and is not counted', async () => {
      const caller = newAccount();
      atTime(Date.UTC(2026, 10, 10));
      await take(caller, { atOnce: 1 });
      const month = monthOf(Date.now());
      expect((await stores.limits.use(caller, month)).conversions).toBe(1);
      atTime(Date.now() + HOUR + 1);
      expect((await stores.limits.use(caller, month)).conversions).toBe(0);
      expect((await take(caller, { atOnce: 1 })).outcome).toBe('taken');
      expect((await stores.limits.use(caller, month)).conversions).toBe(1);
    });
  });

  describe('a month', () => {
    it('has as many seconds of engines, give or take what is under way', async () => {
      const caller = newAccount();
      const id = newConversionId();
      expect((await take(caller, { engineSecondsPerMonth: 10 }, id)).outcome).toBe('taken');
      await stores.limits.release(caller, id, { engineSeconds: 10 });
      expect((await take(caller, { engineSecondsPerMonth: 10 })).outcome).toBe('no engine seconds left');
    });

    it('begins with nothing used', async () => {
      const caller = newAccount();
      atTime(Date.UTC(2026, 10, 30, 12));
      const id = newConversionId();
      await take(caller, { conversionsPerMonth: 1 }, id);
      await stores.limits.release(caller, id, { engineSeconds: 1 });
      expect((await take(caller, { conversionsPerMonth: 1 })).outcome).toBe('no conversions left');
      atTime(Date.UTC(2026, 11, 1, 12));
      expect((await take(caller, { conversionsPerMonth: 1 })).outcome).toBe('taken');
      expect((await stores.limits.use(caller, '2026-11')).conversions).toBe(1);
    });

    it('has what ended in the first minutes of the next', async () => {
      const caller = newAccount();
      const id = newConversionId();
      atTime(Date.UTC(2026, 10, 30, 23, 59));
      await take(caller, {}, id);
      atTime(Date.UTC(2026, 11, 1, 0, 5));
      await stores.limits.release(caller, id, { engineSeconds: 7 });
      expect(await stores.limits.use(caller, '2026-11')).toEqual({ ...NOTHING, conversions: 1, engineSeconds: 7 });
    });
  });
});
