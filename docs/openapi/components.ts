import { ERRORS, type ErrorCode } from '../../functions/conversion/errors.ts';
import { REPRESENTATIONS } from '../../functions/http/representation-schemas.ts';
import { errorExample, type Schema } from './operation.ts';
import { optionsSchema } from './option-schemas.ts';

const text = (description: string, more: Schema = {}) => ({ type: 'string', description, ...more });

export const header = (description: string, schema: Schema, required = true) => ({ description, required, schema });

const error = {
  type: 'object',
  description: 'What every error is answered with. `error` is for people, `code` for programs.',
  required: ['success', 'message', 'error', 'timestamp', 'code', 'help_url'],
  properties: {
    success: { type: 'boolean', const: false },
    message: text('What went wrong, in a few words: the same for each code.'),
    error: text('What went wrong, and what to do: names the field, and what is accepted.'),
    timestamp: text(
      'When it happened: ISO 8601, UTC. Only API Gateway, where it answers by itself (as to too many requests), writes it ' +
        'as web servers do in their logs.',
      { examples: ['2026-11-21T04:52:40.440Z'] },
    ),
    code: {
      type: 'string',
      enum: Object.keys(ERRORS),
      description: 'Stable, for programs. More may come: treat one that you do not know by its HTTP status.',
    },
    help_url: text('Where its cause and cure are explained: a path, relative to the host of the service.', {
      pattern: '^/api/v1/docs#code-[A-Z_]+$',
    }),
    request_id: text('Ties the answer to the log of the service: tell it the operator.'),
    data: {
      type: 'object',
      description: 'Only in the response to a status request for an unknown conversion.',
      required: ['conversion_id', 'status'],
      properties: {
        conversion_id: text('The identifier of the request.'),
        status: { type: 'string', const: 'not_found' },
      },
    },
  },
};

/** What the operations refer to. */
export const COMPONENTS = {
  schemas: { ...REPRESENTATIONS, Options: optionsSchema(), Error: error },
  examples: Object.fromEntries(
    (Object.keys(ERRORS) as ErrorCode[]).map((code) => [code, { summary: ERRORS[code], value: errorExample(code) }]),
  ),
  parameters: {
    conversion_id: {
      name: 'conversion_id',
      in: 'path',
      required: true,
      description: 'From the answer of convert or uploads.',
      schema: { type: 'string', format: 'uuid' },
    },
    idempotency_key: {
      name: 'Idempotency-Key',
      in: 'header',
      description:
        'A random text that no other request of yours has. Whoever sends the same request again with the same key gets the same ' +
        'conversion, made and counted once, as long as its result is there: so a request whose answer was lost can be repeated.',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
      examples: { random: { value: '5d2f8a1c-7f0e-4c38-9a0d-0f7a1f1b2c3d' } },
    },
    webhook_id: {
      name: 'webhook_id',
      in: 'path',
      required: true,
      description: 'From the answer to the registration.',
      schema: { type: 'string', pattern: '^wh_[0-9a-f]{24}$' },
    },
  },
  securitySchemes: {
    bearer: {
      type: 'http',
      scheme: 'bearer',
      description: 'An API key, `fc_` and 36 letters and digits, where the operator has callers bear one.',
    },
    apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'The same key, in a header of its own.' },
  },
  headers: {
    'Access-Control-Allow-Origin': header('Any web page may use the service.', { type: 'string', const: '*' }),
    'Cache-Control': header('`no-store`, but for documents.', { type: 'string' }),
    'Content-Disposition': header('`attachment`, with the name of the result (RFC 6266).', {
      type: 'string',
      pattern: '^attachment; filename="',
    }),
    'Content-Length': header('Size of the result in bytes.', { type: 'integer' }),
    'Content-Security-Policy': header('Nothing in it is run.', { type: 'string' }),
    ETag: header('Changes with the document: send it as `If-None-Match`.', { type: 'string' }),
    Location: header('Where the file is.', { type: 'string', format: 'uri' }),
    'Preference-Applied': header('The preference that was honoured.', { type: 'string' }, false),
    RateLimit: header(
      'What is left of the limit on requests: `r` requests, and as many as ever in `t` seconds. Only where callers have keys.',
      { type: 'string', pattern: '^"requests";r=[0-9]+;t=[0-9]+$' },
      false,
    ),
    'RateLimit-Policy': header(
      'The limits of the caller: `q` requests in `w` seconds, and `q` conversions a month. Only where callers have keys.',
      { type: 'string', pattern: '^"requests";q=[0-9]+;w=[0-9]+' },
      false,
    ),
    'Retry-After': header(
      'Seconds after which to ask again (`NOT_READY`, `SERVICE_BUSY`, `RATE_LIMITED`, `QUOTA_EXCEEDED`).',
      { type: 'integer' },
      false,
    ),
    'X-Content-Type-Options': header('The type is exact.', { type: 'string', const: 'nosniff' }),
  },
} as const;
