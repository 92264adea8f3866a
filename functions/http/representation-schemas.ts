import Type, { type Static, type TSchema } from 'typebox';
import { CATEGORIES } from '../conversion/formats.ts';
import type { ListedOption } from '../conversion/listed-options.ts';
import type { Options, OptionValue } from '../conversion/options.ts';
import { EVENT_TYPES } from '../events/transition.ts';

/**
 * The representations in responses, as JSON Schema (2020-12). The API document publishes them, and `representation.ts`
 * uses their types. Code that runs in a function imports only types from here, so that no bundle has the schemas.
 */

const oneOf = <T extends string>(values: readonly T[], options: object) =>
  Type.Unsafe<T>({ type: 'string', enum: [...values], ...options });

const mapOf = <T>(values: object, options: object) =>
  Type.Unsafe<Record<string, T>>({ type: 'object', additionalProperties: values, ...options });

const names = (options: object) =>
  Type.Unsafe<readonly string[]>({ type: 'array', items: { type: 'string' }, ...options });

const id = (description: string) => Type.String({ format: 'uuid', description });
const moment = (description: string) => Type.String({ format: 'date-time', description });
const formatName = (description: string) => Type.String({ description, examples: ['webp'] });

const conversionId = id('Names the conversion in the paths of status and download. Whoever knows it may download.');
const downloadUrl = Type.String({
  description: 'Where the result can be fetched, once: a path, relative to the host of the service.',
  pattern: '^/api/v1/download/[0-9a-f-]{36}$',
});
const expiresAt = moment('When the download link expires (ISO 8601, UTC).');
const resultFormat = formatName('The format of the file to download: the target, or `zip` where it became many files.');
const options = Type.Unsafe<Options>({
  $ref: '#/components/schemas/Options',
  description: 'The options that were asked for, but for passwords, which no answer tells.',
});
const progress = Type.Integer({ minimum: 0, maximum: 100, description: 'Per cent; only while processing.' });
const fileSize = 'Size of the result in bytes';

const healthSchema = Type.Object({
  version: Type.String({ pattern: '^\\d+\\.\\d+$', description: 'Version of the interface, major.minor.' }),
  timestamp: moment('When this was checked.'),
  status: oneOf(['operational'], { description: 'The service works.' }),
});

const optionSchemaSchema = Type.Unsafe<ListedOption>({
  type: 'object',
  description: 'One option as JSON Schema (2020-12), with keywords of our own that begin with `x-`.',
  required: ['title', 'description', 'type'],
  properties: {
    title: Type.String({ description: 'A few words for a label.' }),
    description: Type.String({ description: 'What it does.' }),
    type: oneOf(['integer', 'number', 'string', 'boolean'], { description: 'The type of its value.' }),
    minimum: Type.Number(),
    exclusiveMinimum: Type.Number(),
    maximum: Type.Number(),
    enum: Type.Array(Type.Unsafe<OptionValue>({ type: ['string', 'number'] })),
    pattern: Type.String(),
    minLength: Type.Integer(),
    maxLength: Type.Integer(),
    contentMediaType: Type.String(),
    examples: Type.Array(Type.Unsafe<OptionValue>({ type: ['string', 'number', 'boolean'] })),
    default: { type: ['string', 'number', 'boolean'], description: 'What holds at medium quality if it is not given.' },
    'x-defaults': {
      type: 'object',
      description: 'What holds at each quality, where that differs.',
      required: ['low', 'medium', 'high'],
      properties: Object.fromEntries(
        ['low', 'medium', 'high'].map((quality) => [quality, { type: ['string', 'number', 'boolean'] }]),
      ),
    },
    'x-unit': Type.String({ description: 'What the number counts.' }),
    'x-sources': {
      type: ['array', 'string'],
      items: { type: 'string' },
      description:
        'Where not all sources have it: formats and categories that do, and after a minus those that do not. ' +
        'Where there are only such, all others do. A text is the name of a list in `options_sources`.',
      examples: [['image', '-svg', 'pdf'], 'tagged'],
    },
    'x-needs': names({ description: 'It means something only beside one of these.' }),
    'x-excludes': names({ description: 'It contradicts these.' }),
    writeOnly: Type.Boolean({ description: 'A secret, which no answer tells.' }),
    'x-variants': {
      type: 'array',
      description:
        'The targets for which something is different: what stands here replaces it, and null takes it away.',
      items: { type: 'object', required: ['targets'], properties: { targets: names({}) }, additionalProperties: true },
    },
  },
});

const formatSchema = Type.Object({
  format: formatName('The name of the format, lower case.'),
  category: oneOf(CATEGORIES, { description: 'The group of the format.' }),
  description: Type.String({ description: 'What the format is called.' }),
  media_type: Type.String({ description: 'The `Content-Type` of a result of this format.', examples: ['image/webp'] }),
  extensions: Type.Optional(
    names({ description: 'All names that are taken for it, where there are others than its own.' }),
  ),
  can_convert_to: names({ description: 'The formats that it can be converted to.' }),
  can_convert_from: names({ description: 'The formats that can be converted to it.' }),
  options: Type.Optional(
    Type.Unsafe<readonly string[] | string>({
      type: ['array', 'string'],
      items: { type: 'string' },
      description:
        'What can be asked of it as a target, if anything can: names in `options_schemas`. A text is the name of such a ' +
        'list in `options_lists`.',
      examples: [['width', 'crop'], 'png'],
    }),
  ),
});

const formatListSchema = Type.Object({
  formats: Type.Unsafe<readonly Static<typeof formatSchema>[]>({
    type: 'array',
    items: { $ref: '#/components/schemas/Format' },
  }),
  options_lists: mapOf<readonly string[]>(
    { type: 'array', items: { type: 'string' } },
    { description: 'Names of options that several formats have, by the first of these formats.' },
  ),
  options_schemas: mapOf<ListedOption>(
    { $ref: '#/components/schemas/OptionSchema' },
    { description: 'The options of all targets, by their names.' },
  ),
  options_sources: mapOf<readonly string[]>(
    { type: 'array', items: { type: 'string' } },
    { description: 'Lists of sources that several options have, by names of their own.' },
  ),
});

const conversionFields = {
  conversion_id: conversionId,
  original_filename: Type.String({ description: 'The name of the file as sent, without any path.' }),
  original_format: formatName('The format of the file, by its content.'),
  target_format: formatName('The format that was asked for.'),
  result_format: resultFormat,
  options,
  file_size: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description: `${fileSize}; null while processing.`,
  }),
  conversion_time: Type.Unsafe<number | null>({
    type: ['number', 'null'],
    description: 'Seconds in the engine; null while processing.',
  }),
  download_url: downloadUrl,
  expires_at: expiresAt,
};

export const conversionSchema = Type.Object({
  ...conversionFields,
  status: oneOf(['processing', 'ready'], { description: 'While it is `processing`, ask for the status.' }),
});

const listedConversionSchema = Type.Object({
  ...conversionFields,
  status: oneOf(['processing', 'ready', 'expired', 'failed'], {
    description: '`expired` when the link has, or the file was downloaded.',
  }),
  created_at: moment('When it was asked for.'),
  code: Type.Optional(Type.String({ description: 'Why it failed, for programs; only when failed.' })),
  error: Type.Optional(Type.String({ description: 'Why it failed, for people; only when failed.' })),
});

const conversionListSchema = Type.Object({
  conversions: Type.Unsafe<readonly ListedConversionRecord[]>({
    type: 'array',
    items: { $ref: '#/components/schemas/ListedConversion' },
    description: 'The newest first.',
  }),
  next_cursor: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'Send it as `cursor` for the next page; null: there is none.',
  }),
});

const deletionSchema = Type.Object({ conversion_id: id('What was deleted.') });

const conversionStatusSchema = Type.Object({
  conversion_id: conversionId,
  status: oneOf(['processing', 'ready', 'expired'], {
    description: '`expired` when the link has, or the file was downloaded. A failure is an error, as convert tells it.',
  }),
  expires_at: expiresAt,
  download_url: downloadUrl,
  result_format: resultFormat,
  options,
  progress: Type.Optional(progress),
  file_size: Type.Optional(Type.Integer({ description: `${fileSize}; only when ready.` })),
});

const uploadSchema = Type.Object({
  conversion_id: conversionId,
  url: Type.String({ format: 'uri', description: 'Where to POST the form, as multipart/form-data.' }),
  fields: mapOf<string>(
    { type: 'string' },
    { description: 'Parts of the form: send them as they are, before the part `file`.' },
  ),
  expires_at: moment('When the form, and so the link, expires.'),
  download_url: downloadUrl,
  status: oneOf(['processing'], { description: 'The upload starts the conversion; ask for its status.' }),
});

const limit = (description: string) =>
  Type.Unsafe<number | null>({ type: ['number', 'null'], description: `${description}; null: no limit.` });

const month = { type: 'string', pattern: '^\\d{4}-\\d{2}$', examples: ['2026-11'] };

const usageSchema = Type.Object({
  account: Type.String({ description: 'The account of the key.' }),
  period: Type.Unsafe<string>({ ...month, description: 'The calendar month, in UTC.' }),
  ends_at: moment('When the month ends, and the next begins with nothing used.'),
  conversions: Type.Integer({ description: 'Conversions that were made, or are being made.' }),
  engine_seconds: Type.Number({ description: 'Seconds that engines took for them.' }),
  bytes_in: Type.Integer({ description: 'Bytes of the uploaded files, of the conversions that are done.' }),
  bytes_out: Type.Integer({ description: 'Bytes of their results.' }),
  limits: Type.Object(
    {
      conversions: limit('Conversions a month'),
      engine_seconds: limit('Seconds of engines a month'),
      at_once: limit('Conversions under way at once'),
      requests_per_second: limit('Requests a second, in the long run'),
      burst: limit('Requests at one instant, after a while without any'),
      largest_file: limit('Bytes of the largest file'),
    },
    { description: 'What the plan allows.' },
  ),
  left: Type.Object(
    { conversions: limit('Conversions this month'), engine_seconds: limit('Seconds of engines this month') },
    { description: 'What is left of it.' },
  ),
});

const webhookId = Type.String({ pattern: '^wh_[0-9a-f]{24}$', description: 'Names the webhook in paths.' });

const webhookFields = {
  webhook_id: webhookId,
  url: Type.String({ format: 'uri', description: 'Where events are sent.' }),
  events: Type.Array(oneOf(EVENT_TYPES, {}), { description: 'The events that are sent to it.' }),
  description: Type.String({ description: 'What its account says of it.' }),
  created_at: moment('When it was registered.'),
  status: oneOf(['enabled', 'failing', 'disabled'], {
    description:
      '`failing` while nothing arrives; `disabled` after three days of that, or when it answered 410. A test that arrives enables it.',
  }),
  failing_since: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    format: 'date-time',
    description: 'Since when nothing has arrived; null when the last event did.',
  }),
  last_error: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'Why the last event did not arrive; null when it did.',
  }),
};

const webhookSchema = Type.Object(webhookFields);

const webhookSecretSchema = Type.Object({
  ...webhookFields,
  secret: Type.String({
    pattern: '^whsec_[A-Za-z0-9+/]{43}=$',
    description: 'With what events are signed (Standard Webhooks 1.0.0). It is shown once.',
  }),
});

const webhookListSchema = Type.Object({
  webhooks: Type.Unsafe<readonly Static<typeof webhookSchema>[]>({
    type: 'array',
    items: { $ref: '#/components/schemas/Webhook' },
    description: 'The oldest first.',
  }),
});

const webhookRemovedSchema = Type.Object({ webhook_id: webhookId });

const webhookSentSchema = Type.Object({
  webhook_id: webhookId,
  event_ids: names({ description: 'The header `webhook-id` of what is sent.' }),
});

export type Health = Static<typeof healthSchema>;
export type FormatRecord = Static<typeof formatSchema>;
export type FormatListRecord = Static<typeof formatListSchema>;
export type ConversionRecord = Static<typeof conversionSchema>;
export type ListedConversionRecord = Static<typeof listedConversionSchema>;
export type ConversionListRecord = Static<typeof conversionListSchema>;
export type ConversionStatusRecord = Static<typeof conversionStatusSchema>;
export type UploadRecord = Static<typeof uploadSchema>;
export type UsageRecord = Static<typeof usageSchema>;
export type WebhookRecord = Static<typeof webhookSchema>;
export type WebhookSecretRecord = Static<typeof webhookSecretSchema>;

/** All representations, by the names under which they are published. */
export const REPRESENTATIONS = {
  Health: healthSchema,
  Format: formatSchema,
  Formats: formatListSchema,
  OptionSchema: optionSchemaSchema,
  Conversion: conversionSchema,
  ConversionStatus: conversionStatusSchema,
  Upload: uploadSchema,
  Usage: usageSchema,
  Webhook: webhookSchema,
  WebhookWithSecret: webhookSecretSchema,
  WebhookList: webhookListSchema,
  WebhookRemoved: webhookRemovedSchema,
  WebhookSent: webhookSentSchema,
  ListedConversion: listedConversionSchema,
  ConversionList: conversionListSchema,
  Deletion: deletionSchema,
} as const satisfies Record<string, TSchema>;
