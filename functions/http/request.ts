import type { APIGatewayProxyEvent } from 'aws-lambda';

/** The value of a header, whatever the case of its name: API Gateway passes names on as the client wrote them. */
export function headerOf(event: Pick<APIGatewayProxyEvent, 'headers'>, name: string): string | undefined {
  const wanted = name.toLowerCase();
  return Object.entries(event.headers ?? {}).find(([key]) => key.toLowerCase() === wanted)?.[1];
}

/** The value of a parameter behind the path. */
export function parameterOf(
  { queryStringParameters }: Pick<APIGatewayProxyEvent, 'queryStringParameters'>,
  name: string,
): string | undefined {
  return queryStringParameters && Object.hasOwn(queryStringParameters, name) ? queryStringParameters[name] : undefined;
}

/** The path in the target of an HTTP request. */
export function pathOf(target = '/'): string {
  return target.replace(/[?#].*$/s, '');
}

/** The body of a request, as a handler is given it. */
export interface EventBody extends Pick<APIGatewayProxyEvent, 'body' | 'isBase64Encoded'> {
  /** The bytes themselves, from who calls the handler in its own process. @default those of which `body` is the text */
  readonly bytes?: Buffer;
}

/** The bytes of a request's body. */
export function bodyOf({ bytes, body, isBase64Encoded }: EventBody): Buffer {
  return bytes ?? Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
}
