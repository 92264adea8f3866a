import { DEFAULT_PAGE, LARGEST_PAGE } from '../../functions/conversion/page-size.ts';
import { ID, RECORD } from './conversion-operations.ts';
import { envelope, type Operation, ref } from './operation.ts';

const USAGE = {
  account: 'acme',
  period: '2026-11',
  ends_at: '2026-12-01T00:00:00.000Z',
  conversions: 1204,
  engine_seconds: 914.217,
  bytes_in: 3212254720,
  bytes_out: 1180324864,
  limits: {
    conversions: 10000,
    engine_seconds: 36000,
    at_once: 10,
    requests_per_second: 1,
    burst: 60,
    largest_file: null,
  },
  left: { conversions: 8796, engine_seconds: 35085.783 },
};

const LISTED = { ...RECORD, created_at: '2026-11-21T04:52:39.106Z' };

const FAILED = {
  ...LISTED,
  conversion_id: '9d2f6a1e-0c57-4b0a-8f86-5f0e2f3b7a41',
  original_filename: 'scan.pdf',
  original_format: 'pdf',
  options: {},
  file_size: null,
  conversion_time: null,
  download_url: '/api/v1/download/9d2f6a1e-0c57-4b0a-8f86-5f0e2f3b7a41',
  status: 'failed',
  created_at: '2026-11-21T04:50:11.702Z',
  code: 'PASSWORD_PROTECTED',
  error: 'The file is locked with a password. Send it as the option "source_password".',
};

const LIST_PARAMETERS = [
  {
    name: 'limit',
    in: 'query',
    description: 'The most conversions of a page.',
    schema: { type: 'integer', minimum: 1, maximum: LARGEST_PAGE, default: DEFAULT_PAGE },
  },
  {
    name: 'cursor',
    in: 'query',
    description: 'The `next_cursor` of the page before, as it is.',
    schema: { type: 'string' },
  },
];

/** The operations on what belongs to an account. */
export const ACCOUNT_OPERATIONS = {
  usage: {
    tag: 'Account',
    keyed: 'required',
    summary: 'Tell what was used',
    description:
      'What the account of the key has used in a calendar month (UTC), what its plan allows now, and what is left. A ' +
      'conversion belongs to the month in which it was requested; one that failed is not counted.',
    parameters: [
      {
        name: 'period',
        in: 'query',
        description: 'The month: this one, unless another is named. Those of the last year are known.',
        schema: { type: 'string', pattern: '^\\d{4}-(0[1-9]|1[0-2])$' },
        example: '2026-11',
      },
    ],
    answers: {
      200: {
        description: 'The use and the limits.',
        content: envelope('Usage', {
          success: true,
          message: 'What this account has used',
          data: USAGE,
        }),
      },
    },
    errors: [],
  },
  listConversions: {
    tag: 'Account',
    keyed: 'required',
    summary: 'List your conversions',
    description:
      'The conversions of the account of the key, newest first, in pages. A page may be shorter than its limit though ' +
      'there are more: ask until `next_cursor` is null. A conversion is listed until 24 hours after its link has ' +
      'expired, and an upload once its file has come and is known for what it is. What has changed in the last second ' +
      'may show as it was before.',
    parameters: LIST_PARAMETERS,
    answers: {
      200: {
        description: 'A page of conversions.',
        content: envelope('ConversionList', {
          success: true,
          message: 'Conversions of this account',
          data: { conversions: [LISTED, FAILED], next_cursor: null },
        }),
      },
    },
    errors: [],
  },
  deleteConversion: {
    tag: 'Account',
    keyed: 'required',
    summary: 'Delete a conversion',
    description:
      'Deletes a conversion of the account of the key, its record and its files, at once and whatever its state: also ' +
      'while it is processing, and then its result is thrown away, and an upload that has not come. It counts against ' +
      'the limit of the month once it has begun. A download under way may end or break off. A second time it is 404, ' +
      'as is what is not of this account.',
    parameters: [ref('parameters', 'conversion_id')],
    answers: {
      200: {
        description: 'It is deleted.',
        content: envelope('Deletion', {
          success: true,
          message: 'The conversion and its files are deleted',
          data: { conversion_id: ID },
        }),
      },
    },
    errors: ['NOT_FOUND'],
  },
} satisfies Partial<Record<string, Operation>>;
