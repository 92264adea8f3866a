import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { isAdmitted } from '../functions/callers/admit.ts';
import type { Visitor } from '../functions/callers/caller.ts';
import { ConversionError } from '../functions/conversion/errors.ts';
import { failure, type Reply } from '../functions/http/reply.ts';
import { type EventBody, pathOf } from '../functions/http/request.ts';
import { LARGEST_SMALL_BODY } from '../functions/lanes.ts';
import { FALLBACK_ENTRY, methodsOf, ROUTES, type Route } from '../functions/routes.ts';
import { gate } from '../functions/services/callers.ts';
import { isStreaming, type StreamingHandler } from './response-streaming.ts';

/** The largest JSON body, in bytes: a hundred times that of real clients, since many are in memory at once. */
const LARGEST_JSON = 256 * 1024;

/** The integration timeout of API Gateway, in milliseconds. */
const INTEGRATION_TIMEOUT = 29_000;

const ROOT = join(import.meta.dirname, '..');

/** The event of a request. The body is in it as bytes only: base64 would take two more copies. */
type LocalEvent = APIGatewayProxyEvent & EventBody;

type Handler = StreamingHandler | ((event: LocalEvent) => Promise<Reply>);

/** Whether a handler reads the body of a request. */
export function readsBody({ method, url }: IncomingMessage): boolean {
  return method === 'POST' && matchRoute(method, pathOf(url)) !== undefined;
}

/**
 * Does what API Gateway does: makes an event of a request, and calls the handler of its route. The body is not read where
 * no handler needs it, or the caller is not admitted.
 */
export async function answerByHandler(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = readsBody(request) && (await isAdmitted(visitorOf(request), gate())) ? await readBody(request) : NOTHING;
  if (body === undefined) return refuseBody(request, response);
  const event = toEvent(request, body);
  const handler = await loadHandler(matchRoute(event.httpMethod, event.path)?.route.entry ?? FALLBACK_ENTRY);
  if (isStreaming(handler)) return handler(event, response, {});
  send(response, await inTime(handler(event)));
}

const NOTHING = Buffer.alloc(0);

function visitorOf({ headers }: IncomingMessage): Visitor {
  return { authorization: headers.authorization, apiKey: headers['x-api-key']?.toString() };
}

export function send(response: ServerResponse, { statusCode, headers, body }: Reply): void {
  response.writeHead(statusCode, { ...headers, 'Content-Length': Buffer.byteLength(body) }).end(body);
}

/** The response of a handler, or that of API Gateway after the integration timeout. */
async function inTime(answer: Promise<Reply>): Promise<Reply> {
  const { promise: late, resolve } = Promise.withResolvers<Reply>();
  const timer = setTimeout(() => {
    resolve(failure(new ConversionError('ENGINE_TIMED_OUT', 'The answer took longer than 29 seconds.')));
  }, INTEGRATION_TIMEOUT).unref();
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

/** The body of a request, or undefined when it is too large. Larger bodies of convert go to the ingest server. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const isConvert = matchRoute(request.method, pathOf(request.url))?.route.name === 'convert';
  const largest = isConvert ? LARGEST_SMALL_BODY : LARGEST_JSON;
  if (Number(request.headers['content-length'] ?? 0) > largest) return undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  // Not destroyed on an early return, since the client could not read the response then.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > largest) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Responds with 413, and discards the rest of the body: clients read the response only when they have sent it. */
function refuseBody(request: IncomingMessage, response: ServerResponse): void {
  const error = new ConversionError('FILE_TOO_LARGE', 'The JSON body is larger than 256 KB.');
  send(response, failure(error, { requestId: randomUUID() }));
  request.resume();
}

function toEvent(request: IncomingMessage, bytes: Buffer): LocalEvent {
  const pathname = pathOf(request.url);
  const match = matchRoute(request.method, pathname);
  const event: Partial<LocalEvent> = {
    httpMethod: request.method ?? 'GET',
    path: pathname,
    resource: match?.route.path ?? '/{proxy+}',
    pathParameters: match?.parameters ?? { proxy: pathname.slice(1) },
    queryStringParameters: parametersOf(request.url),
    headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
    body: null,
    isBase64Encoded: false,
    bytes,
    requestContext: { requestId: randomUUID() } as APIGatewayProxyEvent['requestContext'],
  };
  return event as LocalEvent;
}

/** The routes with patterns of their paths. */
const PATTERNS = (ROUTES as readonly Route[]).map((route) => {
  const pattern = route.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)');
  return { route, pattern: new RegExp(`^${pattern}$`) };
});

function matchRoute(method: string | undefined, pathname: string) {
  for (const { route, pattern } of PATTERNS) {
    if (!methodsOf(route).includes(method ?? '') || (route.keyed && gate().mode === 'off')) continue;
    const match = pattern.exec(pathname);
    if (match) return { route, parameters: match.groups ? decode(match.groups) : null };
  }
  return undefined;
}

/** The query parameters. Of several of one name API Gateway passes the last. */
function parametersOf(target = '/'): Record<string, string> | null {
  const at = target.indexOf('?');
  const parameters = Object.fromEntries(new URLSearchParams(at < 0 ? '' : target.slice(at)));
  return Object.keys(parameters).length > 0 ? parameters : null;
}

function decode(parameters: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, decodeLeniently(value)]));
}

function decodeLeniently(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const handlers = new Map<string, Promise<{ handler: Handler }>>();

async function loadHandler(entry: string): Promise<Handler> {
  const loaded = handlers.get(entry) ?? import(pathToFileURL(join(ROOT, entry)).href);
  handlers.set(entry, loaded);
  return (await loaded).handler;
}
