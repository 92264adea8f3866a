import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { askQpdf } from '../pdfs/ask-qpdf.ts';
import { useLocalService } from '../support/local-service.ts';
import { photo } from '../support/pictures.ts';
import { hasBrowser, useBrowser, violationsOf } from './browser.ts';
import { choose, pick, picture, row, saved, text } from './drive.ts';

const service = useLocalService();

describe.skipIf(!hasBrowser)('the page', () => {
  const browser = useBrowser();

  it('converts several files of several kinds, and saves each and all', async () => {
    const { page, errors } = await browser.open(service.origin);
    await choose(page, [await picture('a photo.jpg'), text('notes.md', '# Notes\n'), text('list.csv', 'a,b\n1,2\n')]);
    await pick(page, 1, 'webp');
    await pick(page, 2, 'html');
    await pick(page, 3, 'json');
    await page.getByRole('button', { name: 'Convert all' }).click();
    await page.locator('.rows > li[data-stage=done]').nth(2).waitFor();
    const first = await saved(page, () => page.getByRole('button', { name: 'Save a photo.webp' }).click());
    expect(first.name).toBe('a photo.webp');
    expect((await sharp(first.content).metadata()).format).toBe('webp');
    const all = await saved(page, () => page.getByRole('button', { name: 'Save all as ZIP' }).click());
    expect(all.content.toString('latin1')).toMatch(/^PK[\s\S]*notes\.html[\s\S]*list\.json/);
    expect(errors).toEqual([]);
  });

  it('shows the options of the target as the service lists them', async () => {
    const { page } = await browser.open(service.origin);
    await choose(page, [await picture('a.jpg')]);
    await pick(page, 1, 'png');
    await page.getByRole('button', { name: 'Options for a.jpg' }).click();
    await page.getByRole('button', { name: 'For mail' }).click();
    expect(await page.getByLabel('Width (px)').inputValue()).toBe('1280');
    await page.getByLabel('Width (px)').fill('50');
    await page.getByLabel('Flip').selectOption('horizontal');
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Convert', exact: true }).first().click();
    await row(page, 1).and(page.locator('[data-stage=done]')).waitFor();
    const { content } = await saved(page, () => page.getByRole('button', { name: 'Save a.png' }).click());
    expect(await sharp(content).metadata()).toMatchObject({ format: 'png', width: 50 });
  });

  it('uploads a large file that is dropped onto it straight to the store', async () => {
    const { page, errors } = await browser.open(service.origin);
    const posted: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') posted.push(new URL(request.url()).pathname);
    });
    // The page makes the file itself, and drops it onto itself.
    await page.evaluate(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['a,b\n'.repeat(3e6)], 'large.csv', { type: 'text/csv' }));
      window.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    });
    await pick(page, 1, 'parquet');
    await page.getByRole('button', { name: 'Convert', exact: true }).first().click();
    await row(page, 1).and(page.locator('[data-stage=done]')).waitFor({ timeout: 60_000 });
    expect(posted).toEqual(['/api/v1/uploads', '/files']);
    expect(errors).toEqual([]);
  });

  it('shows why a file failed, and tries again', async () => {
    const { page } = await browser.open(service.origin);
    await choose(page, [{ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture') }]);
    await pick(page, 1, 'jpg');
    await page.route('**/api/v1/convert', (route) => route.abort(), { times: 9 });
    await page.getByRole('button', { name: 'Convert', exact: true }).first().click();
    await page.getByRole('alert').getByText('The service cannot be reached').waitFor({ timeout: 30_000 });
    await page.unroute('**/api/v1/convert');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('alert').getByText('plain text').waitFor();
    expect(await row(page, 1).locator('.file-icon').textContent()).toBe('png');
    await choose(page, [text('empty.txt', '')]);
    await page.getByText('The file is empty.').waitFor();
  });

  it('compares pictures, and shows texts as texts', async () => {
    const { page, errors } = await browser.open(service.origin);
    await choose(page, [
      await picture('a.jpg'),
      text('evil.md', '# Words\n\n`<script>document.title = "taken"</script>`\n'),
    ]);
    await pick(page, 1, 'webp');
    await pick(page, 2, 'rst');
    await page.getByRole('button', { name: 'Convert all' }).click();
    await page.locator('.rows > li[data-stage=done]').nth(1).waitFor();
    await page.getByRole('button', { name: 'Preview a.webp' }).click();
    await page.getByRole('slider', { name: 'Compare before and after' }).press('ArrowRight');
    const loaded = page.getByAltText('Before').evaluate((image: HTMLImageElement) => image.decode().then(() => true));
    expect(await loaded).toBe(true);
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Preview evil.rst' }).click();
    await page.locator('pre').getByText('<script>').waitFor();
    expect(await page.title()).toBe('Convert files');
    expect(errors).toEqual([]);
  });

  it('works by the keyboard alone', async () => {
    const { page } = await browser.open(service.origin);
    await choose(page, [await picture('a.jpg')]);
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
    const tabTo = async (label: RegExp) => {
      for (let presses = 0; presses < 30 && !label.test(await focused()); presses += 1)
        await page.keyboard.press('Tab');
      expect(await focused()).toMatch(label);
    };
    await tabTo(/^Convert a\.jpg to/);
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Search formats' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await focused()).toMatch(/^Convert a\.jpg to/);
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Search formats' }).waitFor();
    await page.keyboard.type('gif');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    expect(await focused()).toBe('Convert a.jpg to gif');
    await tabTo(/^Remove a\.jpg/);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await row(page, 1).and(page.locator('[data-stage=done]')).waitFor();
    await tabTo(/^Save a\.gif/);
    expect((await saved(page, () => page.keyboard.press('Enter'))).name).toBe('a.gif');
  });

  it.each([
    { locale: 'de-AT', title: 'Dateien umwandeln', dir: 'ltr' },
    { locale: 'zh-CN', title: '转换文件', dir: 'ltr' },
    { locale: 'ar-EG', title: 'تحويل الملفات', dir: 'rtl' },
    { locale: 'fi-FI', title: 'Convert files', dir: 'ltr' },
  ])('speaks the language of its reader: $locale', async ({ locale, title, dir }) => {
    const { page, errors } = await browser.open(service.origin, { locale });
    await choose(page, [await picture('a.jpg')]);
    expect(await page.title()).toBe(title);
    expect(await page.locator('html').getAttribute('dir')).toBe(dir);
    if (dir === 'rtl') expect(await violationsOf(page)).toEqual([]);
    expect(errors).toEqual([]);
  });

  it.each(['light', 'dark'] as const)('is accessible, %s, on a phone, with dialogs open', async (colorScheme) => {
    const { page } = await browser.open(service.origin, { colorScheme, viewport: { width: 390, height: 844 } });
    await page.getByText('formats.').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await choose(page, [await picture('a.jpg'), text('empty.txt', '')]);
    await row(page, 1).locator('.picker > button').click();
    await page.getByRole('combobox', { name: 'Search formats' }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.type('png');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Options for a.jpg' }).click();
    expect(await violationsOf(page)).toEqual([]);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(390);
  });

  it('joins files in the order that is dragged or pressed, on a phone', async () => {
    const viewport = { width: 390, height: 844 };
    const { page, errors } = await browser.open(service.origin, { colorScheme: 'dark', viewport });
    const one = async (name: string, width: number) => ({ ...(await picture(name)), buffer: await photo(width, 60) });
    await choose(page, [await one('a.jpg', 100), await one('b.jpg', 200), await one('c.jpg', 300), text('d.mp3', 'a')]);
    await page.getByRole('button', { name: 'Join into one PDF' }).click();
    const names = () => page.locator('.join-row bdi').allInnerTexts();
    await page.getByRole('button', { name: 'Move a.jpg down' }).press('Enter');
    expect(await names()).toEqual(['b.jpg', 'a.jpg', 'c.jpg']);
    await page.getByText('a.jpg is now 2 of 3').waitFor({ state: 'attached' });
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Move a.jpg down');
    await page.locator('.join-row').nth(2).dragTo(page.locator('.join-row').nth(0));
    expect(await names()).toEqual(['c.jpg', 'b.jpg', 'a.jpg']);
    await page.getByRole('dialog').getByRole('button', { name: 'Remove b.jpg' }).click();
    expect(await violationsOf(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
    await page.getByRole('button', { name: 'Join', exact: true }).click();
    const joined = row(page, 5);
    await joined.and(page.locator('[data-stage=done]')).getByText('c.jpg, a.jpg').waitFor({ timeout: 60_000 });
    expect(await joined.locator('.file-icon').textContent()).toBe('pdf');
    expect(await joined.locator('.picker').count()).toBe(0);
    const { name, content } = await saved(page, () => page.getByRole('button', { name: 'Save joined.pdf' }).click());
    expect([name, (await askQpdf(['--show-npages'], content)).stdout.trim()]).toEqual(['joined.pdf', '2']);
    await page.getByRole('button', { name: 'Options for 2 files in one PDF' }).click();
    await page.getByText('Protection and privacy').click();
    await page.getByLabel('Password of the result').fill('secret');
    expect(await page.getByLabel('Order').count()).toBe(0);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Convert all' }).click();
    await joined.and(page.locator('[data-stage=done]')).waitFor({ timeout: 60_000 });
    const locked = await saved(page, () => page.getByRole('button', { name: 'Save joined.pdf' }).click());
    expect((await askQpdf(['--is-encrypted'], locked.content)).exitCode).toBe(0);
    expect(errors).toEqual([]);
  });

  it('opens without a network once it was there, and takes what other apps share', async () => {
    const { page } = await browser.open(service.origin);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.reload();
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await page.evaluate(async () => {
      const form = new FormData();
      form.append('files', new File(['words'], 'shared.txt'));
      await fetch('/share', { method: 'POST', body: form });
    });
    await page.goto(`${service.origin}/?shared`);
    await page.getByText('shared.txt').waitFor();
    await page.context().setOffline(true);
    await page.goto(service.origin);
    await page.getByRole('button', { name: 'Choose files' }).waitFor();
  });
});

describe('the files of the page', () => {
  it('are small, and allow the browser nothing but what it needs', async () => {
    const page = await fetch(`${service.origin}/`);
    expect(page.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self';/,
    );
    expect(page.headers.get('content-security-policy')).not.toContain('unsafe');
    const html = await page.text();
    const script = await fetch(service.origin + (/src="([^"]+)"/.exec(html)?.[1] ?? ''));
    expect(script.headers.get('cache-control')).toContain('immutable');
    expect((await fetch(`${service.origin}/page/none-12345678.js`)).status).toBe(404);
  });
});
