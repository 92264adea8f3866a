import type { Delivery } from './delivery.ts';
import type { WebhookEndpoint } from './endpoint.ts';

/** The endpoints of accounts. */
export interface WebhookStore {
  /** The endpoints of an account, the oldest first. */
  list(account: string): Promise<readonly WebhookEndpoint[]>;
  /** @returns false, and does not, when the account has as many as it may */
  add(account: string, endpoint: WebhookEndpoint, most: number): Promise<boolean>;
  /** Changes a part of an endpoint. @returns false when there is none */
  change(
    account: string,
    id: string,
    part: Pick<WebhookEndpoint, 'secrets'> | Pick<WebhookEndpoint, 'health'>,
  ): Promise<boolean>;
  /** @returns false when there is none */
  remove(account: string, id: string): Promise<boolean>;
}

/** What is on its way to endpoints. */
export interface DeliveryQueue {
  send(delivery: Delivery): Promise<void>;
}
