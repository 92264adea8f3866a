import { randomBytes } from 'node:crypto';
import { LINK_LIFETIME, statusOf } from '../conversion/conversion.ts';
import type { Known } from '../conversion/look-up.ts';
import { eventData } from '../events/event-data.ts';
import type { Listener } from '../events/listener.ts';
import { type Transition, transitionOf } from '../events/transition.ts';
import { type Delivery, TEST_EVENT } from './delivery.ts';
import type { WebhookEndpoint } from './endpoint.ts';
import { isRegistered } from './requested-url.ts';
import type { DeliveryQueue, WebhookStore } from './stores.ts';

/** The services through which events reach endpoints. */
export interface WebhookServices {
  readonly webhooks: Pick<WebhookStore, 'list'>;
  readonly deliveries: DeliveryQueue;
}

/** Sends an event to the endpoints of the account that owns the conversion, and to no others. */
export function webhookListener(services: () => WebhookServices): Listener {
  return async (transition) => {
    const { account } = transition.conversion;
    if (account === undefined) return;
    const { webhooks, deliveries } = services();
    const endpoints = await webhooks.list(account);
    const wanted = endpoints.filter(({ events, health }) => !health.disabledAt && events.includes(transition.type));
    const url = transition.conversion.webhookUrl;
    const own = endpointFor(url, wanted)?.id;
    await Promise.all(
      wanted.map(({ id }) => deliveries.send(deliveryOf(transition, account, id, id === own ? url : undefined))),
    );
  };
}

/** The endpoint in whose place the URL of a request gets its events: the one with that URL, else the first at its host. */
function endpointFor(url: string | undefined, endpoints: readonly WebhookEndpoint[]): WebhookEndpoint | undefined {
  if (url === undefined) return undefined;
  return (
    endpoints.find((endpoint) => endpoint.url === url) ?? endpoints.find((endpoint) => isRegistered(url, [endpoint]))
  );
}

/**
 * An event on its way to an endpoint of an account. The payload is that of Standard Webhooks 1.0.0.
 * @param url where it goes in the place of the endpoint's URL. @default there
 */
export function deliveryOf(transition: Transition, account: string, webhook: string, url?: string): Delivery {
  const { id: event, type, at } = transition;
  return { account, webhook, ...(url && { url }), event, type, body: payload(type, at, eventData(transition)) };
}

/** An event with which an endpoint is tried out. */
export function testDelivery(account: string, webhook: string): Delivery {
  const body = payload(TEST_EVENT, Date.now(), { account, webhook_id: webhook });
  return { account, webhook, event: `evt_${randomBytes(16).toString('hex')}`, type: TEST_EVENT, body };
}

/**
 * The event of what a conversion became, to be sent again. It has the same identifier as when it was sent
 * first, so that who has seen it knows. When it happened is known of one that is ready, or whose time is over.
 */
export function currentEvent({ conversion, upload }: Known, now = Date.now()): Transition | undefined {
  if (upload) return transitionOf(undefined, { upload, stored: true }, now);
  if (!conversion) return undefined;
  const status = statusOf(conversion, now);
  const stored = status === 'ready' || status === 'processing';
  const { expiresAt, state } = conversion;
  const at = status === 'ready' ? expiresAt - LINK_LIFETIME : state === 'ready' ? expiresAt : now;
  return transitionOf(undefined, { conversion, stored }, at);
}

function payload(type: string, at: number, data: object): string {
  return JSON.stringify({ type, timestamp: new Date(at).toISOString(), data });
}
