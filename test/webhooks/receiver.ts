import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls';
import { afterAll, beforeAll } from 'vitest';
import { makeCertificate } from './certificate.ts';

/** A received request. */
export interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The server name of the request (SNI). */
  readonly servername: unknown;
}

type Answer = (response: ServerResponse, request: IncomingMessage, count: number) => void;

/** The name in its certificate besides `localhost`. */
export const RECEIVER_NAME = 'receiver.example.org';

/** A server of webhooks over https on this machine, whose certificate is trusted by this process while a file is tested. */
export function useReceiver() {
  const received: Received[] = [];
  const sockets = new Set<Socket>();
  let port = 0;
  let answer: Answer = (response) => response.end();
  const server = createServer({}, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const { method, url, headers, socket } = request;
    const { servername } = socket as TLSSocket & { servername?: unknown };
    received.push({ method, url, headers, body: Buffer.concat(chunks).toString(), servername });
    answer(response, request, received.length);
  });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  const trusted = getCACertificates('default');
  beforeAll(async () => {
    const certificate = makeCertificate(['localhost', RECEIVER_NAME]);
    server.setSecureContext(certificate);
    setDefaultCACertificates([...trusted, certificate.cert]);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ({ port } = server.address() as AddressInfo);
  });
  afterAll(async () => {
    setDefaultCACertificates(trusted);
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    received,
    get port() {
      return port;
    },
    get origin() {
      return `https://localhost:${port}`;
    },
    /** The count of open connections. */
    get open() {
      return sockets.size;
    },
    /** Sets the response from now on, and clears the received requests. */
    answers(how: Answer) {
      received.length = 0;
      answer = how;
    },
  };
}
