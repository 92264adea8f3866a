import { ConversionError } from '../conversion/errors.ts';
import { quote } from '../conversion/quote.ts';
import { type EndpointSettings, isEndpointId, MOST_ENDPOINTS, newEndpoint, type WebhookEndpoint } from './endpoint.ts';
import { rotate } from './secrets.ts';
import type { WebhookStore } from './stores.ts';

/** Keeps a new endpoint. @throws ConversionError INVALID_REQUEST when the account has as many as it may */
export async function addEndpoint(
  account: string,
  settings: EndpointSettings,
  webhooks: Pick<WebhookStore, 'add'>,
): Promise<WebhookEndpoint> {
  const endpoint = newEndpoint(settings);
  if (await webhooks.add(account, endpoint, MOST_ENDPOINTS)) return endpoint;
  const message = `This account has ${MOST_ENDPOINTS} webhooks, which is as many as it may. Delete one first.`;
  throw new ConversionError('INVALID_REQUEST', message);
}

/** @throws ConversionError NOT_FOUND */
export async function findEndpoint(
  account: string,
  id: string,
  webhooks: Pick<WebhookStore, 'list'>,
): Promise<WebhookEndpoint> {
  const endpoints = isEndpointId(id) ? await webhooks.list(account) : [];
  const found = endpoints.find((endpoint) => endpoint.id === id);
  if (found) return found;
  throw notFound(id);
}

/** Deletes an endpoint; what is on its way to it is dropped. @throws ConversionError NOT_FOUND */
export async function removeEndpoint(
  account: string,
  id: string,
  webhooks: Pick<WebhookStore, 'remove'>,
): Promise<void> {
  if (!isEndpointId(id) || !(await webhooks.remove(account, id))) throw notFound(id);
}

/** Gives an endpoint a new secret; the last one signs as well for a day. @throws ConversionError NOT_FOUND */
export async function rotateSecret(
  account: string,
  id: string,
  webhooks: Pick<WebhookStore, 'list' | 'change'>,
): Promise<WebhookEndpoint> {
  const endpoint = await findEndpoint(account, id, webhooks);
  const secrets = rotate(endpoint.secrets);
  if (!(await webhooks.change(account, id, { secrets }))) throw notFound(id);
  return { ...endpoint, secrets };
}

function notFound(id: string): ConversionError {
  return new ConversionError('NOT_FOUND', `This account has no webhook ${quote(id)}.`);
}
