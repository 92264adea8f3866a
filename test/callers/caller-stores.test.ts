import { describe, expect, it } from 'vitest';
import { digestOf } from '../../functions/callers/api-key.ts';
import { makeKey } from '../../functions/callers/make-key.ts';
import { newEndpoint, type WebhookEndpoint } from '../../functions/webhooks/endpoint.ts';
import { newSecret } from '../../functions/webhooks/secrets.ts';
import { newAccount } from '../support/new-account.ts';
import { CALLER_STORES } from './implementations.ts';

const endpoint = (change: Partial<WebhookEndpoint> = {}): WebhookEndpoint => ({
  ...newEndpoint({ url: 'https://hooks.example.com/', description: 'of "the" shop #1' }),
  ...change,
});

describe.each(CALLER_STORES)('the stores of callers %s', (_, use) => {
  const stores = use();

  describe('keys', () => {
    it('are found by their digest, with all that was last known of them, and kept without the key itself', async () => {
      const { token, key } = makeKey({
        account: 'acme',
        name: 'shop "1"',
        plan: 'pro',
        limits: { atOnce: 3 },
        scopes: ['usage'],
        expiresAt: Date.now() + 1000,
      });
      await stores.keys.put({ ...key, disabled: true });
      await stores.keys.put(key);
      expect(JSON.stringify(await stores.keys.list())).not.toContain(token.slice(10));
      expect(await stores.keys.find(digestOf(token))).toEqual(key);
      expect(await stores.keys.find(digestOf(`${token}x`))).toBeUndefined();
    });

    it('are listed by account, the oldest first', async () => {
      const made = [1, 2, 3].map((age) => ({ ...makeKey({ account: 'listed' }).key, createdAt: 1000 * age }));
      for (const key of made.toReversed()) await stores.keys.put(key);
      await stores.keys.put(makeKey({ account: 'other' }).key);
      expect(await stores.keys.list('listed')).toEqual(made);
      expect((await stores.keys.list()).length).toBeGreaterThan(made.length);
    });
  });

  describe('webhooks', () => {
    it('are given back as they were, the oldest first, to their account alone', async () => {
      const [account, other] = [newAccount(), newAccount()];
      const [old, young] = [endpoint({ createdAt: 1000 }), endpoint({ createdAt: 2000, events: ['conversion.ready'] })];
      for (const one of [young, old]) expect(await stores.webhooks.add(account, one, 10)).toBe(true);
      expect(await stores.webhooks.list(account)).toEqual([old, young]);
      expect(await stores.webhooks.list(other)).toEqual([]);
    });

    it('are as many as may be, of whatever number that is added at once', async () => {
      const account = newAccount();
      const added = await Promise.all(Array.from({ length: 12 }, () => stores.webhooks.add(account, endpoint(), 4)));
      expect(added.filter(Boolean)).toHaveLength(4);
      expect(await stores.webhooks.list(account)).toHaveLength(4);
      const [first] = await stores.webhooks.list(account);
      await stores.webhooks.remove(account, first?.id ?? '');
      expect(await stores.webhooks.add(account, endpoint(), 4)).toBe(true);
      expect(await stores.webhooks.add(account, endpoint(), 4)).toBe(false);
    });

    it('are changed in one part, and the other stays', async () => {
      const account = newAccount();
      const [one, other] = [endpoint({ createdAt: 1 }), endpoint({ createdAt: 2 })];
      for (const each of [one, other]) await stores.webhooks.add(account, each, 10);
      const health = { failingSince: 5, lastError: 'it answered with status 500' };
      const secrets = [newSecret(), { ...newSecret(), until: 7 }];
      expect(await stores.webhooks.change(account, one.id, { health })).toBe(true);
      expect(await stores.webhooks.change(account, one.id, { secrets })).toBe(true);
      expect(await stores.webhooks.list(account)).toEqual([{ ...one, health, secrets }, other]);
      expect(await stores.webhooks.change(account, one.id, { health: {} })).toBe(true);
      expect((await stores.webhooks.list(account))[0]?.health).toEqual({});
    });

    it('that are not there are neither changed nor deleted, nor made by that', async () => {
      const [account, other] = [newAccount(), newAccount()];
      const one = endpoint();
      await stores.webhooks.add(account, one, 10);
      for (const [whose, id] of [
        [other, one.id],
        [account, endpoint().id],
      ] as const) {
        expect(await stores.webhooks.change(whose, id, { health: { failingSince: 1 } })).toBe(false);
        expect(await stores.webhooks.remove(whose, id)).toBe(false);
      }
      expect(await stores.webhooks.list(account)).toEqual([one]);
      expect(await stores.webhooks.list(other)).toEqual([]);
      expect(await stores.webhooks.remove(account, one.id)).toBe(true);
      expect(await stores.webhooks.remove(account, one.id)).toBe(false);
      expect(await stores.webhooks.list(account)).toEqual([]);
    });
  });
});
