import type { APIGatewayProxyEvent } from 'aws-lambda';

/** The value of a header. Its name may have any case, since API Gateway keeps that of the client. */
export function headerOf(event: Pick<APIGatewayProxyEvent, 'headers'>, name: string): string | undefined {
  const wanted = name.toLowerCase();
  return Object.entries(event.headers ?? {}).find(([key]) => key.toLowerCase() === wanted)?.[1];
}

/** The path in the target of an HTTP request; the target may be a whole address (RFC 9112, 3.2.2). */
export function pathOf(target = '/'): string {
  return target.replace(/^https?:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
}

/** The body of a request, as a handler gets it. */
export interface EventBody extends Pick<APIGatewayProxyEvent, 'body' | 'isBase64Encoded'> {
  /** The bytes, where the handler runs in the process of its caller. @default `body` is decoded */
  readonly bytes?: Buffer;
}

/** The bytes of a request's body. */
export function bodyOf({ bytes, body, isBase64Encoded }: EventBody): Buffer {
  return bytes ?? Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
}
