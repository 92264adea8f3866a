import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';

/** A name or an address, and a port. An address of IPv6 stands in brackets. */
const HOST = /^(?:[\w.-]{1,253}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i;

/**
 * The address of the service as its clients know it: the one that whoever runs it names, or else the one by which a
 * request calls it, in whose answer it stands.
 */
export class PublicAddress {
  /** The one that was named. */
  readonly named: string | undefined;
  /** The port on which the service listens, as soon as it does. */
  port = 0;
  readonly #called = new AsyncLocalStorage<string | undefined>();

  /**
   * @param named as in `https://convert.example.com`, where something in front of the service has another address
   * @throws Error when it has a path, or is no web address
   */
  constructor(named?: string) {
    if (named !== undefined) this.named = originOf(named);
  }

  /** The origin of links and forms in the answer to the present request; without one, or a good name, as this machine knows it. */
  get origin(): string {
    return this.named ?? this.#called.getStore() ?? `http://localhost:${this.port}`;
  }

  /** Answers a request, of which this address is then the present one; `Host` is that of the named address, if there is one. */
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
