import { ENGINE_CODES } from '../../functions/conversion/errors.ts';
import { DEFAULT_QUALITY, QUALITIES } from '../../functions/conversion/quality.ts';
import type { ApiRouteName } from '../../functions/routes.ts';
import { envelope, type Operation, ref } from './operation.ts';

/** Of a conversion, in examples. */
export const ID = '4158c86f-8953-4069-92e6-b108b7ad190c';

/** A conversion, as an example. */
export const RECORD = {
  conversion_id: ID,
  original_filename: 'photo.jpg',
  original_format: 'jpg',
  target_format: 'webp',
  result_format: 'webp',
  options: { width: 1200 },
  file_size: 156874,
  conversion_time: 0.58,
  download_url: `/api/v1/download/${ID}`,
  expires_at: '2026-11-21T05:22:40.217Z',
  status: 'ready',
};

const STATUS = {
  conversion_id: ID,
  status: 'ready',
  expires_at: '2026-11-21T05:22:40.217Z',
  download_url: `/api/v1/download/${ID}`,
  result_format: 'webp',
  options: { width: 1200 },
  file_size: 156874,
};

const UPLOAD = {
  conversion_id: ID,
  url: 'https://files.s3.us-east-1.amazonaws.com/',
  fields: { key: `uploads/${ID}`, Policy: 'eyJleHBpcmF0aW9uIjoi…', 'X-Amz-Signature': '3a3abc5f…' },
  expires_at: '2026-11-21T05:07:40.217Z',
  download_url: `/api/v1/download/${ID}`,
  status: 'processing',
};

const targetFormat = {
  type: 'string',
  description:
    'The format to convert to: a name that `GET /formats` lists, or another one of its `extensions`. Case does not matter.',
  examples: ['webp'],
};

const quality = {
  type: 'string',
  enum: QUALITIES,
  default: DEFAULT_QUALITY,
  description:
    'Sets the defaults of all options. For formats without loss, `low` has fewer colours; the others are exact.',
};

const webhookUrl = {
  type: 'string',
  format: 'uri',
  maxLength: 2000,
  description:
    'Where to be told what becomes of this conversion, at the host of a webhook of the account, in the place of its URL. Only with an API key.',
};

const options = {
  ...ref('schemas', 'Options'),
  description: 'Options of the target as a JSON object. Each can also be sent by itself, under its own name.',
};

/** A request with these fields, and each option by its own name beside them. */
const withOptions = (required: readonly string[], properties: object) => ({
  type: 'object',
  required,
  properties,
  allOf: [ref('schemas', 'Options')],
  unevaluatedProperties: false,
});

const idempotencyKey = ref('parameters', 'idempotency_key');
const conversionId = ref('parameters', 'conversion_id');

/** The operations that convert a file, from its upload to its download. */
export const CONVERSION_OPERATIONS = {
  convert: {
    tag: 'Conversions',
    keyed: 'optional',
    summary: 'Convert a file',
    description:
      'Takes a file of up to 100 MB and answers when it is converted, after 25 seconds at most. What takes longer is ' +
      'answered as `processing`: then ask for its status until it is `ready`.\n\n' +
      'The format of the file is what its content says; its name decides only between kinds of text. A file of many pages ' +
      'that becomes pictures is a zip of them: `result_format` says so.',
    parameters: [
      {
        name: 'Prefer',
        in: 'header',
        description:
          'How long to wait for the conversion (RFC 7240): `respond-async` answers at once, `wait=5` after five seconds.',
        schema: { type: 'string' },
        examples: { async: { value: 'respond-async' }, wait: { value: 'wait=5' } },
      },
      idempotencyKey,
    ],
    requestBody: {
      required: true,
      content: {
        'multipart/form-data': {
          schema: withOptions(['file', 'target_format'], {
            file: {
              type: 'string',
              format: 'binary',
              contentMediaType: 'application/octet-stream',
              description: 'The file, with its name. At most 104,857,600 bytes.',
            },
            target_format: targetFormat,
            quality,
            options,
            webhook_url: webhookUrl,
          }),
          encoding: { options: { contentType: 'application/json' } },
        },
      },
    },
    answers: {
      200: {
        description: 'The file was converted, or is being converted.',
        headers: ['Preference-Applied'],
        content: envelope('Conversion', { success: true, message: 'The file was converted', data: RECORD }),
      },
    },
    errors: [
      'INVALID_REQUEST',
      'MISSING_FILE',
      'EMPTY_FILE',
      'MISSING_TARGET_FORMAT',
      'INVALID_QUALITY',
      ...ENGINE_CODES,
      'EXPIRED',
      'ALREADY_DOWNLOADED',
      'IDEMPOTENCY_KEY_REUSED',
      'SERVICE_BUSY',
    ],
    errorHeaders: { 500: ['Retry-After'] },
  },
  uploads: {
    tag: 'Conversions',
    keyed: 'optional',
    summary: 'Upload a file straight to the store',
    description:
      'Gives a form with which a browser, or whoever would rather not hold a connection, uploads a file by itself. Send ' +
      'its `fields`, and after them the part `file`, to its `url` as multipart/form-data within 15 minutes. The upload ' +
      'starts the conversion; the status tells the rest, and whatever is wrong with the file.',
    parameters: [idempotencyKey],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: withOptions(['filename', 'target_format'], {
            filename: { type: 'string', description: 'The name of the file.', examples: ['film.mov'] },
            target_format: targetFormat,
            quality: { ...quality, type: ['string', 'null'], enum: [...QUALITIES, null] },
            options,
            webhook_url: { ...webhookUrl, type: ['string', 'null'] },
          }),
          example: { filename: 'film.mov', target_format: 'mp4', quality: 'high', width: 1280 },
        },
      },
    },
    answers: {
      200: {
        description: 'The form to send the file with.',
        content: envelope('Upload', {
          success: true,
          message: 'Send the file with this form; the upload starts the conversion',
          data: UPLOAD,
        }),
      },
    },
    errors: [
      'INVALID_REQUEST',
      'MISSING_FILE',
      'MISSING_TARGET_FORMAT',
      'UNSUPPORTED_CONVERSION',
      'INVALID_QUALITY',
      'INVALID_OPTION',
      'FILE_TOO_LARGE',
      'IDEMPOTENCY_KEY_REUSED',
    ],
  },
  status: {
    tag: 'Conversions',
    summary: 'Ask how far a conversion is',
    description:
      'Tells the state of a conversion, for 24 hours after its link has expired. One that failed is answered as convert ' +
      'would have answered it: with the same error and HTTP status.',
    parameters: [conversionId],
    answers: {
      200: {
        description: 'The state of the conversion.',
        content: envelope('ConversionStatus', { success: true, message: 'Conversion status', data: STATUS }),
      },
    },
    errors: [...ENGINE_CODES, 'EMPTY_FILE', 'NOT_FOUND', 'SERVICE_BUSY'],
  },
  download: {
    tag: 'Conversions',
    summary: 'Download the result, once',
    description:
      'Answers with the file itself and deletes it when the last byte is out. A client that breaks off may come again ' +
      'until the link expires. A result above 200 MB is a redirect to a link that is good for five minutes (`curl -L`).',
    parameters: [conversionId],
    answers: {
      200: {
        description: 'The file, with the exact media type of its format.',
        headers: ['Content-Disposition', 'Content-Length', 'Content-Security-Policy', 'X-Content-Type-Options'],
        content: { '*/*': {} },
      },
      302: { description: 'The file is too large to be passed on: it is at `Location`.', headers: ['Location'] },
    },
    errors: ['NOT_FOUND', 'NOT_READY', 'EXPIRED', 'ALREADY_DOWNLOADED'],
    errorHeaders: { 404: ['Retry-After'] },
  },
} as const satisfies Partial<Record<ApiRouteName, Operation>>;
