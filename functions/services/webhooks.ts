import { buildDeliveries } from '#aws/deliveries.ts';
import { ENVIRONMENT } from '../environment.ts';
import type { WebhookServices } from '../webhooks/announce.ts';
import type { DeliveryServices } from '../webhooks/deliver.ts';
import { poster, publicAddresses } from '../webhooks/post.ts';
import { lookUpByDns } from '../webhooks/resolve-host.ts';
import type { DeliveryQueue } from '../webhooks/stores.ts';
import { readOrigins } from '../webhooks/webhook-url.ts';
import { callerStores } from './callers.ts';

let queue: DeliveryQueue | undefined;

/** Whether accounts have webhooks. */
export function hasWebhooks(): boolean {
  return queue !== undefined || process.env[ENVIRONMENT.deliveryQueue] !== undefined;
}

/** The endpoints of accounts, and the way to them. */
export function webhookServices(): WebhookServices & Pick<ReturnType<typeof callerStores>, 'webhooks'> {
  queue ??= buildDeliveries();
  return { webhooks: callerStores().webhooks, deliveries: queue };
}

/** Has everybody in this process send deliveries by another way than SQS; undefined: by none. */
export function useDeliveries(other: DeliveryQueue | undefined): void {
  queue = other;
}

/** What delivers. */
export function deliveryServices(): DeliveryServices {
  const post = poster({ findAddress: publicAddresses(lookUpByDns, allowedOrigins()) });
  return { webhooks: callerStores().webhooks, post };
}

/** Origins that an operator lets be used whatever they are. */
export function allowedOrigins(): readonly string[] {
  return readOrigins(process.env[ENVIRONMENT.webhookOrigins]);
}
