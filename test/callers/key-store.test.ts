import { describe, expect, it } from 'vitest';
import { digestOf } from '../../functions/callers/api-key.ts';
import { makeKey } from '../../functions/callers/make-key.ts';
import { CALLER_STORES } from './implementations.ts';

describe.each(CALLER_STORES)('keys %s', (_, use) => {
  const stores = use();

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
