import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { ROUTES, type Route } from '../../../functions/routes.ts';
import type { Answer } from '../lambda/invocation.ts';
import { REGION } from '../template/stand-in-values.ts';

export interface ClientRequest {
  readonly method: string;
  /** With the stage: `/api/v1/convert`. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

export interface ClientAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  // biome-ignore lint/suspicious/noExplicitAny: each operation has a payload of its own, and tests assert on it
  json(): any;
}

/** The stage, which is no part of the paths of resources. */
const STAGE = '/api';

/** Between the metadata of a streamed answer and its body. */
const DELIMITER = Buffer.alloc(8);

/** The route that takes a request, or undefined where the fallback does. */
export function routeOf({ method, path }: ClientRequest): Route | undefined {
  const [pathname = ''] = path.split('?');
  return ROUTES.find((route) => route.method === method && patternOf(route).test(pathname));
}

/** The event for a request, as API Gateway makes it. */
export function toEvent(request: ClientRequest, route: Route | undefined): APIGatewayProxyEvent {
  const { method, path, headers = {}, body } = request;
  const [pathname = '', query] = path.split('?');
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  const binary = type.startsWith('multipart/form-data');
  const parameters = query ? Object.fromEntries(new URLSearchParams(query)) : null;
  const resource = route?.path.slice(STAGE.length) ?? '/{proxy+}';
  const event = {
    resource,
    path: pathname.slice(STAGE.length),
    httpMethod: method,
    headers: { Host: `abc.execute-api.${REGION}.amazonaws.com`, 'X-Forwarded-Proto': 'https', ...headers },
    multiValueHeaders: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
    queryStringParameters: parameters,
    multiValueQueryStringParameters: parameters,
    pathParameters: route
      ? { ...patternOf(route).exec(pathname)?.groups }
      : { proxy: pathname.slice(STAGE.length + 1) },
    stageVariables: null,
    requestContext: {
      identity: { sourceIp: '203.0.113.7', userAgent: 'rehearsal' },
      path: pathname,
      requestId: randomUUID(),
      requestTimeEpoch: Date.now(),
      resourcePath: resource,
      stage: 'api',
    },
    body: body ? Buffer.from(body).toString(binary ? 'base64' : 'utf8') : null,
    isBase64Encoded: binary,
  };
  return event as unknown as APIGatewayProxyEvent;
}

/** What the client gets for what the function answered. */
export async function toClientAnswer(answer: Answer, route: Route | undefined): Promise<ClientAnswer> {
  const content = await buffer(answer.content);
  const error = answer.error();
  if (error) throw new Error(`${error.errorType}: ${error.errorMessage}`);
  return route?.streams ? readStreamed(content) : readWhole(content);
}

function readWhole(content: Buffer): ClientAnswer {
  const result = JSON.parse(content.toString()) as APIGatewayProxyResult;
  const body = Buffer.from(result.body, result.isBase64Encoded ? 'base64' : 'utf8');
  return clientAnswer(result.statusCode, result.headers, body);
}

function readStreamed(content: Buffer): ClientAnswer {
  const end = content.indexOf(DELIMITER);
  const { statusCode, headers } = JSON.parse(content.subarray(0, end).toString()) as APIGatewayProxyResult;
  return clientAnswer(statusCode, headers, content.subarray(end + DELIMITER.length));
}

function clientAnswer(status: number, headers: APIGatewayProxyResult['headers'], body: Buffer): ClientAnswer {
  const texts = Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), `${value}`]);
  return { status, headers: Object.fromEntries(texts), body, json: () => JSON.parse(body.toString()) };
}

function patternOf({ path }: Route): RegExp {
  return new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
}
