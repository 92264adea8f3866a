import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { ConversionError } from '../functions/conversion/errors.ts';
import { failure } from '../functions/http/reply.ts';

/** Why Node's HTTP parser gave up on a request. */
const REASONS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'The headers of the request, with its address, are larger than 16 KB.',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request took too long to arrive. Send it again.',
};

/** Responses under way, of which a connection has one at a time. */
const responses = new WeakMap<Duplex, ServerResponse>();

/** Notes that a response to a request is under way. */
export function noteResponse({ socket }: IncomingMessage, response: ServerResponse): void {
  responses.set(socket, response);
  response.once('close', () => responses.delete(socket));
}

/** Answers a request that Node could not parse, and which therefore has no response, in the error envelope. */
export function refuseUnparsed(error: NodeJS.ErrnoException, socket: Duplex): void {
  const reason = REASONS[error.code ?? ''] ?? 'The request is not valid HTTP/1.1.';
  // A response that has begun would be taken to go on with this one.
  if (!socket.writable || responses.get(socket)?.headersSent) return void socket.destroy();
  socket.end(rawResponse(new ConversionError('INVALID_REQUEST', reason)), () => socket.destroy());
}

/** Refuses to be a proxy (CONNECT): Node passes on the bare connection. */
export function refuseTunnel(_: IncomingMessage, socket: Duplex): void {
  socket.end(rawResponse(new ConversionError('NOT_FOUND', 'This service is no proxy.')));
}

function rawResponse(error: ConversionError): string {
  const { statusCode, headers, body } = failure(error);
  const all = { ...headers, 'Content-Length': Buffer.byteLength(body), Connection: 'close' };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}\r\n${lines.join('')}\r\n${body}`;
}
