import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { transitionOf } from '../../functions/events/transition.ts';
import { rotateSecret } from '../../functions/webhooks/account-endpoints.ts';
import { deliveryOf, testDelivery } from '../../functions/webhooks/announce.ts';
import { deliver } from '../../functions/webhooks/deliver.ts';
import type { Delivery } from '../../functions/webhooks/delivery.ts';
import { DeliveryFailure } from '../../functions/webhooks/delivery-failure.ts';
import { newEndpoint, type WebhookEndpoint } from '../../functions/webhooks/endpoint.ts';
import type { PostAnswer } from '../../functions/webhooks/post.ts';
import { LONGEST_DELAY, readRetryAfter } from '../../functions/webhooks/retries.ts';
import { Deliveries } from '../../local/webhooks/deliveries.ts';
import { exampleConversion } from '../support/example-conversion.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 1440 * MINUTE;
const START = Date.UTC(2026, 10, 22, 12);

beforeEach(() => {
  vi.useFakeTimers({ now: START });
});

afterEach(() => {
  vi.useRealTimers();
});

interface Sent {
  readonly at: number;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An account with one webhook, what was sent to it, and what it answers. */
function workbench(settings: Parameters<typeof newEndpoint>[0] = { url: 'https://hooks.example.org/' }) {
  const endpoints: WebhookEndpoint[] = [newEndpoint(settings)];
  const sent: Sent[] = [];
  const bench = {
    sent,
    answer: { status: 200 } as PostAnswer | Error,
    get endpoint() {
      const [endpoint] = endpoints;
      if (!endpoint) throw new Error('there is none');
      return endpoint;
    },
    webhooks: {
      list: async (account: string) => (account === 'acme' ? endpoints : []),
      change: async (_: string, id: string, part: Partial<WebhookEndpoint>) => {
        const [endpoint] = endpoints;
        if (endpoint?.id === id) endpoints[0] = { ...endpoint, ...part };
        return endpoint?.id === id;
      },
      remove: () => endpoints.pop(),
    },
    post: async (url: string, headers: Readonly<Record<string, string>>, body: string) => {
      sent.push({ at: Date.now() - START, url, headers, body });
      if (bench.answer instanceof Error) throw bench.answer;
      return bench.answer;
    },
    times: () => sent.map(({ at }) => at),
  };
  return bench;
}

function ready(account = 'acme') {
  const conversion = exampleConversion({ account });
  const transition = transitionOf(undefined, { conversion, stored: true }, START);
  if (!transition) throw new Error('nothing happened');
  return transition;
}

/** What a receiver does with what came, with a package of others. @returns the payload */
function verify({ headers, body }: Sent, secret: string | undefined): unknown {
  return new Webhook(secret ?? '').verify(body, { ...headers });
}

describe('a delivery', () => {
  it('bears two signatures for a day after the secret was changed, and then one', async () => {
    const bench = workbench();
    const old = bench.endpoint.secrets[0]?.value;
    const { secrets } = await rotateSecret('acme', bench.endpoint.id, bench.webhooks);
    expect(secrets[0]?.value).not.toBe(old);
    const delivery = deliveryOf(ready(), 'acme', bench.endpoint.id);
    await deliver(delivery, 1, bench);
    vi.setSystemTime(START + DAY - SECOND);
    await deliver(delivery, 1, bench);
    for (const sent of bench.sent) {
      vi.setSystemTime(START + sent.at);
      expect(sent.headers['webhook-signature']?.split(' ')).toHaveLength(2);
      for (const secret of [old, secrets[0]?.value])
        expect(verify(sent, secret)).toMatchObject({ type: 'conversion.ready' });
    }
    vi.setSystemTime(START + DAY + SECOND);
    await deliver(delivery, 1, bench);
    const last = bench.sent.at(-1);
    expect(last?.headers['webhook-signature']?.split(' ')).toHaveLength(1);
    if (last) expect(() => verify(last, old)).toThrow();
  });

  it('goes where its request wants it, at the host of the webhook alone', async () => {
    const bench = workbench({ url: 'https://hooks.example.org/all' });
    for (const webhookUrl of ['https://hooks.example.org/one', 'https://other.example.org/', 'https://10.0.0.1/']) {
      const conversion = exampleConversion({ account: 'acme', webhookUrl });
      const transition = transitionOf(undefined, { conversion, stored: true }, START);
      if (transition) await deliver(deliveryOf(transition, 'acme', bench.endpoint.id, webhookUrl), 1, bench);
    }
    const [one, ...others] = bench.sent.map(({ url }) => url);
    expect(one).toBe('https://hooks.example.org/one');
    expect(others).toEqual(['https://hooks.example.org/all', 'https://hooks.example.org/all']);
  });

  it('is dropped when its webhook is gone, disabled, or of another account', async () => {
    const bench = workbench();
    const delivery = deliveryOf(ready(), 'acme', bench.endpoint.id);
    expect(await deliver({ ...delivery, account: 'other' }, 1, bench)).toEqual({ outcome: 'dropped' });
    await bench.webhooks.change('acme', bench.endpoint.id, { health: { disabledAt: 1 } });
    expect(await deliver(delivery, 1, bench)).toEqual({ outcome: 'dropped' });
    bench.webhooks.remove();
    expect(await deliver(delivery, 1, bench)).toEqual({ outcome: 'dropped' });
    expect(bench.sent).toEqual([]);
  });
});

describe('a webhook', () => {
  const failing = [
    ['answers 500', { status: 500 }, 'it answered with status 500'],
    ['redirects', { status: 302 }, 'it answered with status 302'],
    ['answers 404', { status: 404 }, 'it answered with status 404'],
    ['cannot be reached', new DeliveryFailure('its address is not public'), 'its address is not public'],
  ] as const;

  it.each(failing)('that %s is known to be failing, until something arrives', async (_, answer, reason) => {
    const bench = workbench();
    const delivery = deliveryOf(ready(), 'acme', bench.endpoint.id);
    bench.answer = answer;
    expect(await deliver(delivery, 1, bench)).toEqual({ outcome: 'failed', reason, again: 5 * SECOND });
    expect(bench.endpoint.health).toEqual({ failingSince: START, lastError: reason });
    vi.setSystemTime(START + MINUTE);
    await deliver(delivery, 2, bench);
    expect(bench.endpoint.health.failingSince).toBe(START);
    bench.answer = { status: 204 };
    await deliver(delivery, 3, bench);
    expect(bench.endpoint.health).toEqual({});
  });

  it('that is gone is disabled at once, and what is on its way is dropped', async () => {
    const bench = workbench();
    bench.answer = { status: 410, retryAfter: '1' };
    const delivery = deliveryOf(ready(), 'acme', bench.endpoint.id);
    expect(await deliver(delivery, 1, bench)).toEqual({ outcome: 'dropped', reason: 'it answered with status 410' });
    expect(bench.endpoint.health.disabledAt).toBe(START);
    expect(await deliver(delivery, 2, bench)).toEqual({ outcome: 'dropped' });
    expect(bench.sent).toHaveLength(1);
  });

  it('that fails for three days is disabled', async () => {
    const bench = workbench();
    bench.answer = { status: 500 };
    const delivery = deliveryOf(ready(), 'acme', bench.endpoint.id);
    await deliver(delivery, 1, bench);
    vi.setSystemTime(START + 3 * DAY - 1);
    await deliver(delivery, 1, bench);
    expect(bench.endpoint.health.disabledAt).toBeUndefined();
    vi.setSystemTime(START + 3 * DAY);
    expect((await deliver(delivery, 1, bench)).outcome).toBe('dropped');
    expect(bench.endpoint.health.disabledAt).toBe(START + 3 * DAY);
  });

  it('that is disabled can be tried out, and is used again when that arrives', async () => {
    const bench = workbench();
    await bench.webhooks.change('acme', bench.endpoint.id, { health: { failingSince: 1, disabledAt: 2 } });
    const test = testDelivery('acme', bench.endpoint.id);
    bench.answer = { status: 500 };
    expect((await deliver(test, 1, bench)).outcome).toBe('dropped');
    expect(bench.endpoint.health).toEqual({ failingSince: 1, disabledAt: 2, lastError: 'it answered with status 500' });
    bench.answer = { status: 200 };
    expect(await deliver(test, 1, bench)).toEqual({ outcome: 'delivered' });
    expect(bench.endpoint.health).toEqual({});
    const [, sent] = bench.sent;
    if (sent) expect(verify(sent, bench.endpoint.secrets[0]?.value)).toMatchObject({ type: 'webhook.test' });
  });
});

describe('deliveries', () => {
  const queueTo = (bench: ReturnType<typeof workbench>) =>
    new Deliveries({ handle: (delivery, tried) => deliver(delivery, tried, bench) });

  it.each([
    [{ status: 500 }, [0, 5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE]],
    [{ status: 503, retryAfter: '60' }, [0, MINUTE, MINUTE, 2 * MINUTE, 10 * MINUTE]],
    [{ status: 503, retryAfter: '31536000' }, [0, ...Array<number>(4).fill(LONGEST_DELAY)]],
  ])('are tried four times more, later where the answer asks for that, and no more: %j', async (answer, expected) => {
    const bench = workbench();
    bench.answer = answer;
    await queueTo(bench).send(deliveryOf(ready(), 'acme', bench.endpoint.id));
    await vi.advanceTimersByTimeAsync(4 * LONGEST_DELAY);
    const delays = bench.times().map((at, index, all) => at - (all[index - 1] ?? 0));
    expect(delays).toEqual(expected);
  });

  it('that wait for one account keep no other waiting', async () => {
    const bench = workbench();
    const order: string[] = [];
    const handle = async ({ account }: Delivery) => {
      order.push(account);
      await Promise.resolve();
      return { outcome: 'delivered' } as const;
    };
    const queue = new Deliveries({ handle, atOnce: 1 });
    for (let count = 0; count < 20; count += 1) await queue.send(deliveryOf(ready(), 'loud', bench.endpoint.id));
    await queue.send(deliveryOf(ready(), 'quiet', bench.endpoint.id));
    await vi.advanceTimersByTimeAsync(SECOND);
    expect(order).toHaveLength(21);
    expect(order.indexOf('quiet')).toBeLessThan(21 - 10);
  });
});

describe('the time until the next try', () => {
  it.each([
    ['120', 2 * MINUTE],
    ['0', 0],
    [new Date(START + MINUTE).toUTCString(), MINUTE],
    [new Date(START - MINUTE).toUTCString(), 0],
    ['soon', undefined],
    ['1e99', undefined],
    ['9'.repeat(50), undefined],
    [undefined, undefined],
  ])('is read out of %j', (text, delay) => {
    expect(readRetryAfter(text, START)).toBe(delay);
  });
});
