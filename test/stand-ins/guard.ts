import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { type FauxqsServer, startFauxqs } from 'fauxqs';
import { answerRefusal, Refusal } from '../../local/refusal.ts';
import type { Credentials } from '../../local/signature.ts';
import { checkSignature } from './signed-request.ts';

/** Makes a server accept only signed requests. */
export function guard(server: Server, credentials: Credentials): void {
  const serve = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[];
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    try {
      checkSignature(request, credentials);
    } catch (error) {
      request.resume();
      return answerRefusal(response, asRefusal(error));
    }
    for (const listener of serve) listener.call(server, request, response);
  });
}

/**
 * Starts the stand-in for SQS on loopback, for signed requests only. By itself it listens on all interfaces, whatever host it
 * gets, and checks no signatures. It does not export its server, which a diagnostics channel publishes:
 * https://fastify.dev/docs/latest/Reference/Hooks/#diagnostics-channel-hooks
 */
export async function startGuardedFauxqs(
  options: Parameters<typeof startFauxqs>[0],
  credentials: Credentials,
): Promise<FauxqsServer> {
  let guarded = false;
  const change = (message: unknown) => {
    const { fastify } = message as { fastify: Application };
    const listen = fastify.listen.bind(fastify);
    fastify.listen = (where) => listen({ ...where, host: '127.0.0.1' });
    guard(fastify.server, credentials);
    guarded = true;
  };
  subscribe('fastify.initialization', change);
  try {
    const server = await startFauxqs({ ...options, host: '127.0.0.1' });
    if (guarded) return server;
    await server.stop();
    throw new Error('The stand-in for SQS could not be guarded');
  } finally {
    unsubscribe('fastify.initialization', change);
  }
}

/** The part of Fastify, on which the stand-in is built, that is changed here. */
interface Application {
  readonly server: Server;
  listen(where: object): Promise<string>;
}

function asRefusal(error: unknown): Refusal {
  return error instanceof Refusal ? error : new Refusal(400, 'InvalidRequest', 'The request cannot be read.');
}
