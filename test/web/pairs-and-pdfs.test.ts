import { describe, expect, it } from 'vitest';
import { resolveFormats } from '../../client/resolve-formats.ts';
import { formatList } from '../../functions/http/representation.ts';
import { PAIRS, pairPath } from '../../web/pairs.ts';
import { askQpdf } from '../pdfs/ask-qpdf.ts';
import { fixture } from '../pdfs/convert-pdf.ts';
import { handWritten, words } from '../pdfs/hand-written.ts';
import { useLocalService } from '../support/local-service.ts';
import { unzip } from '../support/unzip.ts';
import { hasBrowser, useBrowser, violationsOf } from './browser.ts';
import { choose, pick, picture, row, saved, text } from './drive.ts';

const service = useLocalService();

describe('the pages of popular pairs', () => {
  const formats = new Map(
    resolveFormats(JSON.parse(JSON.stringify(formatList()))).map((entry) => [entry.format, entry]),
  );

  it.each(PAIRS)(
    '%s to %s is a conversion of the service, with a title and an address of its own',
    async (from, to) => {
      expect(formats.get(from)?.can_convert_to).toContain(to);
      const answer = await fetch(service.origin + pairPath([from, to]));
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(answer.headers.get('content-security-policy')).not.toContain('unsafe');
      const html = await answer.text();
      expect(html).toContain(`<title>Convert ${from.toUpperCase()} to ${to.toUpperCase()}</title>`);
      expect(html).toContain(`<link rel="canonical" href="/${from}-to-${to}" />`);
      expect(html.match(/<meta name="description"/g)).toHaveLength(1);
      expect(html).toContain(`Convert ${from.toUpperCase()} files to ${to.toUpperCase()}: `);
    },
  );

  it('are those of the list alone', async () => {
    for (const path of ['/jpg-to-nothing', '/..-to-..', '/%2e%2e-to-jpg', '/jpg-to-pdf.html'])
      expect((await fetch(service.origin + path)).status).toBe(404);
  });
});

describe.skipIf(!hasBrowser)('the page of a pair', () => {
  const browser = useBrowser();

  it('has the target chosen for files that can become it', async () => {
    const { page, errors } = await browser.open(`${service.origin}/jpg-to-pdf`, { locale: 'de-DE' });
    await page.getByRole('heading', { name: 'JPG in PDF umwandeln' }).waitFor();
    expect(await page.title()).toBe('JPG in PDF umwandeln');
    await page.getByRole('link', { name: 'pdf – docx' }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByText('Formate.').waitFor();
    await choose(page, [await picture('a.jpg'), text('a.srt', '1\n')]);
    await row(page, 1).getByRole('button', { name: 'a.jpg umwandeln in pdf' }).waitFor();
    await row(page, 2).getByRole('button', { name: 'a.srt umwandeln in Format wählen' }).waitFor();
    expect(errors).toEqual([]);
  });
});

const pages = (count: number) =>
  handWritten(
    Array.from({ length: count }, (_, at) => ({ width: 200, height: 120, content: words(`page ${at + 1}`, 40, 60) })),
  );
const pdf = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/pdf', buffer });

describe.skipIf(!hasBrowser)('PDF files on the page', () => {
  const browser = useBrowser();

  it.each([
    { way: 'One page each', given: undefined, files: ['1', '1', '1', '1', '1'] },
    { way: 'So many pages each', given: ['Pages in each file', '2'], files: ['2', '2', '1'] },
    { way: 'Ranges', given: ['Ranges, like 1-3,4-', '1-3,4-'], files: ['3', '2'] },
  ] as const)('are split: $way', async ({ way, given, files }) => {
    const { page, errors } = await browser.open(service.origin, { viewport: { width: 390, height: 844 } });
    await choose(page, [pdf('five.pdf', pages(5)), await picture('a.jpg')]);
    await page.getByRole('button', { name: 'Split PDF' }).click();
    await page.getByRole('radio', { name: way, exact: true }).check();
    if (given) await page.getByLabel(given[0]).fill(given[1]);
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Split', exact: true }).click();
    await row(page, 1).and(page.locator('[data-stage=done]')).waitFor({ timeout: 60_000 });
    const { content } = await saved(page, () => page.getByRole('button', { name: 'Save five.zip' }).click());
    const counts = [...unzip(content).values()].map(async (file) => (await askQpdf(['--show-npages'], file)).stdout);
    expect((await Promise.all(counts)).map((count) => count.trim())).toEqual(files);
    expect(errors).toEqual([]);
  });

  it('show their first page before they are saved, locked or not, and can be saved after that', async () => {
    const { page, errors } = await browser.open(service.origin);
    await choose(page, [await picture('a.jpg'), pdf('office.pdf', fixture('office.pdf'))]);
    await pick(page, 1, 'pdf');
    await pick(page, 2, 'pdf');
    await page.getByRole('button', { name: 'Options for office.pdf' }).click();
    await page.getByText('Protection and privacy').click();
    await page.getByLabel('Password of the result').fill('secret');
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Convert all' }).click();
    await page.locator('.rows > li[data-stage=done]').nth(1).waitFor({ timeout: 60_000 });
    for (const name of ['a.pdf', 'office.pdf']) {
      await page.getByRole('button', { name: `Preview ${name}` }).click();
      const shown = page.getByAltText(`The first page of ${name}`);
      await shown.waitFor({ timeout: 60_000 });
      expect(
        await shown.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
      ).toBeGreaterThan(300);
      expect(await violationsOf(page)).toEqual([]);
      await page.keyboard.press('Escape');
    }
    const { content } = await saved(page, () => page.getByRole('button', { name: 'Save office.pdf' }).click());
    expect(content.subarray(0, 5).toString()).toBe('%PDF-');
    expect(errors).toEqual([]);
  });
});
