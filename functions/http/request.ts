import type { APIGatewayProxyEvent } from 'aws-lambda';

/** The value of a header, whatever the case of its name: API Gateway passes names on as the client wrote them. */
export function headerOf(event: Pick<APIGatewayProxyEvent, 'headers'>, name: string): string | undefined {
  const wanted = name.toLowerCase();
  return Object.entries(event.headers ?? {}).find(([key]) => key.toLowerCase() === wanted)?.[1];
}

/** The path in the target of an HTTP request. */
export function pathOf(target = '/'): string {
  return target.replace(/[?#].*$/s, '');
}

/** The bytes of a request's body. */
export function bodyOf(event: Pick<APIGatewayProxyEvent, 'body' | 'isBase64Encoded'>): Buffer {
  return Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
}
