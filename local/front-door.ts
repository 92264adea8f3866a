import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { ConversionError } from '../functions/conversion/errors.ts';
import { failure, type Reply } from '../functions/http/reply.ts';
import { pathOf } from '../functions/http/request.ts';
import { ingest } from '../functions/ingest/ingest.ts';
import { CALLER_ADDRESS_HEADER, LONGEST_IDLE, LONGEST_REQUEST, ORIGIN_KEY_HEADER } from '../functions/lanes.ts';
import { DOCS_ALIAS, ROUTES } from '../functions/routes.ts';
import { pickLane } from './edge.ts';
import { Entrance } from './entrance.ts';
import { answerByHandler, send } from './gateway.ts';
import { HeldBodies } from './held-bodies.ts';
import type { Page } from './page.ts';
import type { PublicAddress } from './public-address.ts';
import type { LocalStorage } from './storage.ts';

const CONVERT = ROUTES.find(({ name }) => name === 'convert')?.path;
const DOCS = ROUTES.find(({ name }) => name === 'docs')?.path;

/** What is behind the front door beside the handlers. */
export interface Behind {
  readonly address: PublicAddress;
  readonly storage: Pick<LocalStorage, 'owns' | 'serve'>;
  readonly page: Page;
}

/**
 * The one name of the service, as CloudFront serves it: large bodies go to the ingest server, all else to API Gateway; here
 * small ones too go to the ingest server while there are many. The bucket, which has a name of its own there, is below it.
 * @param originKey with which what is behind knows that a request came through here
 */
export function createFrontDoor(originKey: string, { address, storage, page }: Behind): Server {
  const held = new HeldBodies();
  const entrance = new Entrance();
  const serve = (request: IncomingMessage, response: ServerResponse, waiting = false) => {
    if (pathOf(request.url) === DOCS_ALIAS) request.url = DOCS;
    // Whatever a client has sent by these names.
    request.headers[ORIGIN_KEY_HEADER] = originKey;
    request.headers[CALLER_ADDRESS_HEADER] = request.socket.remoteAddress;
    const choice = choose(request);
    if ('refusal' in choice) return refuse(choice.refusal, request, response, waiting);
    if (isConvert(request)) return entrance.begin(() => convert(request, response, choice.lane, waiting));
    if (waiting) response.writeContinue();
    pass(request, response);
  };
  const convert = (request: IncomingMessage, response: ServerResponse, lane: string, waiting: boolean) => {
    if (request.destroyed) return; // the client has not waited for its turn
    if (waiting) response.writeContinue();
    if (lane === 'ingest' || !held.hold(request, response)) ingest(request, response);
    else pass(request, response);
  };
  const pass = (request: IncomingMessage, response: ServerResponse) => {
    if (storage.owns(pathOf(request.url))) return storage.serve(request, harmless(response));
    const answer = page.answers(request) ? page.send(request, response) : answerByHandler(request, response);
    answer.catch((error: unknown) => giveUp(error, request, response));
  };
  return (
    createServer({ requestTimeout: LONGEST_REQUEST, keepAliveTimeout: LONGEST_IDLE }, (request, response) =>
      address.during(request, () => serve(request, response)),
    )
      // A client that waits for permission to send its body (curl, above 1 MB) is told of a hopeless size before.
      .on('checkContinue', (request, response) => address.during(request, () => serve(request, response, true)))
  );
}

/** What clients have made is served under the name of the page here: no browser takes it for a part of it. */
function harmless(response: ServerResponse): ServerResponse {
  return response
    .setHeader('X-Content-Type-Options', 'nosniff')
    .setHeader('Content-Security-Policy', "sandbox; default-src 'none'");
}

function choose(request: IncomingMessage): ReturnType<typeof pickLane> {
  const { method = 'GET', url, headers, socket } = request;
  const path = pathOf(url);
  return path === CONVERT ? pickLane({ method, path, headers, address: socket.remoteAddress ?? '' }) : { lane: 'api' };
}

function isConvert({ method, url }: IncomingMessage): boolean {
  return method === 'POST' && pathOf(url) === CONVERT;
}

/** Answers at once, and lets what is still on its way run dry, so that the client gets to read the answer. */
function refuse(reply: Reply, request: IncomingMessage, response: ServerResponse, waiting: boolean): void {
  // One that was waiting does not send its body now, and what it sends next would be taken for it.
  send(response, waiting ? { ...reply, headers: { ...reply.headers, Connection: 'close' } } : reply);
  request.resume();
}

function giveUp(error: unknown, request: IncomingMessage, response: ServerResponse): void {
  if (request.errored) return; // the client broke off
  console.error('The gateway failed', error);
  if (response.headersSent) response.destroy();
  else send(response, failure(new ConversionError('INTERNAL', 'The handler of this request failed.')));
}
