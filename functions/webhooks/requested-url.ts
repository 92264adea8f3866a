import type { Caller } from '../callers/caller.ts';
import type { ConversionSettings } from '../conversion/command.ts';
import { ConversionError } from '../conversion/errors.ts';
import type { WebhookEndpoint } from './endpoint.ts';
import type { WebhookStore } from './stores.ts';
import { LONGEST_URL } from './webhook-url.ts';

/**
 * Checks the URL to which a request wants its events sent. Events are signed with the secret of a webhook, so they go to the
 * host of one.
 * @throws ConversionError INVALID_REQUEST when the account of the caller has no webhook there
 */
export async function checkRequestedUrl(
  { webhookUrl }: Pick<ConversionSettings, 'webhookUrl'>,
  { account }: Pick<Caller, 'account'>,
  webhooks: Pick<WebhookStore, 'list'>,
): Promise<void> {
  if (!webhookUrl) return;
  const endpoints = account === undefined ? [] : await webhooks.list(account);
  if (isRegistered(webhookUrl, endpoints)) return;
  const message = 'The field "webhook_url" must be a URL at the host of a webhook of your account. Register one first.';
  throw new ConversionError('INVALID_REQUEST', message);
}

/** Whether a URL has the origin of one of those that are registered, and nothing in it that those may not have. */
export function isRegistered(text: string, endpoints: readonly Pick<WebhookEndpoint, 'url'>[]): boolean {
  if (text.length > LONGEST_URL || !URL.canParse(text)) return false;
  const { origin, username, password, hash } = new URL(text);
  if (username || password || hash) return false;
  return endpoints.some(({ url }) => new URL(url).origin === origin);
}
