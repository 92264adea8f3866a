import type { IncomingMessage, ServerResponse } from 'node:http';
import { pageHeaders } from '../functions/http/page-headers.ts';
import { pathOf } from '../functions/http/request.ts';
import { PAGE_PATH } from '../functions/routes.ts';

/** A pair of formats, which may have a page of its own. */
const PAIR = /^\/[a-z0-9]{1,9}-to-[a-z0-9]{1,9}$/;

/** Serves the web page as CloudFront does. It is built at the first request. */
export class Page {
  readonly #store: string;
  #files: Promise<ReadonlyMap<string, Uint8Array>> | undefined;

  /** @param store the origin to which files are uploaded by form, where it is not that of the page */
  constructor(store = '') {
    this.#store = store;
  }

  /** Whether the path of a request is that of a file of the page. */
  answers({ method, url }: IncomingMessage): boolean {
    const path = pagePathOf(url);
    return (method === 'GET' || method === 'HEAD') && (path === '/' || path.startsWith(PAGE_PATH) || PAIR.test(path));
  }

  /** Sends a file of the page, or 404. */
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

/** The name of the file at a path. */
function nameOf(path: string): string {
  if (path === '/') return 'index.html';
  return PAIR.test(path) ? `${path.slice(1)}.html` : path.slice(PAGE_PATH.length);
}

/** The path of a request without the prefix of the API, under which API Gateway serves the page too. */
function pagePathOf(url: string | undefined): string {
  return pathOf(url).replace(/^\/api\/v1(?=\/page\/)/, '');
}
