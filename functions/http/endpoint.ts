import { pipeline } from 'node:stream/promises';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { type ConversionError, type ErrorCode, toConversionError } from '../conversion/errors.ts';
import { causeInLog, logger } from '../logger.ts';
import { fromEdge } from './edge-only.ts';
import { failure, type Reply } from './reply.ts';
import { STATUS_CODES } from './status-codes.ts';

/** A response whose body is a stream. */
export interface StreamedReply {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array>;
}

/** Makes the response to a request; an error of it becomes the error envelope. */
export type Operation<R> = (event: APIGatewayProxyEvent) => Promise<R> | R;

/** A Lambda handler of an operation with a JSON response. */
export function endpoint(operation: Operation<Reply>): (event: APIGatewayProxyEvent) => Promise<Reply> {
  return (event) => answer(requestIdOf(event), () => operation(fromEdge(event)));
}

/** A Lambda handler, with response streaming, of an operation whose response may be a stream. */
export function streamingEndpoint(operation: Operation<Reply | StreamedReply>) {
  return awslambda.streamifyResponse<APIGatewayProxyEvent>(async (event, responseStream) => {
    const { statusCode, headers, body } = await answer(requestIdOf(event), () => operation(fromEdge(event)));
    const response = awslambda.HttpResponseStream.from(responseStream, { statusCode, headers });
    let sent = 0;
    let failed = false;
    async function* counted() {
      try {
        for await (const chunk of typeof body === 'string' ? [Buffer.from(body)] : body) {
          sent += chunk.length;
          yield chunk;
        }
      } catch (error) {
        failed = true; // the body itself, and not the connection
        throw error;
      }
    }
    try {
      await pipeline(counted, response);
    } catch (error) {
      // The status line is sent: only a body that ends early still tells the client.
      response.destroy();
      const entry = { request_id: requestIdOf(event), sent };
      if (failed) logger.error('An answer could not be sent', { ...entry, cause: causeInLog(error) });
      // A client that has it all may disconnect before the file has been deleted.
      else if (sent !== Number(headers['Content-Length'])) logger.info('A client broke off', entry);
    }
  });
}

/** The Retry-After of errors, in seconds. */
const RETRY_AFTER: Partial<Record<ErrorCode, number>> = { NOT_READY: 1, SERVICE_BUSY: 30 };

/** The response of an operation; an error of it becomes the error envelope. */
export async function answer<R>(requestId: string, operation: () => Promise<R> | R): Promise<R | Reply> {
  try {
    return await operation();
  } catch (error) {
    const reported = report(error, requestId);
    const seconds = reported.retryAfter ?? RETRY_AFTER[reported.code];
    return failure(reported, { requestId, ...(seconds && { headers: { 'Retry-After': `${seconds}` } }) });
  }
}

/** Logs a failure with its cause. @returns the error for the client */
function report(error: unknown, requestId: string): ConversionError {
  const reported = toConversionError(error);
  const { code, message, cause = reported } = reported;
  const entry = { request_id: requestId, code };
  // The message may quote the client, and is not logged.
  if (STATUS_CODES[code] < 500) logger.info('A request was refused', entry);
  else logger.error('A request failed', { ...entry, reason: message, cause: causeInLog(cause) });
  return reported;
}

/** The identifier that a response and its log entries share. */
export function requestIdOf(event: APIGatewayProxyEvent): string {
  return event.requestContext.requestId;
}
