import { type Delivery, TEST_EVENT } from './delivery.ts';
import { DeliveryFailure } from './delivery-failure.ts';
import { healthAfterFailure, type WebhookEndpoint } from './endpoint.ts';
import type { Post, PostAnswer } from './post.ts';
import { isRegistered } from './requested-url.ts';
import { delayAfter, readRetryAfter } from './retries.ts';
import { signatures } from './secrets.ts';
import type { WebhookStore } from './stores.ts';

/** What deliveries need. */
export interface DeliveryServices {
  readonly webhooks: Pick<WebhookStore, 'list' | 'change'>;
  readonly post: Post;
}

/** The outcome of an attempt. */
export interface Tried {
  /** `dropped`: the webhook is gone or disabled; `failed` without a retry: all attempts have failed. */
  readonly outcome: 'delivered' | 'failed' | 'dropped';
  /** Why it did not arrive. */
  readonly reason?: string | undefined;
  /** Milliseconds until it is to be tried again; undefined where it is not. */
  readonly again?: number | undefined;
}

const GONE = 410;

/**
 * Tries to deliver an event.
 * @param tried how often it was tried, with this time
 * @throws what the store throws
 */
export async function deliver(delivery: Delivery, tried: number, services: DeliveryServices): Promise<Tried> {
  const { account, webhook } = delivery;
  const endpoint = (await services.webhooks.list(account)).find(({ id }) => id === webhook);
  // One that is disabled can be tried out, and is used again when that arrives.
  if (!endpoint || (endpoint.health.disabledAt !== undefined && delivery.type !== TEST_EVENT))
    return { outcome: 'dropped' };
  const { status, retryAfter, reason } = await send(delivery, endpoint, services.post);
  if (status >= 200 && status < 300) {
    if (Object.keys(endpoint.health).length > 0) await services.webhooks.change(account, webhook, { health: {} });
    return { outcome: 'delivered' };
  }
  const health = healthAfterFailure(endpoint.health, reason, status === GONE);
  await services.webhooks.change(account, webhook, { health });
  if (health.disabledAt !== undefined) return { outcome: 'dropped', reason };
  return { outcome: 'failed', reason, again: delayAfter(tried, readRetryAfter(retryAfter)) };
}

/** Signs and sends. @returns a status of 0 where no answer came */
async function send(
  { event, body, url: own }: Delivery,
  { url, secrets }: WebhookEndpoint,
  post: Post,
): Promise<PostAnswer & { readonly reason: string }> {
  const timestamp = Math.floor(Date.now() / 1000);
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'file-conversion-webhooks/1.0',
    'webhook-id': event,
    'webhook-timestamp': `${timestamp}`,
    'webhook-signature': signatures({ id: event, timestamp, body }, secrets),
  };
  try {
    const answer = await post(own && isRegistered(own, [{ url }]) ? own : url, headers, body);
    return { ...answer, reason: `it answered with status ${answer.status}` };
  } catch (error) {
    if (error instanceof DeliveryFailure) return { status: 0, reason: error.message };
    throw error;
  }
}
