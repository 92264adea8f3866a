import { EVENT_TYPES } from './transition.ts';

const text = (description: string, more: object = {}) => ({ type: 'string', description, ...more });
const moment = (description: string) => text(description, { format: 'date-time' });
const format = (description: string) => text(description, { examples: ['webp'] });
const size = (description: string) => ({ type: 'integer', minimum: 0, description });

const COUNTS = {
  account: text('Whose conversion it is; without one where the request bore no key.'),
  status: text('What became of it.', { enum: EVENT_TYPES.map((type) => type.replace('conversion.', '')) }),
  original_format: format('The format of the uploaded file, by its content.'),
  target_format: format('The format that was asked for.'),
  result_format: format('The format of the result: the target, or `zip` where it became many files.'),
  quality: text('As it was asked for.', { enum: ['low', 'medium', 'high'] }),
  source_size: size('Size of the uploaded file in bytes.'),
  file_size: size('Size of the result in bytes.'),
  conversion_time: { type: 'number', minimum: 0, description: 'Seconds in the engine.' },
  created_at: moment('When the conversion began.'),
};

const code = text('Why it failed, for programs: a code of the API.', { examples: ['UNREADABLE_FILE'] });
const eventId = text('The same however often the event comes.', { pattern: '^evt_[0-9a-f]{32}$' });

/** The data of an event that the conversion's account gets, as JSON Schema (2020-12). */
export const EVENT_DATA_SCHEMA = {
  type: 'object',
  description: 'What an event tells of a conversion. Fields may be added.',
  required: ['conversion_id', 'status', 'original_filename', 'target_format', 'quality', 'options'],
  properties: {
    conversion_id: text('Names the conversion. Whoever knows it may download.', { format: 'uuid' }),
    original_filename: text('The name of the file as sent, without any path.'),
    ...COUNTS,
    options: { type: 'object', description: 'The options that were asked for, but for passwords.' },
    download_url: text('Only when ready: where the result can be fetched, once: a path, relative to the host.', {
      pattern: '^/api/v1/download/[0-9a-f-]{36}$',
    }),
    expires_at: moment('Only when ready: when the download link expires.'),
    error: {
      type: 'object',
      description: 'Only when failed.',
      required: ['code', 'message'],
      properties: { code, message: text('The same, for people.') },
    },
  },
} as const;

/** The detail of an event on the bus, without what clients wrote or what lets one download the result. */
export const BUS_COUNTS_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'An event of a conversion, without what lets its reader download the result',
  type: 'object',
  required: ['event_id', 'conversion', 'status', 'target_format', 'quality'],
  properties: {
    event_id: eventId,
    conversion: text('What stands for the conversion in the logs of the service.', { pattern: '^[0-9a-f]{12}$' }),
    ...COUNTS,
    error: { type: 'object', description: 'Only when failed.', required: ['code'], properties: { code } },
  },
  additionalProperties: false,
} as const;

/** The detail of an event on the bus, with everything. */
export const BUS_ALL_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'An event of a conversion',
  ...EVENT_DATA_SCHEMA,
  required: ['event_id', ...EVENT_DATA_SCHEMA.required],
  properties: { event_id: eventId, ...EVENT_DATA_SCHEMA.properties },
  additionalProperties: false,
} as const;
