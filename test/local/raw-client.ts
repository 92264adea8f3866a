import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { connect, type Socket } from 'node:net';

/** A connection on which a client may send whatever it likes. */
export interface RawClient {
  readonly socket: Socket;
  /** All that has come so far. */
  received(): string;
  /** When the service has ended the connection. */
  readonly ended: Promise<void>;
}

export async function sendRaw(origin: string, bytes: string | Uint8Array): Promise<RawClient> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  let received = '';
  socket.on('data', (data: Buffer) => {
    received += data.toString('latin1');
  });
  socket.on('error', () => undefined);
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await once(socket, 'connect');
  socket.write(bytes);
  return { socket, received: () => received, ended };
}

export function head(line: string, headers: Readonly<Record<string, string | number>>): string {
  const lines = Object.entries({ Host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${line} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

/** Sends a request with no headers but these, by whatever name they call the service. */
export function requestAs(
  origin: string,
  [method, path]: readonly [string, string],
  headers: OutgoingHttpHeaders,
  body?: Uint8Array | string,
): Promise<IncomingMessage> {
  const { port } = new URL(origin);
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const request = httpRequest({ host: '127.0.0.1', port, path, method, setHost: false, headers });
  request.once('response', resolve).once('error', reject).end(body);
  return promise;
}
