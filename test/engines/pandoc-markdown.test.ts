import { marked } from 'marked';
import { describe, expect, it, vi } from 'vitest';
import { chooseEngine } from '../../functions/conversion/choose-engine.ts';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { pandoc } from '../../functions/engines/pandoc.ts';
import { convertWithOffice } from '../documents/convert-with-office.ts';
import { epub } from '../documents/epub.ts';
import { failureOf } from '../documents/locked.ts';
import { docx } from '../documents/office-open-xml.ts';
import { redPicture } from '../documents/sources.ts';
import { committed } from '../support/committed.ts';
import { convertBytes } from '../support/engine.ts';
import { unzip } from '../support/unzip.ts';

vi.setConfig({ testTimeout: 120_000 });

/** The text of a document that became Markdown, and the pictures beside it. */
async function markdownOf(source: Buffer | string, from: FormatName, to: FormatName = 'md') {
  const { format, file } = await convertBytes(chooseEngine(from, to), source, [from, to]);
  const files = format === 'zip' ? unzip(file) : new Map([[`document.${to}`, file]]);
  const text = files.get(`document.${to}`)?.toString() ?? '';
  files.delete(`document.${to}`);
  return { text, page: await marked.parse(text), pictures: files };
}

const cell = (text: string) => `<td>${text}</td>`;
const PAGE = `<!DOCTYPE html><html><head><meta charset="utf-8"><title>Fenster</title></head><body>
<h1>Über Grenzen</h1><p>Fünf <b>Boote</b> <i>fahren</i> zum <a href="https://example.org/hafen">Hafen</a>, <a href="#zwei">weiter unten</a> mehr.</p>
<h2 id="zwei">Zweitens</h2><ul><li>Segel<ul><li>Groß</li></ul></li><li>Anker</li></ul><ol><li>erst</li><li>dann</li></ol>
<table border="1"><tr><th>Name</th><th>Länge</th><th>Hafen</th></tr><tr>${['Adler', '12', 'Kiel'].map(cell).join('')}</tr><tr>${['Möwe', '7', 'Emden'].map(cell).join('')}</tr></table>
</body></html>`;

const HEADINGS = [/<h1[^>]*>Über Grenzen<\/h1>/, /<h2[^>]*>Zweitens<\/h2>/];
const LISTS = [/<li>Segel\s*<ul>\s*<li>Groß<\/li>/, /<li>Anker<\/li>/, /<ol>\s*<li>erst<\/li>/];
const LINK = /<a href="https:\/\/example\.org\/hafen">Hafen<\/a>/;
const TABLE = /<th>Name<\/th>[\s\S]*<td>Möwe<\/td>\s*<td>7<\/td>/;

describe('Markdown for a language model', () => {
  it.each(['docx', 'odt', 'fodt', 'doc', 'rtf'] as const)('of %s by LibreOffice has its structure', async (format) => {
    const { file } = await convertWithOffice(Buffer.from(PAGE), 'html', format);
    const { page, text } = await markdownOf(file, format);
    for (const shape of [...HEADINGS, ...LISTS, LINK, TABLE]) expect(page, text).toMatch(shape);
    expect(text).toMatch(/\*\*Boote\*\* \*fahren\*/);
    // Nothing in it is HTML.
    expect(text).not.toMatch(/<[a-z]/);
  });

  it('of a page has its body, and links within it', async () => {
    const { page, text } = await markdownOf(PAGE, 'html');
    for (const shape of [...HEADINGS, ...LISTS, LINK, TABLE]) expect(page, text).toMatch(shape);
    expect(text).toContain('[weiter unten](#zweitens)');
    expect(text).not.toContain('Fenster');
  });

  it.each(['utf-16', 'unicode'])('of a page in UTF-8 that declares %s has its letters', async (declared) => {
    const page = PAGE.replace(
      '<meta charset="utf-8">',
      `<meta http-equiv="Content-Type" content="text/html; charset=${declared}">`,
    );
    expect((await markdownOf(page, 'html')).text).toContain('Über Grenzen');
  });

  it('of a pdf has headings, lists, links and tables', async () => {
    const wide = PAGE.replaceAll('<table', '<table width="100%" cellpadding="12"');
    const { file } = await convertWithOffice(Buffer.from(wide), 'html', 'pdf');
    const { page, text } = await markdownOf(file, 'pdf');
    for (const shape of [...HEADINGS, ...LISTS, TABLE])
      expect(page.replaceAll('<strong>', '').replaceAll('</strong>', ''), text).toMatch(shape);
    expect(text).toContain('](https://example.org/hafen)');
  });

  it('has cells of several lines in one line, and other tables as HTML', async () => {
    const table = (within: string) =>
      `<table><tr><th>a</th><th>b</th></tr><tr><td>${within}</td><td>2</td></tr></table>`;
    expect((await markdownOf(table('<p>eins</p><p>zwei</p>'), 'html')).text).toContain('| eins<br>zwei | 2');
    expect((await markdownOf(table('<ul><li>eins</li><li>zwei</li></ul>'), 'html')).text).toContain('• eins<br>• zwei');
    expect((await markdownOf(table('<pre>x</pre>'), 'html')).text).toContain('<pre>');
    const spanned =
      '<table><tr><th colspan="2">weit</th></tr><tr><td rowspan="2">a</td><td>b</td></tr><tr><td>c</td></tr></table>';
    const { text } = await markdownOf(spanned, 'html');
    expect(text).toMatch(/\| weit \| +\|\n\|-+\|-+\|\n\| a {4}\| b {3}\|\n\| {6}\| c {3}\|/);
  });

  it('keeps fenced code and footnotes', async () => {
    const org = '- eins\n\n#+BEGIN_SRC python\nx = "```"\n#+END_SRC\n\nText[fn:1]\n\n[fn:1] Anmerkung\n';
    const { text } = await markdownOf(org, 'org');
    expect(text).toContain('````python\nx = "```"\n````');
    expect(text).toMatch(/Text\[\^1\][\s\S]*\[\^1\]: Anmerkung/);
  });
});

describe('a Word document', () => {
  it('has pipe tables, and code from monospaced text', async () => {
    const source = '| a | b |\n|---|---|\n| eins | zwei |\n\n```sh\nmake install\n```\n';
    const files = unzip((await convertBytes(pandoc, source, ['md', 'docx'])).file);
    expect(files.get('word/styles.xml')?.toString()).toMatch(
      /w:styleId="Table"[\s\S]*<w:tblBorders>[\s\S]*Courier New/,
    );
  });
});

describe('pictures', () => {
  const name = 'media/picture-001.png';

  it.each([
    ['docx', async (png: Buffer) => docx(['Text'], { png })],
    ['epub', async (png: Buffer) => epub(['Text'], { png })],
  ] as const)('of %s lie beside the text, which calls them by names of ours', async (format, make) => {
    const png = await redPicture();
    const { text, pictures } = await markdownOf(await make(png), format);
    expect(text).toContain(`](${name})`);
    expect([...pictures.keys()]).toEqual([name]);
    expect(pictures.get(name)?.equals(png)).toBe(true);
    const { text: tex, pictures: same } = await markdownOf(await make(png), format, 'tex');
    expect(tex).toMatch(/\\includegraphics(\[[^\]]*\])?\{media\/picture-001\.png\}/);
    expect(same.size).toBe(1);
  });

  it('in other files keep their URLs in a text, and become words where they would be embedded', async () => {
    const source = '[[https://example.org/a.png]]\n\n.. image:: x\n';
    expect((await markdownOf(source, 'org')).text).toContain('(https://example.org/a.png)');
    const rst = 'Text\n\n.. image:: https://example.org/a.png\n   :alt: Ein Boot\n';
    const book = [...unzip((await convertBytes(pandoc, rst, ['rst', 'epub'])).file).values()].join('\n');
    expect(book).toContain('Ein Boot');
    expect(book).not.toContain('example.org');
  });
});

describe('HTML in a text', () => {
  const SOURCE =
    'Ein <b>fettes</b> Wort, H<sub>2</sub>O<br>und <a href="https://example.org/">Link</a>.\n\n<table><tr><th>a</th></tr><tr><td>Zelle</td></tr><tr><td>zwei</td></tr></table>\n\n<div>\n\nInnen\n\n</div>\n';

  it('is converted, and not lost, where it cannot stay', async () => {
    const rst = (await convertBytes(pandoc, SOURCE, ['md', 'rst'])).file.toString();
    for (const part of ['**fettes**', ':sub:`2`', '`Link <https://example.org/>`__', 'Zelle', 'Innen'])
      expect(rst).toContain(part);
    expect((await convertBytes(pandoc, SOURCE, ['md', 'tex'])).file.toString()).toMatch(
      /\\textbf\{fettes\}[\s\S]*Zelle[\s\S]*Innen/,
    );
  });
});

describe('a document that cannot be read', () => {
  it('is reported as encrypted, or as damaged', async () => {
    expect(await failureOf(committed('documents/files/locked.docx'), 'docx')).toBe('PASSWORD_PROTECTED');
    await expect(convertBytes(pandoc, committed('documents/files/locked.docx'), ['docx', 'md'])).rejects.toMatchObject({
      code: 'PASSWORD_PROTECTED',
    });
    const cut = (await docx(['Text'])).subarray(0, 300);
    await expect(convertBytes(pandoc, cut, ['docx', 'md'])).rejects.toMatchObject({ code: 'UNREADABLE_FILE' });
    await expect(convertBytes(pandoc, '{"cells": [', ['ipynb', 'md'])).rejects.toMatchObject({
      code: 'UNREADABLE_FILE',
    });
    const sold = await epub(['Text'], { encryption: 'http://www.w3.org/2001/04/xmlenc#aes128-cbc' });
    await expect(convertBytes(pandoc, sold, ['epub', 'md'])).rejects.toMatchObject({ code: 'PASSWORD_PROTECTED' });
  });
});
