import type { IncomingMessage, ServerResponse } from 'node:http';
import { pageHeaders } from '../functions/http/page-headers.ts';
import { pathOf } from '../functions/http/request.ts';
import { PAGE_PATH } from '../functions/routes.ts';

/** A pair of formats, which may have a page of its own. */
const PAIR = /^\/[a-z0-9]{1,9}-to-[a-z0-9]{1,9}$/;

/** The web page of the service, as the edge serves it; built when it is first asked for. */
export class Page {
  readonly #store: string;
  #files: Promise<ReadonlyMap<string, Uint8Array>> | undefined;

  /** @param store the origin to which files are uploaded by form, where it is not that of the page */
  constructor(store = '') {
    this.#store = store;
  }

  /** Whether a request is for a file of the page, as far as its path says. */
  answers({ method, url }: IncomingMessage): boolean {
    const path = pagePathOf(url);
    return (method === 'GET' || method === 'HEAD') && (path === '/' || path.startsWith(PAGE_PATH) || PAIR.test(path));
  }

  /** Sends a file of the page, or that there is none. */
  async send({ method, url }: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = pagePathOf(url);
    const name = nameOf(path);
    this.#files ??= import('../web/build-page.ts').then(({ buildPage }) => buildPage());
    const content = (await this.#files).get(name);
    const headers = pageHeaders(name, this.#store);
    if (!content) return void response.writeHead(404, { ...headers, 'Content-Type': 'text/plain' }).end('Not found\n');
    response.writeHead(200, { ...headers, 'Content-Length': content.length });
    response.end(method === 'HEAD' ? undefined : content);
  }
}

/** Which file of the page a path stands for. */
function nameOf(path: string): string {
  if (path === '/') return 'index.html';
  return PAIR.test(path) ? `${path.slice(1)}.html` : path.slice(PAGE_PATH.length);
}

/** The path of a request as the edge has it, whether or not it has the prefix of the API, by which API Gateway has it. */
function pagePathOf(url: string | undefined): string {
  return pathOf(url).replace(/^\/api\/v1(?=\/page\/)/, '');
}
