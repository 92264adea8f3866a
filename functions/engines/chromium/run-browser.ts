import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConversionError } from '../../conversion/errors.ts';
import { ToolEnded } from '../../sandbox/running-tool.ts';
import { tooComplex } from '../refusals.ts';
import { type Browser, startBrowser } from './browser.ts';
import { LIMITS } from './page-limits.ts';
import { BrowserLost } from './page-time.ts';

/** A browser and its own folder. */
interface RunningBrowser {
  readonly browser: Browser;
  readonly home: string;
}

const TOO_MUCH = 'The page needs more memory, space or time than one conversion may use. Simplify or divide it first.';

let current: Promise<RunningBrowser> | undefined;
let jobs = 0;

/** Starts a browser, if none is running. */
export function warmUpBrowser(): void {
  running().catch(() => undefined); // the next job reports the error
}

/** Replaces a browser that has done enough jobs or cannot be used any more. */
export async function recycleBrowser(): Promise<void> {
  const started = await current?.catch(() => undefined);
  if (started?.browser.usable && jobs < LIMITS.jobs) return;
  await stopBrowsing();
  warmUpBrowser();
}

/**
 * Calls back with a browser. If the browser ends, it tries once more; the second time it is the page's fault.
 * @throws ConversionError
 */
export async function withBrowser<T>(use: (browser: Browser) => Promise<T>): Promise<T> {
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await attempt(use);
    } catch (error) {
      if (!(error instanceof ToolEnded)) throw error;
      if (!isFirst) throw tooComplex(TOO_MUCH, error);
    }
  }
}

async function attempt<T>(use: (browser: Browser) => Promise<T>): Promise<T> {
  if (!(await current?.catch(() => undefined))?.browser.usable) await stopBrowsing();
  const { browser } = await running().catch((error: unknown) => {
    // A browser that does not start is never the fault of the client's page.
    throw new Error('the browser does not start', { cause: error });
  });
  jobs++;
  try {
    return await use(browser);
  } catch (error) {
    // After an unexpected error, the next job gets a new browser.
    if (error instanceof BrowserLost || !(error instanceof ConversionError)) await stopBrowsing();
    throw error;
  }
}

function running(): Promise<RunningBrowser> {
  current ??= start();
  return current;
}

async function start(): Promise<RunningBrowser> {
  jobs = 0;
  const home = await mkdtemp(join(tmpdir(), 'browser-'));
  return { browser: await startBrowser(home), home };
}

/** Ends the browser, if one is running. */
export async function stopBrowsing(): Promise<void> {
  const started = await current?.catch(() => undefined);
  // A browser that does not end stays current, and is ended next time, at the latest with its host.
  await started?.browser.close();
  current = undefined;
  if (started) await rm(started.home, { recursive: true, force: true });
}
