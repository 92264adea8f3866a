import { describe, expect, it } from 'vitest';
import { resolveFormats } from '../../client/resolve-formats.ts';
import { formatList } from '../../functions/http/representation.ts';
import { PAIRS, pairPath } from '../../web/pairs.ts';
import { useLocalService } from '../support/local-service.ts';
import { hasBrowser, useBrowser, violationsOf } from './browser.ts';
import { choose, picture, row, text } from './drive.ts';

const service = useLocalService();

describe('the pages of popular pairs', () => {
  const formats = new Map(
    resolveFormats(JSON.parse(JSON.stringify(formatList()))).map((entry) => [entry.format, entry]),
  );

  it.each(PAIRS)('%s to %s is a conversion that the service has', (from, to) => {
    expect(formats.get(from)?.can_convert_to).toContain(to);
  });

  it.each(PAIRS)('%s to %s has a title, a description and an address of its own', async (from, to) => {
    const answer = await fetch(service.origin + pairPath([from, to]));
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(answer.headers.get('content-security-policy')).not.toContain('unsafe');
    const html = await answer.text();
    expect(html).toContain(`<title>Convert ${from.toUpperCase()} to ${to.toUpperCase()}</title>`);
    expect(html).toContain(`<link rel="canonical" href="/${from}-to-${to}" />`);
    expect(html.match(/<meta name="description"/g)).toHaveLength(1);
    expect(html).toContain(`Convert ${from.toUpperCase()} files to ${to.toUpperCase()}: `);
  });

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
