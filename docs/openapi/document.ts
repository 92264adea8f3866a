import { type ApiRouteName, ROUTES } from '../../functions/routes.ts';
import { ACCOUNT_OPERATIONS } from './account-operations.ts';
import { COMPONENTS, header } from './components.ts';
import { CONVERSION_OPERATIONS } from './conversion-operations.ts';
import { errorAnswer, type Operation, responsesOf } from './operation.ts';
import { SERVICE_OPERATIONS } from './service-operations.ts';
import { WEBHOOK_MESSAGES, WEBHOOK_OPERATIONS } from './webhook-operations.ts';

const PREFIX = '/api/v1';

/** Every route, described. */
export const OPERATIONS: Readonly<Record<ApiRouteName, Operation>> = {
  ...CONVERSION_OPERATIONS,
  ...ACCOUNT_OPERATIONS,
  ...WEBHOOK_OPERATIONS,
  ...SERVICE_OPERATIONS,
};

const INTRODUCTION = `Upload a file, name a format, fetch the result once within 30 minutes.

Every answer but a download is JSON in one envelope: \`success\`, \`message\`, and \`data\` or \`error\`, \`code\` and \`help_url\`. Fields may be
added: pass over those that you do not know.`;

const TAGS = [
  { name: 'Conversions', description: 'From the upload of a file to the download of its result.' },
  { name: 'Account', description: 'What belongs to an API key; there only where callers have keys.' },
  { name: 'Service', description: 'What the service is and can do.' },
];

/** What takes every request that no path takes. */
const EVERYTHING_ELSE = {
  OPTIONS: {
    description: 'The preflight of a browser, on every path.',
    headers: {
      'Access-Control-Allow-Methods': header('What a web page may do.', { type: 'string' }),
      'Access-Control-Allow-Headers': header('What a web page may send.', { type: 'string' }),
      'Access-Control-Max-Age': header('Seconds for which a browser need not ask again.', { type: 'integer' }),
    },
  },
  other: errorAnswer(['NOT_FOUND', 'FILE_TOO_LARGE', 'INVALID_REQUEST']),
};

/** The OpenAPI 3.1 document of the service. */
export function openApiDocument() {
  return {
    openapi: '3.1.1',
    info: {
      title: 'File conversion',
      version: '1.0',
      summary: 'Converts files from one format to another.',
      description: INTRODUCTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: PREFIX, description: 'The host of this document.' }],
    security: [],
    tags: TAGS,
    paths: paths(),
    webhooks: WEBHOOK_MESSAGES,
    components: COMPONENTS,
    'x-every-other-request': EVERYTHING_ELSE,
  };
}

/** The document as it is served: without blanks, since machines read it. */
export function openApiJson(): string {
  return `${JSON.stringify(openApiDocument(), undefined, 1)}\n`;
}

function paths(): Record<string, object> {
  const found: Record<string, Record<string, object>> = {};
  for (const name of Object.keys(OPERATIONS) as ApiRouteName[]) {
    const route = ROUTES.find((candidate) => candidate.name === name);
    if (!route) throw new Error(`There is no route ${name}.`);
    const path = route.path.slice(PREFIX.length);
    found[path] = { ...found[path], [route.method.toLowerCase()]: operationOf(name) };
  }
  return found;
}

function operationOf(name: ApiRouteName) {
  const { tag, summary, description, parameters, requestBody, keyed } = OPERATIONS[name];
  return {
    operationId: name,
    tags: [tag],
    summary,
    description,
    ...(keyed && { security: [...(keyed === 'optional' ? [{}] : []), { bearer: [] }, { apiKey: [] }] }),
    ...(parameters && { parameters }),
    ...(requestBody && { requestBody }),
    responses: responsesOf(OPERATIONS[name]),
  };
}
