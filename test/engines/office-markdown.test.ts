import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { convertWithOffice } from '../documents/convert-with-office.ts';
import { textOf, textOfPdf } from '../documents/read-result.ts';
import { stopEnginesAfterwards } from '../support/engine.ts';

stopEnginesAfterwards();

const page = async (text: string) => (await convertWithOffice(Buffer.from(text), 'md', 'html')).file.toString();

describe('Markdown', () => {
  it('becomes a page with a title, headings to link to, and its blocks', async () => {
    const html = await page(
      '# Über *uns* & Co.\n\n- [x] getan\n- [ ] offen\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n```js\nif (a < b) {}\n```\n\n~~weg~~',
    );
    expect(html).toContain('<title>Über uns &amp; Co.</title>');
    expect(html).toContain('<h1 id="über-uns--co">');
    for (const part of ['☑ getan', '☐ offen', '<td align="right">2</td>', 'if (a &lt; b) {}', '<del>weg</del>'])
      expect(html).toContain(part);
  });

  it('has what stands before it for a title, and not in its text', async () => {
    const html = await page('---\ntitle: "Der <Titel>"\ntags: [a]\n---\n\nText\n');
    expect(html).toContain('<title>Der &lt;Titel&gt;</title>');
    expect(html).not.toContain('tags');
  });

  it('keeps its shape in a document', async () => {
    const source = Buffer.from('# Titel\n\nEin **fetter** Satz.\n\n| a | b |\n|---|---|\n| eins | zwei |\n');
    const docx = textOf((await convertWithOffice(source, 'md', 'docx')).file, 'docx');
    expect(docx).toMatch(/<w:pStyle w:val="Heading1"\/>/);
    expect(docx).toMatch(/<w:rStyle w:val="Strong"\/>[^/]*[\s\S]{0,200}fetter/);
    expect(docx).toContain('<w:tbl>');
    expect(textOfPdf((await convertWithOffice(source, 'md', 'pdf')).file)).toContain('Ein fetter Satz.');
  });

  it('fetches nothing', async () => {
    let requests = 0;
    const server = createServer((_, response) => response.end(String(requests++)));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const source = `![a](${origin}/a.png)\n\n<img src="${origin}/b.png"><link rel="stylesheet" href="${origin}/c.css">\n\nText\n`;
    for (const target of ['html', 'pdf', 'docx'] as const) await convertWithOffice(Buffer.from(source), 'md', target);
    server.close();
    expect(requests).toBe(0);
  });

  it('that is made to keep us busy ends', async () => {
    const deep = `${'> '.repeat(5000)}x\n\n${'['.repeat(20_000)}\n\n${'*a_ '.repeat(20_000)}\n`;
    const outcome = await page(deep).then(
      () => 'page',
      (error: { code?: string }) => error.code,
    );
    expect(['page', 'ENGINE_TIMED_OUT', 'ENGINE_FAILED', 'TOO_COMPLEX']).toContain(outcome);
  });
});
