import type { APIGatewayProxyEvent } from 'aws-lambda';
import { lookUp } from '../../conversion/look-up.ts';
import type { Transition } from '../../events/transition.ts';
import { type Reply, success } from '../../http/reply.ts';
import { webhookRecord, webhookWithSecret } from '../../http/webhook-record.ts';
import { readReplay, readWebhookSettings } from '../../http/webhook-settings.ts';
import { records } from '../../services/records.ts';
import { allowedOrigins, webhookServices } from '../../services/webhooks.ts';
import { addEndpoint, findEndpoint, removeEndpoint, rotateSecret } from '../../webhooks/account-endpoints.ts';
import { currentEvent, deliveryOf, testDelivery } from '../../webhooks/announce.ts';

/** A request of an account. */
export interface Call {
  readonly account: string;
  /** The identifier of a webhook, as the path has it. */
  readonly webhook: string;
  readonly event: APIGatewayProxyEvent;
}

/** What can be done with webhooks, by the method and the end of the path. */
export const OPERATIONS = {
  'GET ': list,
  'POST ': add,
  'DELETE /{webhook_id}': remove,
  'POST /{webhook_id}/rotate': rotate,
  'POST /{webhook_id}/test': test,
  'POST /{webhook_id}/replay': replay,
} as const satisfies Record<string, (call: Call) => Promise<Reply>>;

export type OperationName = keyof typeof OPERATIONS;

async function list({ account }: Call): Promise<Reply> {
  const webhooks = await webhookServices().webhooks.list(account);
  return success('The webhooks of this account', { webhooks: webhooks.map(webhookRecord) });
}

async function add({ account, event }: Call): Promise<Reply> {
  const settings = readWebhookSettings(event, allowedOrigins());
  const endpoint = await addEndpoint(account, settings, webhookServices().webhooks);
  return success('The webhook is there. Keep its secret: it is not shown again', webhookWithSecret(endpoint));
}

async function remove({ account, webhook }: Call): Promise<Reply> {
  await removeEndpoint(account, webhook, webhookServices().webhooks);
  return success('The webhook is deleted', { webhook_id: webhook });
}

async function rotate({ account, webhook }: Call): Promise<Reply> {
  const endpoint = await rotateSecret(account, webhook, webhookServices().webhooks);
  return success('The webhook has a new secret; for a day the last one signs as well', webhookWithSecret(endpoint));
}

async function test({ account, webhook }: Call): Promise<Reply> {
  const { webhooks, deliveries } = webhookServices();
  await findEndpoint(account, webhook, webhooks);
  const delivery = testDelivery(account, webhook);
  await deliveries.send(delivery);
  return success('An event is on its way', { webhook_id: webhook, event_ids: [delivery.event] });
}

async function replay({ account, webhook, event }: Call): Promise<Reply> {
  const { webhooks, deliveries } = webhookServices();
  await findEndpoint(account, webhook, webhooks);
  const known = await Promise.all(readReplay(event).map((id) => eventOf(id, account)));
  const events = known.filter((transition) => transition !== undefined);
  const send = (event: Transition) => deliveries.send(deliveryOf(event, account, webhook, event.conversion.webhookUrl));
  await Promise.all(events.map(send));
  return success('The events are on their way', { webhook_id: webhook, event_ids: events.map(({ id }) => id) });
}

/** What there is to tell of a conversion of an account: nothing of one that is processing, forgotten or another's. */
async function eventOf(id: string, account: string): Promise<Transition | undefined> {
  const event = currentEvent(await lookUp(id, records()));
  return event?.conversion.account === account ? event : undefined;
}
