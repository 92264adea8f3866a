import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';

/** A `Host` header: a name or an address, with brackets for IPv6, and a port. */
const HOST = /^(?:[\w.-]{1,253}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i;

/**
 * The address of the service for links and forms in responses: the one that the operator configured, else that in the
 * `Host` header of the current request.
 */
export class PublicAddress {
  /** The configured origin. */
  readonly named: string | undefined;
  /** The port on which the service listens, once it does. */
  port = 0;
  readonly #called = new AsyncLocalStorage<string | undefined>();

  /**
   * @param named as in `https://convert.example.com`, where a proxy in front of the service has another address
   * @throws Error when it has a path, or is no web address
   */
  constructor(named?: string) {
    if (named !== undefined) this.named = originOf(named);
  }

  /** The origin for the current request; outside of requests, or without a valid `Host`, that of this machine. */
  get origin(): string {
    return this.named ?? this.#called.getStore() ?? `http://localhost:${this.port}`;
  }

  /** Runs a function in the async context of a request. A configured address replaces the `Host` header. */
  during<T>(request: IncomingMessage, answer: () => T): T {
    if (this.named) request.headers.host = new URL(this.named).host;
    const { host = '' } = request.headers;
    return this.#called.run(HOST.test(host) ? `http://${host}` : undefined, answer);
  }
}

function originOf(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`)
    throw new Error(`PUBLIC_URL is ${address}: it is an address without a path, as in https://convert.example.com`);
  return url.origin;
}
