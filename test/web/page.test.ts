import { gzipSync } from 'node:zlib';
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
    await page.getByLabel('Width (px)').fill('50');
    await page.getByLabel('Flip').selectOption('horizontal');
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Convert', exact: true }).first().click();
    await row(page, 1).and(page.locator('[data-stage=done]')).waitFor();
    const { content } = await saved(page, () => page.getByRole('button', { name: 'Save a.png' }).click());
    expect(await sharp(content).metadata()).toMatchObject({ format: 'png', width: 50 });
  });

  it('converts again after a change of settings, and chooses the last target for the next file', async () => {
    const { page } = await browser.open(service.origin);
    await choose(page, [await picture('a.jpg')]);
    await pick(page, 1, 'png');
    await page.getByRole('button', { name: 'Convert', exact: true }).click();
    await row(page, 1).and(page.locator('[data-stage=done]')).waitFor();
    await page.getByRole('button', { name: 'Options for a.jpg' }).click();
    await page.getByLabel('Width (px)').fill('40');
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Convert', exact: true }).click();
    await row(page, 1).and(page.locator('[data-stage=done]')).waitFor();
    const { content } = await saved(page, () => page.getByRole('button', { name: 'Save a.png' }).click());
    expect((await sharp(content).metadata()).width).toBe(40);
    await choose(page, [await picture('b.jpg')]);
    await page.getByRole('button', { name: 'Convert b.jpg to png' }).waitFor();
  });

  it('takes a press anywhere in the zone for files', async () => {
    const { page } = await browser.open(service.origin);
    const chooser = page.waitForEvent('filechooser');
    await page.locator('.drop-zone').click({ position: { x: 30, y: 30 } });
    await (await chooser).setFiles([await picture('a.jpg')]);
    await row(page, 1).getByText('a.jpg').waitFor();
  });

  it('uploads 60 MB straight to the store, and shows the progress', async () => {
    const { page, errors } = await browser.open(service.origin);
    const posted: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') posted.push(new URL(request.url()).pathname);
    });
    // Above 50 MB a test cannot hand over bytes: the page makes the file itself, and drops it onto itself.
    await page.evaluate(() => {
      const wav = new Uint8Array(60_000_044);
      const view = new DataView(wav.buffer);
      const write = (at: number, word: string) => wav.set(new TextEncoder().encode(word), at);
      write(0, 'RIFF');
      view.setUint32(4, wav.length - 8, true);
      write(8, 'WAVEfmt ');
      view.setUint32(16, 16, true);
      view.setUint16(20, 1, true);
      view.setUint16(22, 2, true);
      view.setUint32(24, 44_100, true);
      view.setUint32(28, 176_400, true);
      view.setUint16(32, 4, true);
      view.setUint16(34, 16, true);
      write(36, 'data');
      view.setUint32(40, wav.length - 44, true);
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([wav], 'silence.wav', { type: 'audio/wav' }));
      window.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    });
    await pick(page, 1, 'mp3');
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

  it('shows in its language why a file failed, with a detail in English', async () => {
    const { page, errors } = await browser.open(service.origin, { locale: 'de-DE' });
    await choose(page, [text('a.png', 'no picture'), await picture('b.jpg')]);
    await pick(page, 1, 'jpg');
    await pick(page, 2, 'webp');
    await page.getByRole('button', { name: 'Optionen für b.jpg' }).click();
    await page.getByLabel('Breite (px)').fill('999999');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Alle umwandeln' }).click();
    const [first, second] = [1, 2].map((at) => row(page, at).getByRole('alert'));
    await first?.getByText('Die Datei lässt sich nicht lesen.').waitFor();
    expect(await first?.locator('[lang=en]').textContent()).toContain('plain text');
    await second?.getByText('Eine Option geht hier nicht. Breite (1 – ').waitFor();
    expect(await second?.locator('[lang=en]').textContent()).toContain('"width" must be');
    expect(await violationsOf(page)).toEqual([]);
    await page.getByLabel('Sprache').selectOption('fr');
    await first?.getByText('Le fichier ne peut pas être lu.').waitFor();
    expect(errors.filter((error) => !error.includes('400'))).toEqual([]);
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

  it.each([
    { width: 1280, height: 500 },
    { width: 390, height: 500 },
  ])('shows all of the list of formats in a low window, $width wide', async (viewport) => {
    const { page } = await browser.open(service.origin, { viewport });
    await choose(page, [await picture('a.jpg'), await picture('b.jpg')]);
    for (const at of [1, 2]) {
      await row(page, at).locator('.picker > button').click();
      const { y = -1, height = 0 } = (await page.locator('dialog[open]').boundingBox()) ?? {};
      expect([y >= 0, y + height <= 500, height > 150]).toEqual([true, true, true]);
      await page.getByRole('option').last().click();
    }
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
    { locale: 'es-MX', title: 'Convertir archivos', dir: 'ltr' },
    { locale: 'fr-CA', title: 'Convertir des fichiers', dir: 'ltr' },
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

  it.each([
    { colorScheme: 'light', viewport: { width: 1280, height: 900 } },
    { colorScheme: 'dark', viewport: { width: 390, height: 844 } },
  ] as const)('joins files in the order that is dragged or pressed: $colorScheme', async (options) => {
    const { page, errors } = await browser.open(service.origin, options);
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
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(options.viewport.width);
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

  it('offers options in the language of its reader, in groups, and sets of them by purpose', async () => {
    const { page } = await browser.open(service.origin, { locale: 'de-DE' });
    await choose(page, [await picture('a.jpg')]);
    await row(page, 1).locator('.picker > button').click();
    await page.getByRole('combobox', { name: 'Formate suchen' }).fill('Bild');
    await page.getByRole('option', { name: 'webp WebP-Bild' }).click();
    await page.getByRole('button', { name: 'Optionen für a.jpg' }).click();
    await page.getByLabel('Breite (px)').waitFor();
    expect(await page.getByLabel('Verlustfrei').count()).toBe(0);
    await page.locator('summary', { hasText: 'Qualität' }).click();
    await page.getByLabel('Verlustfrei').waitFor();
    await page.getByRole('button', { name: 'Für E-Mail' }).click();
    expect(await page.getByLabel('Breite (px)').inputValue()).toBe('1280');
    expect(await page.getByLabel('Qualität', { exact: true }).inputValue()).toBe('low');
    await page.getByLabel('Breite (px)').fill('64');
    expect(await page.getByRole('button', { name: 'Für E-Mail' }).getAttribute('aria-pressed')).toBe('false');
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Fertig' }).click();
    await page.getByRole('button', { name: 'Umwandeln', exact: true }).first().click();
    await row(page, 1).and(page.locator('[data-stage=done]')).waitFor();
    const { content } = await saved(page, () => page.getByRole('button', { name: 'a.webp speichern' }).click());
    expect(await sharp(content).metadata()).toMatchObject({ format: 'webp', width: 64 });
  });

  it('shows how far all files are together', async () => {
    const { page } = await browser.open(service.origin);
    await choose(page, [await picture('a.jpg'), await picture('b.jpg')]);
    await pick(page, 1, 'webp');
    await pick(page, 2, 'webp');
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/api/v1/convert', async (route) => {
      if (route.request().postDataBuffer()?.includes('b.jpg')) await held;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Convert all' }).click();
    await page.getByRole('progressbar', { name: '1 of 2 done' }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Cancel b.jpg' }).click();
    release();
    await page.getByRole('button', { name: 'Convert all' }).click();
    await page.locator('.rows > li[data-stage=done]').nth(1).waitFor();
    expect(await page.getByRole('progressbar').count()).toBe(0);
  });

  it.each(['en-GB', 'ar-EG'])('loads less than 40 kB of script until it is all there: %s', async (locale) => {
    const { page } = await browser.open('about:blank', { locale });
    const sizes: Promise<number>[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script')
        sizes.push(response.body().then((content) => gzipSync(content).length));
    });
    await page.goto(service.origin);
    await page.waitForLoadState('networkidle');
    const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(total).toBeGreaterThan(10_000);
    expect(total).toBeLessThan(40_000);
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
