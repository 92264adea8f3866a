import { envelope, type Operation } from './operation.ts';

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

/** The operations on what belongs to an account. */
export const ACCOUNT_OPERATIONS = {
  usage: {
    tag: 'Account',
    keyed: 'required',
    summary: 'Tell what was used',
    description:
      'What the account of the key has used in a calendar month (UTC), what its plan allows now, and what is left. A ' +
      'conversion belongs to the month in which it was asked for; one that failed is not counted.',
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
} satisfies Partial<Record<string, Operation>>;
