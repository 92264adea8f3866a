import type { IncomingMessage } from 'node:http';
import { ConversionError } from '../functions/conversion/errors.ts';

/** What this machine is called by itself. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** Methods that change nothing: what a page may learn by them, it may know. */
const HARMLESS = ['GET', 'HEAD', 'OPTIONS'];

/** Which names of the service are taken from whom. */
export interface AllowedHostsOptions {
  /** The address on which it listens. */
  readonly host: string;
  /** Names by which clients may call it, beside those of this machine; `*` for any. @default any, unless it listens on loopback */
  readonly names: readonly string[] | undefined;
  /** The address that somebody has given it. */
  readonly publicUrl: string | undefined;
  /** Whether nobody gets anything without a key: no web page has one. */
  readonly keyRequired: boolean;
}

/**
 * Keeps out web pages from elsewhere, where the service has no password but that only this machine reaches it: its
 * browsers reach it too, for any page in them. A page whose own name leads here (DNS rebinding) gives that name as `Host`.
 */
export class AllowedHosts {
  /** Undefined where any will do. */
  readonly #names: ReadonlySet<string> | undefined;

  constructor({ host, names, publicUrl, keyRequired }: AllowedHostsOptions) {
    const isOpen = names ? names.includes('*') : keyRequired || !isLoopback(host);
    const named = publicUrl ? [new URL(publicUrl).hostname] : [];
    if (!isOpen) this.#names = new Set([...LOOPBACK, ...named, ...(names ?? []).map((name) => name.toLowerCase())]);
  }

  /** Why a request is not taken, if it is not. */
  refusal({ method = '', headers }: IncomingMessage): ConversionError | undefined {
    if (!this.#names) return undefined;
    if (!this.#knows(`http://${headers.host}`))
      return new ConversionError(
        'FORBIDDEN',
        'The service does not know itself by the name in the header "Host". Whoever runs it can allow names: ALLOWED_HOSTS.',
      );
    if (HARMLESS.includes(method) || this.#isOwnPage(headers)) return undefined;
    return new ConversionError(
      'FORBIDDEN',
      'Web pages from elsewhere may not use this service. Whoever runs it can allow their hosts: ALLOWED_HOSTS.',
    );
  }

  /** Whether it is sent by a page from an allowed host, or by no page. */
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
