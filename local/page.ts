import type { IncomingMessage, ServerResponse } from 'node:http';
import { pathOf } from '../functions/http/request.ts';
import { buildPage, type PageFile } from '../web/build-page.ts';
import { cacheControl, contentSecurityPolicy, PAGE_HEADERS } from '../web/page-headers.ts';

/** The web page of the service, as the edge serves it; built when it is first asked for. */
export class Page {
  readonly #policy: string;
  #files: Promise<ReadonlyMap<string, PageFile>> | undefined;

  /** @param store the origin to which files are uploaded by form, where it is not that of the page */
  constructor(store?: string) {
    this.#policy = contentSecurityPolicy(store);
  }

  /** Whether a request is for a file of the page, as far as its path says. */
  answers({ method, url }: IncomingMessage): boolean {
    return (method === 'GET' || method === 'HEAD') && isOfPage(pathOf(url));
  }

  /** Sends a file of the page, or that there is none. */
  async send({ method, url }: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#files ??= buildPage().then((files) => new Map(files.map((file) => [file.path, file])));
    const file = (await this.#files).get(pathOf(url));
    if (!file) return void response.writeHead(404, PAGE_HEADERS).end();
    response.writeHead(200, {
      ...PAGE_HEADERS,
      'Content-Security-Policy': this.#policy,
      'Content-Type': file.mediaType,
      'Content-Length': file.content.length,
      'Cache-Control': cacheControl(file.immutable),
    });
    response.end(method === 'HEAD' ? undefined : file.content);
  }
}

function isOfPage(path: string): boolean {
  return /^\/(assets\/[\w-]+\.(js|css)|service-worker\.js|manifest\.webmanifest|icon(-\d+)?\.(svg|png))?$/.test(path);
}
