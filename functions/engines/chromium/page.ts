import { setTimeout } from 'node:timers/promises';
import { ConversionError } from '../../conversion/errors.ts';
import { invalidOption, type Options } from '../../conversion/options.ts';
import type { Browser } from './browser.ts';
import { LIMITS } from './page-limits.ts';
import { awaitSelector, preventNavigation, RESOURCES_LOADED } from './page-scripts.ts';
import { PageTime, settles } from './page-time.ts';
import type { Site } from './site.ts';
import { SiteServer } from './site-server.ts';

const CRASHED = 'The page needs more memory than one conversion may use. Simplify or divide it first.';

/** The size of a viewport in CSS pixels, and how many pixels of the screen each of them has. */
interface Size {
  readonly width: number;
  readonly height: number;
  /** @default 1 */
  readonly scale?: number;
}

/** The viewport and the media type of a page. */
export interface Viewport extends Size {
  readonly media: 'print' | 'screen';
}

/** The DevTools identifiers of a tab: its browser context, its main frame, and its session. */
interface Tab {
  readonly context: string;
  readonly frame: string;
  readonly session: string;
}

/** A page of a site in a browser, in its own context. */
export class Page {
  readonly #browser: Browser;
  readonly #site: Site;
  readonly #tab: Tab;
  readonly #time: PageTime;
  readonly #server: SiteServer;
  readonly #stop: (() => void)[] = [];
  #loads = 0;
  /** Called when the page has loaded, or has stopped loading. */
  #loaded: () => void = () => undefined;

  private constructor(browser: Browser, site: Site, tab: Tab, time: PageTime) {
    this.#browser = browser;
    this.#site = site;
    this.#tab = tab;
    this.#time = time;
    this.#server = new SiteServer(browser, site, tab.frame);
  }

  /**
   * Opens the page of a site in a new context.
   * @throws ConversionError
   */
  static async open(browser: Browser, site: Site, shown: Viewport): Promise<Page> {
    const time = new PageTime();
    const page = new Page(browser, site, await time.within(openTab(browser, shown)), time);
    try {
      await time.within(page.#prepare(shown));
      await page.#load();
      if (site.prepare !== undefined) await page.evaluate(site.prepare);
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
    return this.#time.within(this.#send<T>(method, params));
  }

  /**
   * Sends a command that renders the page, which may call its scripts.
   * @throws BrowserLost when that takes too long
   */
  draw<T>(method: string, params: object): Promise<T> {
    return this.#answerOf(this.#send<T>(method, params));
  }

  /**
   * Evaluates an expression in an isolated world, in which the page cannot redefine names.
   * @throws BrowserLost when scripts of the page keep it from answering
   */
  async evaluate<T>(expression: string): Promise<T> {
    for (let tries = 0; ; tries++) {
      const loads = this.#loads;
      try {
        return await this.#answerOf(this.#evaluate<T>(expression));
      } catch (error) {
        // The page may have navigated meanwhile.
        if (
          !this.#browser.usable ||
          error instanceof ConversionError ||
          (loads === this.#loads && tries > LIMITS.visits)
        )
          throw error;
        await setTimeout(50);
      }
    }
  }

  /** Waits until fonts and pictures have loaded. */
  async settle(): Promise<void> {
    for (let loads = -1; loads !== this.#loads; ) {
      loads = this.#loads;
      await this.evaluate<boolean>(RESOURCES_LOADED);
    }
    if (this.#server.fault) throw this.#server.fault;
  }

  /** Waits as the options ask. @throws ConversionError INVALID_OPTION */
  async wait({ wait, wait_for: selector }: Options): Promise<void> {
    if (typeof wait === 'number') await this.#time.within(setTimeout(wait));
    if (selector === undefined) return;
    const found = await this.evaluate<string>(awaitSelector(String(selector)));
    if (found === 'invalid') throw invalidOption('The option "wait_for" must be a CSS selector, such as "#ready".');
    if (found === 'missing')
      throw invalidOption(`Nothing matched the option "wait_for" within ${LIMITS.scripts / 1000} seconds.`);
  }

  /** Lays the page out in a viewport of another size. */
  resize(size: Size): Promise<void> {
    return this.#time.within(this.#resize(size));
  }

  /** Disposes of the page and its context. */
  async close(): Promise<void> {
    this.#server.close();
    for (const stop of this.#stop) stop();
    if (!this.#browser.usable) return;
    const gone = this.#browser.send('Target.disposeBrowserContext', { browserContextId: this.#tab.context });
    if (!(await settles(gone, LIMITS.answer))) await this.#browser.close();
  }

  #resize({ width, height, scale = 1 }: Size): Promise<void> {
    const metrics = { width, height, deviceScaleFactor: scale, mobile: false };
    return this.#send('Emulation.setDeviceMetricsOverride', metrics);
  }

  async #prepare({ media, ...size }: Viewport): Promise<void> {
    this.#listen();
    const { context, session } = this.#tab;
    const stay = { worldName: 'stay', source: preventNavigation(this.#site.isSinglePage) };
    await Promise.all([
      this.#server.intercept(session),
      this.#browser.send('Browser.setDownloadBehavior', { behavior: 'deny', browserContextId: context }),
      this.#send('Page.enable'),
      this.#send('Inspector.enable'),
      this.#send('Page.addScriptToEvaluateOnNewDocument', stay),
      this.#send('Emulation.setEmulatedMedia', { media }),
      this.#resize(size),
    ]);
  }

  #listen(): void {
    const on = (event: string, listener: (params: unknown) => void) =>
      this.#stop.push(
        this.#browser.on(event, (params, session) => {
          if (session === this.#tab.session) listener(params);
        }),
      );
    on('Page.javascriptDialogOpening', () => this.#tell('Page.handleJavaScriptDialog', { accept: false }));
    on('Page.loadEventFired', () => {
      this.#loads++;
      this.#loaded();
    });
    on('Page.frameStoppedLoading', (params) => {
      if ((params as { frameId: string }).frameId === this.#tab.frame) this.#loaded();
    });
    on('Inspector.targetCrashed', () => this.#time.abort(CRASHED));
  }

  /** Loads the page, and stops its scripts at their time limit. */
  async #load(): Promise<void> {
    const loaded = new Promise<void>((resolve) => {
      this.#loaded = resolve;
    });
    const shown = this.#send<{ errorText?: string }>('Page.navigate', { url: this.#site.start });
    const [answer, inTime] = await this.#time.within(Promise.all([shown, settles(loaded, LIMITS.scripts)]));
    if (this.#server.fault) throw this.#server.fault;
    if (answer.errorText !== undefined) throw new Error(`the page was not shown: ${answer.errorText}`);
    if (inTime) return;
    await this.#answerOf(this.#evaluate('1'), LIMITS.answer);
    await this.send('Page.stopLoading');
    await this.send('Emulation.setScriptExecutionDisabled', { value: true });
  }

  async #evaluate<T>(expression: string): Promise<T> {
    const { executionContextId: contextId } = await this.#send<{ executionContextId: number }>(
      'Page.createIsolatedWorld',
      { frameId: this.#tab.frame },
    );
    const asked = { expression, contextId, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await this.#send<{
      result: { value: T };
      exceptionDetails?: { exception?: { description?: string } };
    }>('Runtime.evaluate', asked);
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? 'our script failed');
    return result.value;
  }

  #answerOf<T>(answer: Promise<T>, patience?: number): Promise<T> {
    return this.#time.answerOf(answer, () => this.#tell('Runtime.terminateExecution'), patience);
  }

  #send<T = unknown>(method: string, params: object = {}): Promise<T> {
    return this.#browser.send<T>(method, params, this.#tab.session);
  }

  /** Sends a command and ignores its answer. */
  #tell(method: string, params: object = {}): void {
    this.#send(method, params).catch(() => undefined);
  }
}

async function openTab(browser: Browser, { width, height }: Viewport): Promise<Tab> {
  const { browserContextId } = await browser.send<{ browserContextId: string }>('Target.createBrowserContext');
  const blank = { url: 'about:blank', browserContextId, width, height };
  const { targetId } = await browser.send<{ targetId: string }>('Target.createTarget', blank);
  const attach = { targetId, flatten: true };
  const { sessionId } = await browser.send<{ sessionId: string }>('Target.attachToTarget', attach);
  return { context: browserContextId, frame: targetId, session: sessionId };
}
