import { EVENT_DATA_SCHEMA } from '../../functions/events/event-schema.ts';
import { EVENT_TYPES } from '../../functions/events/transition.ts';
import { envelope, type Operation, ref, type Schema } from './operation.ts';

const WEBHOOK = {
  webhook_id: 'wh_5f0c2b6d9a1e4c7f8b3d2a10',
  url: 'https://hooks.example.com/files',
  events: ['conversion.ready', 'conversion.failed'],
  description: 'The shop',
  created_at: '2026-11-21T04:52:39.504Z',
  status: 'enabled',
  failing_since: null,
  last_error: null,
};

const SECRET = { ...WEBHOOK, secret: 'whsec_q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=' };
const SENT = { webhook_id: WEBHOOK.webhook_id, event_ids: ['evt_0d5cbd1f7f0e4a0fbe1d8a3c61a7a2f4'] };

const common = { tag: 'Account', keyed: 'required' } as const;
const one = { ...common, parameters: [ref('parameters', 'webhook_id')], errors: ['NOT_FOUND'] } as const;

const answer = (description: string, data: string, message: string, example: object) => ({
  200: { description, content: envelope(data, { success: true, message, data: example }) },
});

const json = (schema: Schema, example: object) => ({
  required: true,
  content: { 'application/json': { schema: { type: 'object', additionalProperties: false, ...schema }, example } },
});

/** The operations on the webhooks of an account. */
export const WEBHOOK_OPERATIONS = {
  webhooks: {
    ...common,
    summary: 'List the webhooks',
    description: 'The webhooks of the account, and how it stands with them. Their secrets are not told.',
    answers: answer('The webhooks.', 'WebhookList', 'The webhooks of this account', { webhooks: [WEBHOOK] }),
    errors: [],
  },
  addWebhook: {
    ...common,
    summary: 'Register a webhook',
    description:
      'Has the conversions of the account told to a URL, ten at most. Events are signed by Standard Webhooks 1.0.0: check the ' +
      'header `webhook-signature` with the secret of the answer, which is shown once. Answer with a status of 2xx within 20 ' +
      'seconds; else the event comes again after 5 seconds, 30 seconds, 2 and 10 minutes, or when `Retry-After` says. The ' +
      'same event has the same `webhook-id`, and may come more than once.',
    requestBody: json(
      {
        required: ['url'],
        properties: {
          url: {
            type: 'string',
            format: 'uri',
            maxLength: 2000,
            description:
              'https on port 443, at an address that can be reached from the internet. Redirects are not followed.',
          },
          events: {
            type: 'array',
            items: { type: 'string', enum: EVENT_TYPES },
            minItems: 1,
            uniqueItems: true,
            description: 'What to be told of; all if nothing is said.',
          },
          description: { type: 'string', maxLength: 200, description: 'To tell it from others.' },
        },
      },
      { url: WEBHOOK.url, events: WEBHOOK.events, description: WEBHOOK.description },
    ),
    answers: answer(
      'The webhook with its secret.',
      'WebhookWithSecret',
      'The webhook is there. Keep its secret: it is not shown again',
      SECRET,
    ),
    errors: [],
  },
  removeWebhook: {
    ...one,
    summary: 'Delete a webhook',
    description: 'Nothing is sent to it any more, not even what is on its way.',
    answers: answer('It is deleted.', 'WebhookRemoved', 'The webhook is deleted', { webhook_id: WEBHOOK.webhook_id }),
  },
  rotateWebhook: {
    ...one,
    summary: 'Give a webhook a new secret',
    description: 'For 24 hours events bear two signatures, by the new secret and by the last one.',
    answers: answer(
      'The webhook with its new secret.',
      'WebhookWithSecret',
      'The webhook has a new secret; for a day the last one signs as well',
      SECRET,
    ),
  },
  testWebhook: {
    ...one,
    summary: 'Try a webhook out',
    description:
      'Sends an event of the type `webhook.test`, also to a webhook that is disabled: when it arrives, it is enabled. What ' +
      'became of it the list of webhooks tells.',
    answers: answer('The event is on its way.', 'WebhookSent', 'An event is on its way', SENT),
  },
  replayWebhook: {
    ...one,
    summary: 'Send events again',
    description:
      'Sends what became of conversions of the account, as they are now, under the same `webhook-id` as before. Passes over ' +
      'those that are still processing, or that are not known (any more).',
    requestBody: json(
      {
        required: ['conversion_ids'],
        properties: {
          conversion_ids: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 100 },
        },
      },
      { conversion_ids: ['f3d1c9f0-6c1e-4b8e-9f5e-2f1a7b8c9d0e'] },
    ),
    answers: answer('The events that are on their way.', 'WebhookSent', 'The events are on their way', SENT),
  },
} satisfies Partial<Record<string, Operation>>;

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});

/** What webhooks are sent. */
export const WEBHOOK_MESSAGES = {
  conversion: {
    post: {
      operationId: 'onConversion',
      summary: 'What became of a conversion',
      description: 'Signed by Standard Webhooks 1.0.0.',
      tags: ['Account'],
      security: [],
      parameters: [
        header('webhook-id', 'The same for the same event, however often it comes.'),
        header('webhook-timestamp', 'When it was sent: seconds since the epoch.'),
        header('webhook-signature', 'By each secret that is good, `v1,` and the signature, with blanks between.'),
      ],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['type', 'timestamp', 'data'],
              properties: {
                type: { type: 'string', enum: EVENT_TYPES },
                timestamp: { type: 'string', format: 'date-time', description: 'When it happened.' },
                data: EVENT_DATA_SCHEMA,
              },
            },
          },
        },
      },
      responses: {
        '2XX': { description: 'It has arrived.' },
        '410': { description: 'Nothing more is to be sent: the webhook is disabled.' },
        default: { description: 'It comes again after a while.' },
      },
    },
  },
};
