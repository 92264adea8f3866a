import Type, { type Static } from 'typebox';
import type { EventType } from './transition.ts';

/**
 * What events hold, as JSON Schema (2020-12), which the API document publishes. Code that runs in a function imports only types
 * from here, so that no bundle has the schemas.
 */

const text = (description: string, more: object = {}) => Type.String({ description, ...more });
const moment = (description: string) => text(description, { format: 'date-time' });
const format = (description: string) => text(description, { examples: ['webp'] });
const size = (description: string) => Type.Integer({ minimum: 0, description });

type Status = EventType extends `conversion.${infer S}` ? S : never;
const STATUSES: readonly Status[] = ['ready', 'failed', 'expired'];

const COUNTS = {
  account: Type.Optional(text('Whose conversion it is; without one where the request bore no key.')),
  status: Type.Unsafe<Status>({ type: 'string', description: 'What became of it.', enum: STATUSES }),
  original_format: Type.Optional(format('The format of the uploaded file, by its content.')),
  target_format: format('The format that was asked for.'),
  result_format: Type.Optional(format('The format of the result: the target, or `zip` where it became many files.')),
  quality: text('As it was asked for.', { enum: ['low', 'medium', 'high'] }),
  source_size: Type.Optional(size('Size of the uploaded file in bytes.')),
  file_size: Type.Optional(size('Size of the result in bytes.')),
  conversion_time: Type.Optional(Type.Number({ minimum: 0, description: 'Seconds in the engine.' })),
  created_at: Type.Optional(moment('When the conversion began.')),
};

const code = text('Why it failed, for programs: a code of the API.', { examples: ['UNREADABLE_FILE'] });
const event_id = text('The same however often the event comes.', { pattern: '^evt_[0-9a-f]{32}$' });
const FAILED = { description: 'Only when failed.' };

const DATA = {
  conversion_id: text('Names the conversion. Whoever knows it may download.', { format: 'uuid' }),
  original_filename: text('The name of the file as sent, without any path.'),
  ...COUNTS,
  options: Type.Unsafe<Readonly<Record<string, unknown>>>({
    type: 'object',
    description: 'The options that were asked for, but for passwords.',
  }),
  download_url: Type.Optional(
    text('Only when ready: where the result can be fetched, once: a path, relative to the host.', {
      pattern: '^/api/v1/download/[0-9a-f-]{36}$',
    }),
  ),
  expires_at: Type.Optional(moment('Only when ready: when the download link expires.')),
  error: Type.Optional(Type.Object({ code, message: text('The same, for people.') }, FAILED)),
};

/** The data of an event that the conversion's account gets: who reads it may download the result. */
export const EVENT_DATA_SCHEMA = Type.Object(DATA, {
  description: 'What an event tells of a conversion. Fields may be added.',
});

/** The detail of an event on the bus, without what clients wrote or what lets one download the result. */
export const BUS_COUNTS_SCHEMA = Type.Object(
  {
    event_id,
    conversion: text('What stands for the conversion in the logs of the service.', { pattern: '^[0-9a-f]{12}$' }),
    ...COUNTS,
    error: Type.Optional(Type.Object({ code }, FAILED)),
  },
  { title: 'An event of a conversion, without what lets its reader download the result', additionalProperties: false },
);

/** The detail of an event on the bus, with everything. */
export const BUS_ALL_SCHEMA = Type.Object(
  { event_id, ...DATA },
  { title: 'An event of a conversion', additionalProperties: false },
);

export type EventData = Static<typeof EVENT_DATA_SCHEMA>;
export type BusDetail = Static<typeof BUS_COUNTS_SCHEMA> | Static<typeof BUS_ALL_SCHEMA>;
