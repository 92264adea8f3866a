/** The type of the event with which an account tries an endpoint out. */
export const TEST_EVENT = 'webhook.test';

/** A message on its way to an endpoint: nothing in it changes from one try to the next. */
export interface Delivery {
  readonly account: string;
  /** The identifier of the endpoint. Its address and secrets are read when it is sent: they may have changed. */
  readonly webhook: string;
  /** Where it goes in the place of the endpoint's own URL, if that has the same origin. @default there */
  readonly url?: string | undefined;
  /** The identifier of the event. */
  readonly event: string;
  readonly type: string;
  /** JSON, as it is signed. */
  readonly body: string;
}

/** What a text holds that came from a queue, or undefined when it is no delivery. */
export function readDelivery(text: string): Delivery | undefined {
  try {
    const value = JSON.parse(text) as Partial<Record<keyof Delivery, unknown>>;
    const { account, webhook, event, type, body, url = '-' } = value;
    const texts = [account, webhook, event, type, body, url];
    return texts.every((part) => typeof part === 'string' && part !== '') ? (value as Delivery) : undefined;
  } catch {
    return undefined;
  }
}
