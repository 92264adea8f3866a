import { ERRORS, type ErrorCode } from '../../functions/conversion/errors.ts';
import { STATUS_CODES } from '../../functions/http/status-codes.ts';
import { helpUrl } from '../../functions/routes.ts';
import { ERROR_HELP } from './errors.ts';

/** JSON Schema (2020-12), as OpenAPI 3.1 has it. */
export type Schema = Readonly<Record<string, unknown>>;

/** An answer that is no error. */
export interface Success {
  readonly description: string;
  /** Names in `components.headers`, beyond those of every answer. */
  readonly headers?: readonly string[];
  readonly content?: Readonly<Record<string, { readonly schema?: Schema; readonly example?: unknown }>>;
}

/** What is said of a route. */
export interface Operation {
  readonly tag: 'Conversions' | 'Account' | 'Service';
  readonly summary: string;
  /** Markdown. */
  readonly description: string;
  readonly parameters?: readonly Schema[];
  readonly requestBody?: Schema;
  readonly answers: Readonly<Record<number, Success>>;
  /** Whether its callers may have, or must have, a key; they are told of their limits. @default it is for everybody */
  readonly keyed?: 'optional' | 'required';
  /** What it may refuse a request with, beyond what every operation may. */
  readonly errors: readonly ErrorCode[];
  /** Headers that its errors of a status may have, beyond those of every answer. */
  readonly errorHeaders?: Readonly<Record<number, readonly string[]>>;
}

/** What every operation may be answered with: by an operator's settings, or by our own fault. */
const EVERYWHERE: readonly ErrorCode[] = [
  'INVALID_REQUEST',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'RATE_LIMITED',
  'QUOTA_EXCEEDED',
  'ENGINE_TIMED_OUT',
  'INTERNAL',
];

/** What the common headers of every answer are. */
const COMMON = ['Access-Control-Allow-Origin', 'Cache-Control'];

/** What callers are told of their limits. */
const LIMITS = ['RateLimit-Policy', 'RateLimit'];

export const ref = (kind: 'schemas' | 'headers' | 'parameters' | 'examples', name: string) => ({
  $ref: `#/components/${kind}/${name}`,
});

/** A JSON answer in the envelope. */
export function envelope(data: string, example: object, extra: Schema = {}): Success['content'] {
  return {
    'application/json': {
      schema: {
        type: 'object',
        required: ['success', 'message', 'data', ...Object.keys(extra)],
        properties: {
          success: { type: 'boolean', const: true },
          message: { type: 'string', description: 'What happened, in a few words.' },
          data: ref('schemas', data),
          ...extra,
        },
      },
      example,
    },
  };
}

/** All answers of an operation, as OpenAPI has them. */
export function responsesOf({ answers, errors, keyed, errorHeaders = {} }: Operation): Record<string, Schema> {
  const limits = keyed ? LIMITS : [];
  const codes = [...new Set([...errors, ...EVERYWHERE])];
  const byStatus = Object.groupBy(codes, (code) => STATUS_CODES[code]);
  const successes = Object.entries(answers).map(([status, { headers = [], ...answer }]) => [
    status,
    { ...answer, headers: headersNamed([...headers, ...limits]) },
  ]);
  const failures = Object.entries(byStatus).map(([status, those = []]) => [
    status,
    errorAnswer(those, [
      ...(errorHeaders[Number(status)] ?? []),
      ...limits,
      ...(status === '429' ? ['Retry-After'] : []),
    ]),
  ]);
  return Object.fromEntries([...successes, ...failures]);
}

/** The answer to errors of one status. */
export function errorAnswer(codes: readonly ErrorCode[], headers: readonly string[] = []): Schema {
  const inOrder = (Object.keys(ERRORS) as ErrorCode[]).filter((code) => codes.includes(code));
  return {
    description: inOrder.map((code) => `\`${code}\`: ${ERRORS[code]}.`).join(' '),
    headers: headersNamed(headers),
    content: {
      'application/json': {
        schema: { allOf: [ref('schemas', 'Error'), { properties: { code: { enum: inOrder } } }] },
        examples: Object.fromEntries(inOrder.map((code) => [code, ref('examples', code)])),
      },
    },
  };
}

/** What the envelope of an error says, by an example. */
export function errorExample(code: ErrorCode) {
  return {
    success: false,
    message: ERRORS[code],
    error: ERROR_HELP[code].example,
    timestamp: '2026-11-21T04:52:40.440Z',
    code,
    help_url: helpUrl(code),
    request_id: '4118d36b-2f35-4d88-a925-352a0f59ea8f',
  };
}

function headersNamed(names: readonly string[]): Record<string, Schema> {
  return Object.fromEntries([...COMMON, ...names].map((name) => [name, ref('headers', name)]));
}
