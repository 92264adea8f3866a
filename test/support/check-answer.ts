import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { DOCS_ALIAS, DOCUMENTS, PAGE_PATH } from '../../functions/routes.ts';

type Json = Readonly<Record<string, unknown>>;

interface Header {
  readonly required?: boolean;
  readonly schema: Json;
}

interface Answer {
  readonly headers?: Readonly<Record<string, Header>>;
  readonly content?: Readonly<Record<string, { readonly schema?: Json }>>;
}

interface Operation {
  readonly responses: Readonly<Record<string, Answer>>;
}

interface ApiDocument {
  readonly servers: readonly [{ readonly url: string }];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly 'x-every-other-request': { readonly OPTIONS: Answer; readonly other: Answer };
}

export interface CheckedAnswer {
  readonly method: string;
  /** The address of the request, with or without a host. */
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  /** Checked only where the media type is JSON. */
  readonly body: () => Promise<unknown>;
}

/** Keywords of JSON Schema that define properties, as opposed to properties of these names. */
const PLACES_OF_NAMES = ['properties', 'examples', 'example', 'headers', 'responses', 'content', 'schemas', 'paths'];

/**
 * Closes the objects of the published document, which are open so that fields can be added: in tests an object has only its
 * listed fields. References name the document, so that its schemas can be compiled by themselves.
 */
function closed(value: unknown, isMapOfNames = false): unknown {
  if (Array.isArray(value)) return value.map((item) => closed(item));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => [
    name,
    name === '$ref' && typeof inner === 'string'
      ? `document${inner}`
      : closed(inner, !isMapOfNames && PLACES_OF_NAMES.includes(name)),
  ]);
  const copy = Object.fromEntries(entries);
  const isClosed = !isMapOfNames && copy.type === 'object' && copy.properties && !('additionalProperties' in copy);
  // A form has options besides its own fields.
  return isClosed && !copy.allOf ? { ...copy, additionalProperties: false } : copy;
}

const text = readFileSync(join(import.meta.dirname, '../..', DOCUMENTS.openapi), 'utf8');
const document = closed(JSON.parse(text)) as ApiDocument;
const [{ url: prefix }] = document.servers;

const ajv = new Ajv2020({ strict: false, allErrors: true, coerceTypes: false });
formats.default(ajv);
ajv.addSchema({ ...document, $id: 'document' });
const headerAjv = new Ajv2020({ strict: false, coerceTypes: true });
formats.default(headerAjv);

/** Throws when a response does not match the API document. */
export async function checkAnswer(answer: CheckedAnswer): Promise<void> {
  const path = pathOf(answer.url);
  if (path === '/' || path.replace(prefix, '').startsWith(PAGE_PATH)) return; // a person's, and no part of the API
  const wrong = await problemsOf(answer, describedAnswer(answer.method, path, answer.status));
  if (wrong.length === 0) return;
  throw new Error(`${answer.method} ${path} was answered otherwise than the API document says: ${wrong.join('; ')}`);
}

/** Like `fetch`, and throws when the response does not match the API document. */
export async function fetchChecked(url: string, init: RequestInit = {}): Promise<Response> {
  const answer = await fetch(url, init);
  const { status, headers } = answer;
  // The target of a redirect is not a part of the API, and HEAD is described by GET.
  if (answer.redirected || init.method === 'HEAD') return answer;
  const isJson = headers.get('content-type')?.startsWith('application/json') ?? false;
  const copy = isJson ? answer.clone() : answer;
  await checkAnswer({ method: init.method ?? 'GET', url, status, headers, body: () => copy.json() });
  return answer;
}

function pathOf(url: string): string {
  const path = url.replace(/^https?:\/\/[^/]*/, '').replace(/[?#].*$/s, '');
  return path === DOCS_ALIAS ? `${prefix}${DOCS_ALIAS}` : path;
}

function describedAnswer(method: string, path: string, status: number): Answer | undefined {
  const [, operations] =
    Object.entries(document.paths).find(([template]) => {
      const pattern = template.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+');
      return new RegExp(`^${prefix}${pattern}$`).test(path);
    }) ?? [];
  const operation = operations?.[method.toLowerCase()];
  if (operation) return resolve(operation.responses[status]);
  const { OPTIONS, other } = document['x-every-other-request'];
  if (method === 'OPTIONS') return status === 204 ? OPTIONS : undefined;
  return [400, 404, 413].includes(status) ? other : undefined;
}

async function problemsOf({ method, status, headers, body }: CheckedAnswer, described?: Answer): Promise<string[]> {
  if (!described) return [`status ${status} is not described`];
  const wrong = headerProblems(headers, described.headers ?? {});
  if (method === 'HEAD') return wrong;
  const type = (headers.get('content-type') ?? '').replace(/;.*$/s, '');
  const content = described.content;
  if (!content) return wrong;
  const media = content[type] ?? content['*/*'];
  if (!media) return [...wrong, `type "${type}" is not described`];
  if (!media.schema) return wrong;
  const validate = ajv.compile(media.schema);
  return validate(await body()) ? wrong : [...wrong, ajv.errorsText(validate.errors, { dataVar: 'body' })];
}

function headerProblems(headers: Headers, described: Readonly<Record<string, Header>>): string[] {
  return Object.entries(described).flatMap(([name, described]) => {
    const { required, schema } = resolve(described) as Header;
    const value = headers.get(name);
    if (value === null) return required ? [`the header ${name} is missing`] : [];
    return headerAjv.validate(schema, value) ? [] : [`the header ${name} is "${value}"`];
  });
}

/** Resolves a reference; other values are unchanged. */
function resolve<T extends object>(value: T | undefined): T | undefined {
  if (!value || !('$ref' in value)) return value;
  const steps = String(value.$ref)
    .replace(/^document#\//, '')
    .split('/');
  return steps.reduce<unknown>((found, step) => (found as Json)[step], document) as T;
}
