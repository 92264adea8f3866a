import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls';
import { afterAll, beforeAll } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';

export interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The server name of the request (SNI). */
  readonly servername: unknown;
}

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

/** The name in its certificate besides `localhost`. */
export const RECEIVER_NAME = 'receiver.example.org';

/** A server of webhooks over https on this machine, whose certificate is trusted by this process while a file is tested. */
export function useReceiver() {
  const folder = temporaryFolder();
  const received: Received[] = [];
  const sockets = new Set<Socket>();
  let port = 0;
  let answer: Answer = (response) => response.end();
  const server = createServer({}, async (request, response) => {
    const body = await text(request);
    const { method, url, headers, socket } = request;
    const { servername } = socket as TLSSocket & { servername?: unknown };
    received.push({ method, url, headers, body, servername });
    answer(response, request);
  });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  const trusted = getCACertificates('default');
  beforeAll(async () => {
    const certificate = makeCertificate(folder);
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
    /** Sets the response from now on, and clears the received requests. */
    answers(how: Answer) {
      received.length = 0;
      answer = how;
    },
  };
}

/** A certificate that signs itself, and its key, both as PEM. */
function makeCertificate(folder: string) {
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const names = `subjectAltName=DNS:localhost,DNS:${RECEIVER_NAME}`;
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj', '/CN=localhost'];
  execFileSync('openssl', ['req', ...kind, '-addext', names, '-out', cert, '-keyout', key], { stdio: 'pipe' });
  return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
}
