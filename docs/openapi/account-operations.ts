import { envelope, type Operation } from './operation.ts';

const USAGE = {
  account: 'acme',
  period: '2026-11',
  ends_at: '2026-12-01T00:00:00.000Z',
  conversions: 1204,
  engine_seconds: 914.217,
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
      'What the account of the key has used in this calendar month (UTC), what its plan allows, and what is left. ' +
      'Conversions that failed are not counted.',
    answers: {
      200: {
        description: 'The use and the limits.',
        content: envelope('Usage', {
          success: true,
          message: 'What this account has used this month',
          data: USAGE,
        }),
      },
    },
    errors: [],
  },
} satisfies Partial<Record<string, Operation>>;
