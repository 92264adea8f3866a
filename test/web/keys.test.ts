import { readFile } from 'node:fs/promises';
import type { BrowserContextOptions, Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { FileConversion } from '../../client/index.ts';
import { newToken } from '../../functions/callers/api-key.ts';
import { sharp as pictures } from '../../functions/engines/sharp.ts';
import { useLocalService } from '../support/local-service.ts';
import { photo } from '../support/pictures.ts';
import { hasBrowser, useBrowser, violationsOf } from './browser.ts';
import { choose, pick, picture, row } from './drive.ts';

const service = useLocalService({
  keys: 'required',
  engines: [pictures],
  plans: {
    default: { requestsPerSecond: 10, burst: 500, conversionsPerMonth: 20 },
    slow: { requestsPerSecond: 0.01, burst: 1 },
    tiny: { conversionsPerMonth: 1 },
  },
});

const dialog = (page: Page) => page.getByRole('dialog');

/** Has a picture converted; the page may ask for a key. */
async function convert(page: Page, at = 1): Promise<void> {
  await choose(page, [await picture(`${'abc'[at - 1]}.jpg`)]);
  await pick(page, at, 'png');
  await page.locator('.foot > .primary').click();
}

async function giveKey(page: Page, key: string): Promise<void> {
  await dialog(page).locator('input[type=password]').fill(key);
  await page.keyboard.press('Enter');
}

/** What the browser says of the status of an answer is no error of the page. */
const own = (errors: readonly string[]) => errors.filter((text) => !text.includes('Failed to load resource'));

describe.skipIf(!hasBrowser)('the page of a service that needs keys', () => {
  const browser = useBrowser();

  /** The page as it is with a good key that it remembers. */
  async function openWithKey(key: string, options?: BrowserContextOptions) {
    const opened = await browser.open(service.origin, options);
    await opened.page.evaluate((token) => sessionStorage.setItem('api-key', token), key);
    await opened.page.reload();
    await opened.page.locator('.account').waitFor();
    return opened;
  }

  it('asks for one when it is needed, shows why it is refused, and goes on with a valid one', async () => {
    const { page, errors } = await browser.open(service.origin);
    await page.getByText('formats.').waitFor();
    await convert(page);
    await dialog(page).getByText('This service needs an API key').waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('password');
    await giveKey(page, 'sk_live_123');
    await dialog(page).getByRole('alert').getByText('begins with fc_').waitFor();
    await giveKey(page, newToken());
    await dialog(page).getByRole('alert').getByText('This key is unknown here').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    const key = await service.newKey();
    await giveKey(page, ` ${key}\n`);
    await row(page, 1).and(page.locator('[data-stage=done]')).waitFor();
    expect(await dialog(page).count()).toBe(0);
    await page.getByText('19 of 20 conversions left this month').waitFor();
    await page.getByText(/\d+ of 500 requests left/).waitFor();
    expect(await page.content()).not.toContain(key);
    expect(own(errors)).toEqual([]);
  });

  it.each([
    { forGood: false, keeps: 'for the tab' },
    { forGood: true, keeps: 'for good, where that is wanted' },
  ])('remembers it $keeps, and forgets it when it is told to', async ({ forGood }) => {
    const { page } = await browser.open(service.origin);
    const key = await service.newKey();
    await convert(page);
    await dialog(page).waitFor();
    if (forGood) await dialog(page).getByLabel('Remember on this device').check();
    await giveKey(page, key);
    await page.locator('.account').waitFor();
    const kept = () => page.evaluate(() => [sessionStorage.getItem('api-key'), localStorage.getItem('api-key')]);
    expect(await kept()).toEqual(forGood ? [null, key] : [key, null]);
    await page.reload();
    await page.locator('.account').waitFor();
    const other = await page.context().newPage();
    await other.goto(service.origin);
    await other.getByText('formats.').waitFor();
    expect(await other.locator('.account').count()).toBe(forGood ? 1 : 0);
    await page.getByRole('button', { name: 'Change key' }).click();
    await page.getByRole('button', { name: 'Forget key' }).click();
    await page.locator('.account').waitFor({ state: 'detached' });
    expect(await kept()).toEqual([null, null]);
  });

  it('shows what the account has had converted, saves it and deletes it', async () => {
    const key = await service.newKey();
    const client = new FileConversion(service.origin, { key });
    const name = 'a <b>bold<i> name.jpg';
    for (const each of ['old.jpg', name])
      await client.convert(new Blob([new Uint8Array(await photo(60, 40))]), { to: 'webp', name: each });
    const { page, errors } = await openWithKey(key);
    await page.getByText('Recent conversions').click();
    const listed = page.locator('.recent-row');
    await expect.poll(() => listed.count(), { timeout: 10_000 }).toBe(2);
    expect(await listed.first().locator('bdi').textContent()).toBe(name);
    expect(await violationsOf(page)).toEqual([]);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      listed
        .first()
        .getByRole('button', { name: `Save ${name}` })
        .click(),
    ]);
    expect((await sharp(await readFile(await download.path())).metadata()).format).toBe('webp');
    await listed.first().getByText('Fetched or expired').waitFor();
    await page.getByRole('button', { name: 'Delete old.jpg' }).click();
    await expect.poll(() => listed.count(), { timeout: 10_000 }).toBe(1);
    await page.getByRole('status').getByText('old.jpg is deleted').waitFor({ state: 'attached' });
    const left = [];
    for await (const one of client.conversions.list()) left.push(one.original_filename);
    expect(left).toEqual([name]);
    // What this page converts shows, too.
    await convert(page);
    await expect.poll(() => listed.first().locator('bdi').textContent(), { timeout: 10_000 }).toBe('a.jpg');
    expect(own(errors)).toEqual([]);
  });
});
