import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { finished } from 'node:stream/promises';
import type { Visitor } from '../callers/caller.ts';
import { ConversionError } from '../conversion/errors.ts';
import { ENVIRONMENT, readEnvironment } from '../environment.ts';
import { answerCaller } from '../http/answer-caller.ts';
import { pastEdge } from '../http/edge-only.ts';
import { answer } from '../http/endpoint.ts';
import type { Reply } from '../http/reply.ts';
import { pathOf } from '../http/request.ts';
import { CALLER_ADDRESS_HEADER, INGEST_HEALTH_PATH, ORIGIN_KEY_HEADER } from '../lanes.ts';
import { causeInLog, logger } from '../logger.ts';
import { isFromEdge } from '../origin-key.ts';
import { ROUTES } from '../routes.ts';
import { gate } from '../services/callers.ts';
import { services } from '../services/services.ts';
import { takeFile } from './take-file.ts';

/** How long a client may send nothing, in milliseconds: then it has broken off. */
const LONGEST_SILENCE = 30_000;

const CONVERT = ROUTES.find(({ name }) => name === 'convert');

/** Handles convert requests that are too large for an event, as a listener of a Node.js HTTP server. */
export const ingest: RequestListener = (request, response) => {
  const requestId = randomUUID();
  request.setTimeout(LONGEST_SILENCE, () => request.destroy(new Error('The client fell silent')));
  request.once('end', () => request.setTimeout(0));
  respond(request, response, requestId).catch((error: unknown) => {
    if (request.readableAborted) logger.info('A client broke off', { request_id: requestId });
    else logger.error('An answer could not be sent', { request_id: requestId, cause: causeInLog(error) });
    response.destroy();
  });
};

async function respond(request: IncomingMessage, response: ServerResponse, requestId: string): Promise<void> {
  const reply = await route(request, requestId);
  // Half-duplex: what is answered before the body has been read to its end does not get through.
  if (!request.readableEnded) await finished(request.resume(), { writable: false });
  response.writeHead(reply.statusCode, { ...reply.headers, 'Content-Length': Buffer.byteLength(reply.body) });
  response.end(reply.body);
}

async function route(request: IncomingMessage, requestId: string): Promise<Reply> {
  const { headers, method, url } = request;
  if (url === INGEST_HEALTH_PATH) return { statusCode: 200, headers: {}, body: 'ok\n' };
  const refuse = (error: ConversionError) =>
    answer(requestId, (): Reply => {
      throw error;
    });
  if (!isFromEdge(headers[ORIGIN_KEY_HEADER]?.toString(), readEnvironment(ENVIRONMENT.originKeys)))
    return refuse(pastEdge());
  if (method !== CONVERT?.method || pathOf(url) !== CONVERT?.path)
    return refuse(new ConversionError('NOT_FOUND', 'There is nothing at this address.'));
  return answerCaller(
    requestId,
    () => visitorOf(request),
    'convert',
    gate(),
    (caller) => takeFile(request, caller, services()),
  );
}

function visitorOf({ headers }: IncomingMessage): Visitor {
  return {
    authorization: headers.authorization,
    apiKey: headers['x-api-key']?.toString(),
    address: headers[CALLER_ADDRESS_HEADER]?.toString(),
  };
}
