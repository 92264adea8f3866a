import { existsSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';

/** The path of the browser: that of Debian's package chromium-headless-shell, or of an environment variable. */
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell';

export const hasBrowser = existsSync(CHROMIUM);

export function useBrowser() {
  let browser: Browser;
  beforeAll(async () => {
    // Chromium's own sandbox does not work in containers; the opened pages are trusted.
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  });
  // Open pages keep running.
  afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));
  afterAll(() => browser.close());
  return {
    /** Opens an address in its own profile, and captures errors in the console. */
    async open(url: string, options: BrowserContextOptions = {}): Promise<{ page: Page; errors: string[] }> {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-GB', ...options });
      const page = await context.newPage();
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text());
      });
      await page.goto(url);
      return { page, errors };
    },
  };
}

/** The accessibility violations of a page, by WCAG 2.2 AA. */
export async function violationsOf(page: Page): Promise<string[]> {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
