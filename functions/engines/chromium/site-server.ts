import type { Browser } from './browser.ts';
import { LIMITS } from './page-limits.ts';
import type { Site } from './site.ts';

/** A paused request of a page. */
interface PausedRequest {
  readonly requestId: string;
  readonly request: { readonly url: string; readonly method: string };
  readonly resourceType: string;
  readonly frameId: string;
}

/** Answers all requests of a page, its frames and its workers from its site; all other requests fail. */
export class SiteServer {
  readonly #browser: Browser;
  readonly #site: Site;
  readonly #frame: string;
  /** The sessions of the page, and of its frames and workers. */
  readonly #sessions = new Set<string>();
  readonly #stop: readonly (() => void)[];
  #visits = 0;
  #fault: unknown;

  /** @param frame the page's main frame, whose navigations are limited */
  constructor(browser: Browser, site: Site, frame: string) {
    this.#browser = browser;
    this.#site = site;
    this.#frame = frame;
    this.#stop = [
      this.#on('Fetch.requestPaused', (params, session) => this.#answer(params as PausedRequest, session)),
      this.#on('Target.attachedToTarget', (params) => this.#attach((params as { sessionId: string }).sessionId)),
    ];
  }

  /** The error of the site, if there was one. */
  get fault(): unknown {
    return this.#fault;
  }

  /** Intercepts the requests of a session. Its frames and workers are paused until theirs are intercepted too. */
  async intercept(session: string): Promise<void> {
    this.#sessions.add(session);
    const stop = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true };
    await Promise.all([
      this.#browser.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }, session),
      this.#browser.send('Target.setAutoAttach', stop, session),
    ]);
  }

  /** Stops answering. */
  close(): void {
    for (const stop of this.#stop) stop();
  }

  #on(event: string, listener: (params: unknown, session: string) => void): () => void {
    return this.#browser.on(event, (params, session = '') => {
      if (this.#sessions.has(session)) listener(params, session);
    });
  }

  #attach(session: string): void {
    this.intercept(session)
      // Requests of some workers go through their page.
      .catch(() => undefined)
      .then(() => this.#browser.send('Runtime.runIfWaitingForDebugger', {}, session))
      .catch(() => undefined);
  }

  #answer({ requestId, request, resourceType, frameId }: PausedRequest, session: string): void {
    const resource = this.#find(request, resourceType === 'Document' && frameId === this.#frame);
    const answer = (method: string, params: object = {}) =>
      this.#browser.send(`Fetch.${method}`, { requestId, ...params }, session);
    const answered =
      resource === undefined
        ? answer('failRequest', { errorReason: 'Aborted' })
        : resource === 'file'
          ? answer('continueRequest')
          : answer('fulfillRequest', {
              responseCode: 200,
              responseHeaders: [{ name: 'Content-Type', value: resource.type }],
              body: resource.content.toString('base64'),
            });
    // The frame may have been closed.
    answered.catch(() => undefined);
  }

  #find({ url, method }: PausedRequest['request'], isVisit: boolean) {
    if (method !== 'GET' || (isVisit && ++this.#visits > LIMITS.visits)) return undefined;
    try {
      return this.#site.find(url.replace(/#.*$/s, ''));
    } catch (error) {
      this.#fault = error;
      return undefined;
    }
  }
}
