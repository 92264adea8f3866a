import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConversionError } from '../../conversion/errors.ts';
import { ToolEnded } from '../../sandbox/resident-tool.ts';
import { tooComplex } from '../refusals.ts';
import { type Browser, startBrowser } from './browser.ts';
import { LIMITS } from './page-limits.ts';
import { BrowserLost } from './page-time.ts';

/** A browser, and the folder that is its own. */
interface RunningBrowser {
  readonly browser: Browser;
  readonly home: string;
}

let current: Promise<RunningBrowser> | undefined;
let jobs = 0;

/** Starts a browser, if none is running. */
export function warmUpBrowser(): void {
  running().catch(() => undefined); // told to the job that waits for it
}

/** Replaces a browser that has done its share or is of no more use. */
export async function recycleBrowser(): Promise<void> {
  const started = await current?.catch(() => undefined);
  if (started?.browser.usable && jobs < LIMITS.jobs) return;
  await stopBrowsing();
  warmUpBrowser();
}

/**
 * Does something with a browser. What ends it the first time need not be the page; the second time it is.
 * @throws ConversionError
 */
export async function withBrowser<T>(use: (browser: Browser) => Promise<T>): Promise<T> {
  try {
    return await attempt(use);
  } catch (error) {
    if (!(error instanceof ToolEnded)) throw error;
  }
  try {
    return await attempt(use);
  } catch (error) {
    if (!(error instanceof ToolEnded)) throw error;
    const message = 'The page takes more memory, space or time than is given to one. Simplify or divide it first.';
    throw tooComplex(message, error);
  }
}

async function attempt<T>(use: (browser: Browser) => Promise<T>): Promise<T> {
  if (!(await current?.catch(() => undefined))?.browser.usable) await stopBrowsing();
  const { browser } = await running().catch((error: unknown) => {
    // Whatever keeps it from starting, it is not the client's page.
    throw new Error('the browser does not start', { cause: error });
  });
  jobs++;
  try {
    return await use(browser);
  } catch (error) {
    // What went wrong in an odd way must not last.
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
  // One that cannot be ended stays what is ended next time; with its host at the latest.
  await started?.browser.close();
  current = undefined;
  if (started) await rm(started.home, { recursive: true, force: true });
}
