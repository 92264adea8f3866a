import { pipeline } from 'node:stream/promises';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { type ConversionError, type ErrorCode, toConversionError } from '../conversion/errors.ts';
import { causeInLog, logger } from '../logger.ts';
import { fromEdge } from './edge-only.ts';
import { failure, type Reply } from './reply.ts';
import { STATUS_CODES } from './status-codes.ts';

/** An answer whose body is a stream. */
export interface StreamedReply {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array>;
}

/** What makes an answer of a request; what it throws becomes the error envelope. */
export type Operation<R> = (event: APIGatewayProxyEvent) => Promise<R> | R;

/** A Lambda handler of an operation with a JSON answer. */
export function endpoint(operation: Operation<Reply>): (event: APIGatewayProxyEvent) => Promise<Reply> {
  return (event) => answer(requestIdOf(event), () => operation(fromEdge(event)));
}

/** A Lambda handler, with response streaming, of an operation that may answer with a stream. */
export function streamingEndpoint(operation: Operation<Reply | StreamedReply>) {
  return awslambda.streamifyResponse<APIGatewayProxyEvent>(async (event, responseStream) => {
    const { statusCode, headers, body } = await answer(requestIdOf(event), () => operation(fromEdge(event)));
    const response = awslambda.HttpResponseStream.from(responseStream, { statusCode, headers });
    const passage = new Passage(typeof body === 'string' ? [Buffer.from(body)] : body);
    try {
      await pipeline(passage, response);
    } catch (error) {
      // The status line is out: all that is left is to break off, so that the client sees a short body.
      response.destroy();
      const entry = { request_id: requestIdOf(event), sent: passage.sent };
      if (passage.failed) logger.error('An answer could not be sent', { ...entry, cause: causeInLog(error) });
      // Who has it all may go before the file has been deleted behind it.
      else if (passage.sent !== Number(headers['Content-Length'])) logger.info('A client broke off', entry);
    }
  });
}

/** A body on its way, and how far it came. */
class Passage implements AsyncIterable<Uint8Array> {
  /** Bytes. */
  sent = 0;
  /** Whether it broke off where it came from, not where it went. */
  failed = false;
  readonly #body: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

  constructor(body: Iterable<Uint8Array> | AsyncIterable<Uint8Array>) {
    this.#body = body;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of this.#body) {
        this.sent += chunk.length;
        yield chunk;
      }
    } catch (error) {
      this.failed = true;
      throw error;
    }
  }
}

/** Seconds after which it makes sense to ask again. */
const RETRY_AFTER: Partial<Record<ErrorCode, number>> = { NOT_READY: 1, SERVICE_BUSY: 30 };

/** The answer of an operation; what it throws becomes the error envelope. */
export async function answer<R>(requestId: string, operation: () => Promise<R> | R): Promise<R | Reply> {
  try {
    return await operation();
  } catch (error) {
    const told = report(error, requestId);
    const seconds = told.retryAfter ?? RETRY_AFTER[told.code];
    return failure(told, { requestId, ...(seconds && { headers: { 'Retry-After': `${seconds}` } }) });
  }
}

/** Logs a failure with its cause, and gives the error for the client. */
function report(error: unknown, requestId: string): ConversionError {
  const told = toConversionError(error);
  const entry = { request_id: requestId, code: told.code };
  // The client learns what it did wrong: in its words, which do not belong here.
  if (STATUS_CODES[told.code] < 500) logger.info('A request was refused', entry);
  else logger.error('A request failed', { ...entry, reason: told.message, cause: causeInLog(told.cause ?? told) });
  return told;
}

/** The identifier that ties an answer to its log lines. */
export function requestIdOf(event: APIGatewayProxyEvent): string {
  return event.requestContext.requestId;
}
