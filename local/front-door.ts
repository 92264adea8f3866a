import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { ConversionError } from '../functions/conversion/errors.ts';
import { failure, type Reply } from '../functions/http/reply.ts';
import { pathOf } from '../functions/http/request.ts';
import { ingest } from '../functions/ingest/ingest.ts';
import { CALLER_ADDRESS_HEADER, LONGEST_IDLE, LONGEST_REQUEST, ORIGIN_KEY_HEADER } from '../functions/lanes.ts';
import { DOCS_ALIAS, ROUTES } from '../functions/routes.ts';
import type { AllowedHosts } from './allowed-hosts.ts';
import { BodyLine } from './body-line.ts';
import { duringRequestFrom } from './client-address.ts';
import { pickLane } from './edge.ts';
import { Entrance } from './entrance.ts';
import { answerByHandler, readsBody, send } from './gateway.ts';
import { HeldBodies } from './held-bodies.ts';
import type { Page } from './page.ts';
import type { PublicAddress } from './public-address.ts';
import type { LocalStorage } from './storage.ts';
import { noteResponse, refuseTunnel, refuseUnparsed } from './unparsed-request.ts';

const CONVERT = ROUTES.find(({ name }) => name === 'convert')?.path;
const DOCS = ROUTES.find(({ name }) => name === 'docs')?.path;

/** How long a client may take for the headers of a request, in milliseconds. */
const LONGEST_HEAD = 20_000;

const LONGEST_STILLNESS = 180_000;

/** The services behind the front door besides the handlers. */
export interface Behind {
  readonly hosts: AllowedHosts;
  readonly address: PublicAddress;
  readonly storage: Pick<LocalStorage, 'owns' | 'serve'>;
  readonly page: Page;
  /** The idle timeout of a connection during its response, in milliseconds. @default 180 s, longer than any request waits */
  readonly longestStillness?: number;
}

/**
 * Does what CloudFront does: large bodies go to the ingest server, all other requests to the gateway. Here small bodies
 * go to the ingest server too while many are in memory, and the bucket is a path below the same name.
 * @param originKey shows the handlers that a request came through here
 */
export function createFrontDoor(originKey: string, behind: Behind): Server {
  const { hosts, address, storage, page, longestStillness = LONGEST_STILLNESS } = behind;
  const held = new HeldBodies();
  const entrance = new Entrance();
  const bodies = new BodyLine();
  // The headers of a request decide everything, before its body is read.
  const serve = (request: IncomingMessage, response: ServerResponse, waiting = false) => {
    noteResponse(request, response);
    const refusal = hosts.refusal(request);
    if (refusal) return refuse(failure(refusal), request, response, waiting);
    duringRequestFrom(request.socket.remoteAddress, () =>
      address.during(request, () => route(request, response, waiting)),
    );
  };
  const route = (request: IncomingMessage, response: ServerResponse, waiting: boolean) => {
    if (pathOf(request.url) === DOCS_ALIAS) request.url = DOCS;
    // Overwrites headers that a client has sent by these names.
    request.headers[ORIGIN_KEY_HEADER] = originKey;
    request.headers[CALLER_ADDRESS_HEADER] = request.socket.remoteAddress;
    const choice = choose(request);
    if ('refusal' in choice) return refuse(choice.refusal, request, response, waiting);
    const enter = () => begin(request, response, choice.lane, waiting);
    if (isConvert(request)) entrance.begin(() => bodies.begin(request, enter));
    else if (isForm(request) || readsBody(request)) bodies.begin(request, enter);
    else {
      if (waiting) response.setHeader('Connection', 'close'); // it does not send its body now
      if (hasBody(request)) bodies.discard(request.resume());
      pass(request, response);
    }
  };
  const isForm = ({ method, url }: IncomingMessage) => method === 'POST' && storage.owns(pathOf(url));
  const begin = (request: IncomingMessage, response: ServerResponse, lane: string, waiting: boolean) => {
    if (request.destroyed) return; // the client has disconnected meanwhile
    if (waiting) response.writeContinue();
    if (isConvert(request) && (lane === 'ingest' || !held.hold(request, response))) ingest(request, response);
    else pass(request, response);
  };
  const refuse = (reply: Reply, request: IncomingMessage, response: ServerResponse, waiting: boolean) => {
    // A client that waits for 100 Continue sends no body now, and its next request would be taken for the body.
    send(response, waiting ? { ...reply, headers: { ...reply.headers, Connection: 'close' } } : reply);
    // Clients read the response only when they have sent the body.
    if (hasBody(request)) bodies.discard(request.resume());
  };
  const pass = (request: IncomingMessage, response: ServerResponse) => {
    const end = setTimeout(() => response.destroy(), LONGEST_REQUEST).unref(); // bounds a slow reader
    response.once('close', () => clearTimeout(end));
    if (storage.owns(pathOf(request.url))) return storage.serve(request, sandboxed(response));
    const answer = page.answers(request) ? page.send(request, response) : answerByHandler(request, response);
    answer.catch((error: unknown) => giveUp(error, request, response));
  };
  const options = {
    requestTimeout: LONGEST_REQUEST,
    keepAliveTimeout: LONGEST_IDLE,
    headersTimeout: LONGEST_HEAD,
    requireHostHeader: false, // `AllowedHosts` refuses what lacks it, in the envelope
  };
  return (
    createServer(options, (request, response) => serve(request, response))
      // A client that waits for permission to send its body (curl, above 1 MB) is refused before it sends too much.
      .on('checkContinue', (request, response) => serve(request, response, true))
      // Other expectations are ignored (RFC 9110, 10.1.1).
      .on('checkExpectation', (request, response) => serve(request, response))
      .on('clientError', refuseUnparsed)
      .on('connect', refuseTunnel)
      .setTimeout(longestStillness)
  );
}

/** Files of clients are served from the origin of the page here: browsers must not run them as a part of it. */
function sandboxed(response: ServerResponse): ServerResponse {
  return response
    .setHeader('X-Content-Type-Options', 'nosniff')
    .setHeader('Content-Security-Policy', "sandbox; default-src 'none'");
}

function choose(request: IncomingMessage): ReturnType<typeof pickLane> {
  const { method = 'GET', url, headers, socket } = request;
  const path = pathOf(url);
  return path === CONVERT ? pickLane({ method, path, headers, address: socket.remoteAddress ?? '' }) : { lane: 'api' };
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function isConvert({ method, url }: IncomingMessage): boolean {
  return method === 'POST' && pathOf(url) === CONVERT;
}

function giveUp(error: unknown, request: IncomingMessage, response: ServerResponse): void {
  if (request.errored) return; // the client has disconnected
  console.error('The gateway failed', error);
  if (response.headersSent) response.destroy();
  else send(response, failure(new ConversionError('INTERNAL', 'The handler of this request failed.')));
}
