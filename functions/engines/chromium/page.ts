import { ConversionError } from '../../conversion/errors.ts';
import type { Options } from '../../conversion/options.ts';
import type { Browser } from './browser.ts';
import { LIMITS } from './page-limits.ts';
import type { Site } from './site.ts';

/** Something keeps the browser from answering, or has ended it: it is of no more use. */
export class BrowserLost extends ConversionError {
  constructor(message: string, cause?: unknown) {
    super('TOO_COMPLEX', message, { cause });
  }
}

const TOO_LONG = 'The page takes longer to be drawn than is given to one. Simplify or divide it first.';
const CRASHED = 'The page takes more memory than is given to one. Simplify or divide it first.';
const SCRIPTS = `The scripts of the page run for more than ${LIMITS.scripts / 1000} seconds. Remove or shorten them first.`;

/** How soon a page answers once a script is ended that has kept it from that, in milliseconds. */
const AT_ONCE = 300;

interface Paused {
  readonly requestId: string;
  readonly request: { readonly url: string; readonly method: string };
  readonly resourceType: string;
  readonly frameId: string;
}

interface Attached {
  readonly sessionId: string;
}

/** How a page is shown. */
export interface Shown {
  readonly media: 'print' | 'screen';
  readonly width: number;
  readonly height: number;
  readonly scale?: number;
}

/** A page of a site in a browser, in a context of its own. Whatever is not of its site fails. */
export class Page {
  readonly #browser: Browser;
  readonly #site: Site;
  readonly #sessions = new Set<string>();
  readonly #lost = Promise.withResolvers<never>();
  readonly #stop: (() => void)[] = [];
  #deadline = performance.now() + LIMITS.drawing;
  #session = '';
  #context = '';
  #frame = '';
  #visits = 0;
  #loads = 0;
  #loaded: () => void = () => undefined;
  #fault: unknown;

  private constructor(browser: Browser, site: Site) {
    this.#browser = browser;
    this.#site = site;
    this.#lost.promise.catch(() => undefined);
  }

  /**
   * Opens the page of a site in a fresh context.
   * @throws ConversionError
   */
  static async open(browser: Browser, site: Site, shown: Shown): Promise<Page> {
    const page = new Page(browser, site);
    try {
      await page.#within(page.#prepare(shown));
      await page.#load();
      return page;
    } catch (error) {
      await page.close();
      throw error;
    }
  }

  /**
   * Sends a command to the page.
   * @throws BrowserLost when it takes too long
   */
  send<T = unknown>(method: string, params: object = {}): Promise<T> {
    return this.#within(this.#browser.send<T>(method, params, this.#session));
  }

  /**
   * Has the page drawn, for which its scripts are called.
   * @throws BrowserLost when that takes too long
   */
  draw<T>(method: string, params: object): Promise<T> {
    return this.#patiently(this.#browser.send<T>(method, params, this.#session));
  }

  /**
   * What an expression of ours is, among scripts of ours: the page cannot change what the names in it mean.
   * @throws BrowserLost when scripts of the page keep it from answering
   */
  async evaluate<T>(expression: string): Promise<T> {
    for (let tries = 0; ; tries++) {
      const loads = this.#loads;
      try {
        return await this.#patiently(this.#evaluate<T>(expression));
      } catch (error) {
        // What was there has been left for another page meanwhile.
        if (
          !this.#browser.usable ||
          error instanceof ConversionError ||
          (loads === this.#loads && tries > LIMITS.visits)
        )
          throw error;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }

  /** Waits until what the page holds is there, if that is to come. */
  async settle(): Promise<void> {
    for (let loads = -1; loads !== this.#loads; ) {
      loads = this.#loads;
      await this.evaluate<boolean>(SETTLED);
    }
    if (this.#fault) throw this.#fault;
  }

  /** Waits as a client asks for it. @throws ConversionError INVALID_OPTION */
  async wait({ wait, wait_for: selector }: Options): Promise<void> {
    if (typeof wait === 'number') await this.#within(new Promise((resolve) => setTimeout(resolve, wait)));
    if (selector === undefined) return;
    const found = await this.evaluate<string>(awaitSelector(String(selector)));
    if (found === 'invalid')
      throw new ConversionError('INVALID_OPTION', 'The option "wait_for" must be a CSS selector, such as "#ready".');
    if (found === 'missing')
      throw new ConversionError(
        'INVALID_OPTION',
        `Nothing that the option "wait_for" names appeared on the page within ${LIMITS.scripts / 1000} seconds.`,
      );
  }

  /** Leaves nothing of the page in the browser. */
  async close(): Promise<void> {
    for (const stop of this.#stop) stop();
    if (this.#context === '' || !this.#browser.usable) return;
    const gone = this.#browser.send('Target.disposeBrowserContext', { browserContextId: this.#context });
    if (!(await settles(gone, LIMITS.answer))) await this.#browser.close();
  }

  async #prepare({ media, width, height, scale = 1 }: Shown): Promise<void> {
    const browser = this.#browser;
    const { browserContextId } = await browser.send<{ browserContextId: string }>('Target.createBrowserContext');
    this.#context = browserContextId;
    const { targetId } = await browser.send<{ targetId: string }>('Target.createTarget', {
      url: 'about:blank',
      browserContextId,
      width,
      height,
    });
    this.#frame = targetId;
    const attach = { targetId, flatten: true };
    const { sessionId } = await browser.send<{ sessionId: string }>('Target.attachToTarget', attach);
    this.#session = sessionId;
    this.#listen();
    const stay = { worldName: 'stay', source: stayingOn(this.#site.isOne) };
    const send = (method: string, params: object = {}) => browser.send(method, params, sessionId);
    await Promise.all([
      this.#guard(sessionId),
      browser.send('Browser.setDownloadBehavior', { behavior: 'deny', browserContextId }),
      send('Page.enable'),
      send('Inspector.enable'),
      send('Page.addScriptToEvaluateOnNewDocument', stay),
      send('Emulation.setScriptExecutionDisabled', { value: this.#site.isStill ?? false }),
      send('Emulation.setEmulatedMedia', { media }),
      send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: scale, mobile: false }),
    ]);
  }

  #listen(): void {
    const on = (event: string, listener: (params: unknown) => void, isPage = true) => {
      const stop = this.#browser.on(event, (params, session = '') => {
        if (isPage ? session === this.#session : this.#sessions.has(session)) listener(params);
      });
      this.#stop.push(stop);
    };
    this.#stop.push(
      this.#browser.on('Fetch.requestPaused', (params, session = '') => {
        if (this.#sessions.has(session)) this.#answer(params as Paused, session);
      }),
    );
    on('Target.attachedToTarget', (params) => this.#admit((params as Attached).sessionId), false);
    on('Page.javascriptDialogOpening', () => this.#dismiss());
    on('Page.loadEventFired', () => {
      this.#loads++;
      this.#loaded();
    });
    on('Page.frameStoppedLoading', (params) => {
      if ((params as { frameId: string }).frameId === this.#frame) this.#loaded();
    });
    on('Inspector.targetCrashed', () => this.#lost.reject(new BrowserLost(CRASHED)));
  }

  /** What a page starts, such as frames and workers, is stopped until its requests come to us as well. */
  async #guard(session: string): Promise<void> {
    this.#sessions.add(session);
    const stop = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true };
    await Promise.all([
      this.#browser.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }, session),
      this.#browser.send('Target.setAutoAttach', stop, session),
    ]);
  }

  #admit(session: string): void {
    this.#guard(session)
      // Requests of some workers come by way of their page.
      .catch(() => undefined)
      .then(() => this.#browser.send('Runtime.runIfWaitingForDebugger', {}, session))
      .catch(() => undefined);
  }

  #dismiss(): void {
    this.#browser.send('Page.handleJavaScriptDialog', { accept: false }, this.#session).catch(() => undefined);
  }

  #answer({ requestId, request, resourceType, frameId }: Paused, session: string): void {
    const served = this.#find(request, resourceType === 'Document' && frameId === this.#frame);
    const answer = served
      ? this.#browser.send(
          'Fetch.fulfillRequest',
          {
            requestId,
            responseCode: 200,
            responseHeaders: [{ name: 'Content-Type', value: served.type }],
            body: served.content.toString('base64'),
          },
          session,
        )
      : this.#browser.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' }, session);
    // Who asked may be gone.
    answer.catch(() => undefined);
  }

  #find({ url, method }: Paused['request'], isVisit: boolean) {
    if (method !== 'GET' || (isVisit && ++this.#visits > LIMITS.visits)) return undefined;
    try {
      return this.#site.find(url.replace(/#.*$/s, ''));
    } catch (error) {
      this.#fault = error;
      return undefined;
    }
  }

  /** Shows the page; what its scripts have not done in their time stays undone. */
  async #load(): Promise<void> {
    const loaded = new Promise<void>((resolve) => {
      this.#loaded = resolve;
    });
    const shown = this.#browser.send<{ errorText?: string }>('Page.navigate', { url: this.#site.start }, this.#session);
    const [answer, inTime] = await this.#within(Promise.all([shown, settles(loaded, LIMITS.scripts)]));
    if (this.#fault) throw this.#fault;
    if (answer.errorText !== undefined) throw new Error(`the page was not shown: ${answer.errorText}`);
    if (inTime) return;
    await this.#patiently(this.#evaluate('1'), LIMITS.answer);
    await this.send('Page.stopLoading');
    await this.send('Emulation.setScriptExecutionDisabled', { value: true });
  }

  async #evaluate<T>(expression: string): Promise<T> {
    const session = this.#session;
    const { executionContextId: contextId } = await this.#browser.send<{ executionContextId: number }>(
      'Page.createIsolatedWorld',
      { frameId: this.#frame },
      session,
    );
    const asked = { expression, contextId, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await this.#browser.send<{
      result: { value: T };
      exceptionDetails?: { exception?: { description?: string } };
    }>('Runtime.evaluate', asked, session);
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? 'a script of ours failed');
    return result.value;
  }

  /** Waits for an answer; where it does not come, ends the script that may be what keeps it from coming. */
  async #patiently<T>(answer: Promise<T>, patience: number = LIMITS.scripts + LIMITS.answer): Promise<T> {
    answer.catch(() => undefined);
    if (!(await this.#within(settles(answer, patience)))) {
      this.#browser.send('Runtime.terminateExecution', {}, this.#session).catch(() => undefined);
      // What answers at once then was kept by that; what answers later had much to draw.
      if (await this.#within(settles(answer, AT_ONCE))) throw new BrowserLost(SCRIPTS);
    }
    return this.#within(answer);
  }

  async #within<T>(work: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new BrowserLost(TOO_LONG)), Math.max(0, this.#deadline - performance.now()));
    });
    try {
      return await Promise.race([work, late, this.#lost.promise]);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Whether something ends in a time, whichever way. */
async function settles(work: Promise<unknown>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds);
  });
  const done = work.then(
    () => true,
    () => true,
  );
  const inTime = await Promise.race([done, late]);
  clearTimeout(timer);
  return inTime;
}

/** A page that leaves for another, as from http to https, would not be read to its end: it stays, out of its sight. */
const stayingOn = (isOne: boolean) =>
  `navigation.addEventListener('navigate', (event) => {
    const { sameDocument, url } = event.destination;
    const leaves = !sameDocument && (${isOne} || !url.startsWith(location.origin + '/'));
    if (event.cancelable && (leaves || event.downloadRequest !== null)) event.preventDefault();
  })`;

/** Fonts, and pictures that would be drawn once someone scrolls to them. */
const SETTLED = `(async () => {
  const pictures = [...document.images];
  for (const picture of pictures) if (picture.loading === 'lazy') picture.loading = 'eager';
  const pending = pictures.filter((picture) => !picture.complete);
  await Promise.race([
    Promise.all([document.fonts.ready, ...pending.map((picture) => picture.decode().catch(() => undefined))]),
    new Promise((resolve) => setTimeout(resolve, ${LIMITS.answer})),
  ]);
  return true;
})()`;

function awaitSelector(selector: string): string {
  return `(async () => {
    const end = performance.now() + ${LIMITS.scripts};
    for (;;) {
      try { if (document.querySelector(${JSON.stringify(selector)})) return 'found'; } catch { return 'invalid'; }
      if (performance.now() > end) return 'missing';
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })()`;
}
