import { type ClientRequest, type IncomingMessage, request as requestByHttp } from 'node:http';
import { request as requestByHttps } from 'node:https';
import { isIP } from 'node:net';
import { DeliveryFailure } from './delivery-failure.ts';
import { type LookUp, resolveHost } from './resolve-host.ts';
import { hostOf, isAllowed } from './webhook-url.ts';

/** How long an endpoint may take from the first look at its name to its answer, in milliseconds. */
export const PATIENCE = 20_000;

/** How much of the body of an answer is read, in bytes; its headers may have 16 KB (Node's limit). */
const MOST_READ = 1024;

/** The answer of an endpoint. */
export interface PostAnswer {
  readonly status: number;
  /** The header `Retry-After`. */
  readonly retryAfter?: string | undefined;
}

/** Sends a body to a URL. @throws DeliveryFailure when no answer came */
export type Post = (url: string, headers: Readonly<Record<string, string>>, body: string) => Promise<PostAnswer>;

/** Finds the address to connect to for a URL. @throws DeliveryFailure when nothing is to be sent there */
export type FindAddress = (url: URL, signal: AbortSignal) => Promise<string>;

export interface PostOptions {
  readonly findAddress: FindAddress;
  /** How long an answer is waited for, in milliseconds. @default PATIENCE */
  readonly patience?: number | undefined;
}

/**
 * Finds public addresses alone, and lets nothing be sent but over https on port 443.
 * @param allowed origins that are used whatever they are
 */
export function publicAddresses(lookUp: LookUp, allowed: readonly string[]): FindAddress {
  return async (url, signal) => {
    if (isAllowed(url, allowed)) return hostOf(url);
    if (url.protocol !== 'https:' || url.port) throw new DeliveryFailure('it is not https on port 443');
    return resolveHost(hostOf(url), lookUp, signal);
  };
}

/** Sends requests over connections of their own; redirects are not followed. */
export function poster({ findAddress, patience = PATIENCE }: PostOptions): Post {
  return async (text, headers, body) => {
    const url = new URL(text);
    const signal = AbortSignal.timeout(patience);
    try {
      const address = await abortable(findAddress(url, signal), signal);
      const all = { ...headers, 'content-length': `${Buffer.byteLength(body)}` };
      return await send(begin(url, address, all, signal), body);
    } catch (error) {
      if (signal.aborted) throw new DeliveryFailure(`it did not answer within ${patience / 1000} s`, { cause: error });
      if (error instanceof DeliveryFailure) throw error;
      throw new DeliveryFailure(reasonOf(error), { cause: error });
    }
  };
}

/** @param address that of the host, which is not looked up again; who is there has to prove that it is the host */
function begin(
  url: URL,
  address: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): ClientRequest {
  const host = hostOf(url);
  const request = url.protocol === 'http:' ? requestByHttp : requestByHttps;
  return request({
    host: address,
    port: url.port || (url.protocol === 'http:' ? 80 : 443),
    path: `${url.pathname}${url.search}`,
    method: 'POST',
    headers: { ...headers, host: url.host },
    agent: false,
    signal,
    ...(isIP(host) === 0 && { servername: host }),
  });
}

async function send(request: ClientRequest, body: string): Promise<PostAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request.on('response', resolve).on('error', reject);
  // Nothing is handed over to another protocol.
  request.on('upgrade', (response, socket) => {
    socket.destroy();
    resolve(response);
  });
  request.end(body);
  const response = await promise;
  try {
    await readSome(response);
    return { status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] };
  } finally {
    request.destroy();
  }
}

/** Reads and discards the beginning of a response, so that the server of a short one sees it received. */
async function readSome(response: IncomingMessage): Promise<void> {
  let read = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      read += chunk.length;
      if (read >= MOST_READ) return;
    }
  } catch {
    // Its status has come, and that is what counts.
  }
}

function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  return Promise.race([promise, aborted]);
}

/** The part of a network error that an account may see. */
function reasonOf(error: unknown): string {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (code === 'ECONNREFUSED') return 'it refused the connection';
  if (/^(CERT_|DEPTH_|ERR_TLS_|UNABLE_|SELF_SIGNED|ERR_SSL_)/.test(code)) return 'its certificate is not good for it';
  return 'the connection failed';
}
