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

const CONVERT = ROUTES.find(({ name }) => name === 'convert')?.path;
const DOCS = ROUTES.find(({ name }) => name === 'docs')?.path;

/** How long a client may take for the head of a request, in milliseconds. */
const LONGEST_HEAD = 20_000;

const LONGEST_STILLNESS = 180_000;

/** What is behind the front door beside the handlers. */
export interface Behind {
  readonly hosts: AllowedHosts;
  readonly address: PublicAddress;
  readonly storage: Pick<LocalStorage, 'owns' | 'serve'>;
  readonly page: Page;
  /** How long a connection may be still while it is being answered, in milliseconds. @default 180 s, longer than any answer waits */
  readonly longestStillness?: number;
}

/**
 * The one name of the service, as CloudFront serves it: large bodies go to the ingest server, all else to API Gateway; here
 * small ones too go to the ingest server while there are many. The bucket, which has a name of its own there, is below it.
 * @param originKey with which what is behind knows that a request came through here
 */
export function createFrontDoor(originKey: string, behind: Behind): Server {
  const { hosts, address, storage, page, longestStillness = LONGEST_STILLNESS } = behind;
  const held = new HeldBodies();
  const entrance = new Entrance();
  const bodies = new BodyLine();
  // All is decided by the head of a request, before anything of its body is read.
  const serve = (request: IncomingMessage, response: ServerResponse, waiting = false) => {
    const refusal = hosts.refusal(request);
    if (refusal) return refuse(failure(refusal), request, response, waiting);
    duringRequestFrom(request.socket.remoteAddress, () =>
      address.during(request, () => route(request, response, waiting)),
    );
  };
  const route = (request: IncomingMessage, response: ServerResponse, waiting: boolean) => {
    if (pathOf(request.url) === DOCS_ALIAS) request.url = DOCS;
    // Whatever a client has sent by these names.
    request.headers[ORIGIN_KEY_HEADER] = originKey;
    request.headers[CALLER_ADDRESS_HEADER] = request.socket.remoteAddress;
    const choice = choose(request);
    if ('refusal' in choice) return refuse(choice.refusal, request, response, waiting);
    const enter = () => begin(request, response, choice.lane, waiting);
    if (isConvert(request)) entrance.begin(() => bodies.begin(request, enter));
    else if (isForm(request) || readsBody(request)) bodies.begin(request, enter);
    else {
      if (waiting) response.setHeader('Connection', 'close'); // it does not send its body now
      if (hasBody(request)) bodies.passOver(request.resume());
      pass(request, response);
    }
  };
  const isForm = ({ method, url }: IncomingMessage) => method === 'POST' && storage.owns(pathOf(url));
  const begin = (request: IncomingMessage, response: ServerResponse, lane: string, waiting: boolean) => {
    if (request.destroyed) return; // the client has not waited for its turn
    if (waiting) response.writeContinue();
    if (isConvert(request) && (lane === 'ingest' || !held.hold(request, response))) ingest(request, response);
    else pass(request, response);
  };
  const refuse = (reply: Reply, request: IncomingMessage, response: ServerResponse, waiting: boolean) => {
    // One that was waiting does not send its body now, and what it sends next would be taken for it.
    send(response, waiting ? { ...reply, headers: { ...reply.headers, Connection: 'close' } } : reply);
    // What is still on its way runs dry, so that the client gets to read the answer.
    if (hasBody(request)) bodies.passOver(request.resume());
  };
  const pass = (request: IncomingMessage, response: ServerResponse) => {
    const end = setTimeout(() => response.destroy(), LONGEST_REQUEST).unref(); // however slowly it is read
    response.once('close', () => clearTimeout(end));
    if (storage.owns(pathOf(request.url))) return storage.serve(request, harmless(response));
    const answer = page.answers(request) ? page.send(request, response) : answerByHandler(request, response);
    answer.catch((error: unknown) => giveUp(error, request, response));
  };
  const options = { requestTimeout: LONGEST_REQUEST, keepAliveTimeout: LONGEST_IDLE, headersTimeout: LONGEST_HEAD };
  return (
    createServer(options, (request, response) => serve(request, response))
      // A client that waits for permission to send its body (curl, above 1 MB) is refused before it sends too much.
      .on('checkContinue', (request, response) => serve(request, response, true))
      .setTimeout(longestStillness)
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

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function isConvert({ method, url }: IncomingMessage): boolean {
  return method === 'POST' && pathOf(url) === CONVERT;
}

function giveUp(error: unknown, request: IncomingMessage, response: ServerResponse): void {
  if (request.errored) return; // the client broke off
  console.error('The gateway failed', error);
  if (response.headersSent) response.destroy();
  else send(response, failure(new ConversionError('INTERNAL', 'The handler of this request failed.')));
}
