import type { IncomingMessage } from 'node:http';
import { ConversionError } from '../functions/conversion/errors.ts';

/** The names of the loopback interface. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** The safe methods (RFC 9110), which change nothing. */
const SAFE = ['GET', 'HEAD', 'OPTIONS'];

/** What decides which hosts are allowed. */
export interface AllowedHostsOptions {
  /** The address on which it listens. */
  readonly host: string;
  /** Allowed names besides those of the loopback interface; `*` for any. @default any, unless it listens on loopback */
  readonly names: readonly string[] | undefined;
  /** The public address of the service, if it has one. */
  readonly publicUrl: string | undefined;
  /** Whether all requests need an API key, which web pages do not have. */
  readonly keyRequired: boolean;
}

/**
 * Refuses requests of foreign web pages. A service without keys on the loopback interface is protected only by that, and
 * any page in a browser of this machine can send requests to it. A page whose name resolves to this machine (DNS
 * rebinding) is recognised by the `Host` header.
 */
export class AllowedHosts {
  /** Undefined where all names are allowed. */
  readonly #names: ReadonlySet<string> | undefined;

  constructor({ host, names, publicUrl, keyRequired }: AllowedHostsOptions) {
    const isOpen = names ? names.includes('*') : keyRequired || !isLoopback(host);
    const named = publicUrl ? [new URL(publicUrl).hostname] : [];
    if (!isOpen) this.#names = new Set([...LOOPBACK, ...named, ...(names ?? []).map((name) => name.toLowerCase())]);
  }

  /** The error of a request that is refused. */
  refusal({ method = '', headers, httpVersion }: IncomingMessage): ConversionError | undefined {
    if (headers.host === undefined && httpVersion !== '1.0')
      return new ConversionError('INVALID_REQUEST', 'The request has no header "Host".');
    if (!this.#names) return undefined;
    if (!this.#knows(`http://${headers.host}`))
      return new ConversionError(
        'FORBIDDEN',
        'The service does not know itself by the name in the header "Host". Whoever runs it can allow names: ALLOWED_HOSTS.',
      );
    if (SAFE.includes(method) || this.#isOwnPage(headers)) return undefined;
    return new ConversionError(
      'FORBIDDEN',
      'Web pages from elsewhere may not use this service. Whoever runs it can allow their hosts: ALLOWED_HOSTS.',
    );
  }

  /** Whether a page of an allowed host sent the request, or no page at all. */
  #isOwnPage({ origin, 'sec-fetch-site': site }: IncomingMessage['headers']): boolean {
    return origin === undefined ? site !== 'cross-site' : this.#knows(origin);
  }

  #knows(address: string): boolean {
    return URL.canParse(address) && this.#names?.has(new URL(address).hostname) === true;
  }
}

function isLoopback(host: string): boolean {
  return /^(?:localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host);
}
