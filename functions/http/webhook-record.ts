import type { WebhookEndpoint } from '../webhooks/endpoint.ts';
import type { WebhookRecord, WebhookSecretRecord } from './representation-schemas.ts';

/** The representation of a webhook, without its secret. */
export function webhookRecord({ id, url, events, description, createdAt, health }: WebhookEndpoint): WebhookRecord {
  return {
    webhook_id: id,
    url,
    events: [...events],
    description,
    created_at: new Date(createdAt).toISOString(),
    status: health.disabledAt !== undefined ? 'disabled' : health.failingSince !== undefined ? 'failing' : 'enabled',
    failing_since: momentOf(health.failingSince),
    last_error: health.lastError ?? null,
  };
}

/** The same with the secret, which is shown once. */
export function webhookWithSecret(endpoint: WebhookEndpoint): WebhookSecretRecord {
  return { ...webhookRecord(endpoint), secret: endpoint.secrets[0]?.value ?? '' };
}

function momentOf(milliseconds: number | undefined): string | null {
  return milliseconds === undefined ? null : new Date(milliseconds).toISOString();
}
