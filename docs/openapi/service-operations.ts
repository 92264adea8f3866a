import type { ApiRouteName } from '../../functions/routes.ts';
import { envelope, type Operation } from './operation.ts';

const NOW = '2026-11-21T04:52:39.504Z';

const FORMAT = {
  format: 'ico',
  category: 'image',
  description: 'Windows icon',
  media_type: 'image/vnd.microsoft.icon',
  extensions: ['ico'],
  can_convert_to: ['jpg', 'png', 'webp'],
  can_convert_from: ['jpg', 'png', 'svg'],
  options: ['crop', 'width'],
};

const OPTIONS = {
  crop: {
    title: 'Crop',
    description: 'Part of the upright source: left, top, width, height in pixels.',
    type: 'string',
    pattern: '^[0-9]{1,6},[0-9]{1,6},[1-9][0-9]{0,5},[1-9][0-9]{0,5}$',
    examples: ['100,50,640,480'],
    'x-sources': 'crop',
  },
  width: {
    title: 'Width',
    description: 'Without a height, that follows.',
    type: 'integer',
    minimum: 1,
    maximum: 16_384,
    'x-unit': 'px',
    'x-variants': [{ targets: ['mp4', 'webm'], minimum: 16, maximum: 8190 }],
  },
};

const SOURCES = { crop: ['image', 'document', '-emf', '-wmf'] };

/** As far as it concerns whoever reads it with a tool, which knows the rest. */
const DOCUMENT = {
  type: 'object',
  required: ['openapi', 'info', 'servers', 'paths', 'components'],
  properties: {
    openapi: { type: 'string', pattern: '^3\\.1\\.' },
    info: { type: 'object' },
    servers: { type: 'array' },
    paths: { type: 'object' },
    components: { type: 'object' },
  },
  additionalProperties: true,
};

/** The operations that tell of the service itself. */
export const SERVICE_OPERATIONS = {
  formats: {
    tag: 'Service',
    summary: 'List the formats',
    description:
      'Lists every format that the service reads or writes, what becomes what, and the options of each target. The ' +
      'schema of an option stands once in `options_schemas`; what is different for some targets, in its `x-variants`. ' +
      'A pair that is listed works.',
    answers: {
      200: {
        description: 'All formats, those of one category together.',
        content: envelope('Formats', {
          success: true,
          message: 'Supported formats',
          data: { formats: [FORMAT], options_lists: {}, options_schemas: OPTIONS, options_sources: SOURCES },
        }),
      },
    },
    errors: [],
  },
  health: {
    tag: 'Service',
    summary: 'See whether the service works',
    description: 'Answers while the service is there. It converts nothing to find out.',
    answers: {
      200: {
        description: 'The service is operational.',
        content: envelope(
          'Health',
          {
            success: true,
            message: 'The service is operational',
            data: { version: '1.0', timestamp: NOW, status: 'operational' },
            timestamp: NOW,
          },
          { timestamp: { type: 'string', format: 'date-time', description: 'When the answer was made.' } },
        ),
      },
    },
    errors: [],
  },
  openapi: {
    tag: 'Service',
    summary: 'Get this document',
    description: 'The OpenAPI 3.1 document of the service, for generators of clients and other tools.',
    answers: {
      200: {
        description: 'The document.',
        headers: ['ETag'],
        content: { 'application/json': { schema: DOCUMENT } },
      },
      304: { description: 'It is the one that `If-None-Match` names.', headers: ['ETag'] },
    },
    errors: [],
  },
  docs: {
    tag: 'Service',
    summary: 'Read this document',
    description:
      'This document as a page for people: no script, and nothing from elsewhere. Also found at `/docs`, where the service has its own name.',
    answers: {
      200: { description: 'The page.', headers: ['ETag', 'Content-Security-Policy'], content: { 'text/html': {} } },
      304: { description: 'It is the one that `If-None-Match` names.', headers: ['ETag'] },
    },
    errors: [],
  },
} as const satisfies Partial<Record<ApiRouteName, Operation>>;
