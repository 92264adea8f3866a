import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import type { Options } from '../../functions/conversion/options.ts';
import { detectFormat } from '../../functions/detection/detect.ts';
import { chromium } from '../../functions/engines/chromium.ts';
import { poppler } from '../../functions/engines/poppler.ts';
import { zip } from '../documents/package.ts';
import { isTagged, pagesOfPdf, papersOfPdf, textOfPdf, wordsOfPdf } from '../documents/read-result.ts';
import { committed } from '../support/committed.ts';
import { convertBytes } from '../support/engine.ts';
import { codeOf, expectRefused } from '../support/failure.ts';
import { decode } from './quarters.ts';

async function make(source: string | Uint8Array, from: FormatName, to: FormatName, options: Options = {}) {
  return (await convertBytes(chromium, Buffer.from(source), [from, to], { options })).file;
}

const print = (page: string, options: Options = {}) => make(page, 'html', 'pdf', options);
const refusalOf = (page: string, options: Options) => codeOf(print(page, options));
const LINES = Array.from({ length: 150 }, (_, line) => `<p>Zeile ${line + 1} Wort</p>`).join('');

/** The colour of a picture at a place. */
const colourAt = async (picture: Buffer, x: number, y: number) => (await decode(picture)).pixel(x, y);

const XHTML = ' xmlns="http://www.w3.org/1999/xhtml"';
const STYLED =
  '<head><title>a</title><meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1"/><link rel="stylesheet" href="a.css"/></head>';
const DECLARED = '<?xml version="1.0" encoding="iso-8859-1"?>';

it.each([
  ['UTF-8 that says nothing', '<p>Grüße 漢字', 'utf8'],
  ['UTF-16', '\ufeff<p>Grüße 漢字', 'utf16le'],
  ['an old encoding that is declared', '<meta charset="iso-8859-1"><p>Grüße', 'latin1'],
  ['an old encoding that is not', '<p>Grüße an alle, die hören', 'latin1'],
  ['XHTML', `<?xml version="1.0"?><html${XHTML}><body><p>Grüße</p></body></html>`, 'utf8'],
  // Whether XML may be so or not.
  ['XHTML in Latin-1 with a style sheet', `<html${XHTML}>${STYLED}<body><p>Grüße</p></body></html>`, 'latin1'],
  ['XHTML in Latin-1 that is declared', `${DECLARED}<html${XHTML}>${STYLED}<body><p>Grüße</p></body></html>`, 'latin1'],
] as const)('a web page is decoded in its encoding: %s', async (name, source, encoding) => {
  const text = textOfPdf(await make(Buffer.from(source, encoding), name.startsWith('XHTML') ? 'xhtml' : 'html', 'pdf'));
  expect(text).toContain(source.includes('漢字') ? 'Grüße 漢字' : 'Grüße');
  expect(text).not.toContain('error');
});

describe('paper', () => {
  it('is that of the page, unless an option chooses another', async () => {
    const page = '<style>@page{size:A5;margin:50mm}</style><p>Wort';
    expect(papersOfPdf(await print(page))).toEqual(['148x210']);
    expect(papersOfPdf(await print(page, { page_size: 'A3' }))).toEqual(['297x420']);
    for (const source of ['<p>x', page])
      expect(papersOfPdf(await print(source, { page_size: 'A3', orientation: 'landscape' }))).toEqual(['420x297']);
    expect(papersOfPdf(await print(page, { page_size: 'A3', prefer_css_page_size: true }))).toEqual(['148x210']);
    expect(papersOfPdf(await print('<p>x', { page_width: 100, page_height: 50 }))).toEqual(['100x50']);
  });

  it('has the margins of the options, whatever the styles of the page', async () => {
    const margins = { margin_top: 31, margin_right: 60, margin_bottom: 42, margin_left: 53 };
    for (const style of ['', '<style>@page{margin:5mm}body{margin:0}</style>']) {
      const page = `${style}<style>body,p{margin:0}</style>${'Zeile Wort '.repeat(2000)}`;
      const words = wordsOfPdf(await print(page, { page_size: 'A4', ...margins }));
      expect(Math.min(...words.map(({ left }) => left))).toBeCloseTo(53, 0);
      expect(Math.abs(Math.min(...words.map(({ top }) => top)) - 31)).toBeLessThan(1.5);
      expect(Math.max(...words.map(({ right }) => right))).toBeLessThanOrEqual(150.1);
      expect(Math.max(...words.map(({ bottom }) => bottom))).toBeLessThanOrEqual(255.1);
    }
    expect(await refusalOf('<p>x', { page_size: 'A5', margin_left: 100, margin_right: 100 })).toBe('INVALID_OPTION');
  });

  it('has a header and a footer on each page', async () => {
    const header = `Kopf <b> & "quer" \\ über 漢字`;
    const pdf = await print(LINES, { header, footer: 'Fuß', page_numbers: true, page_size: 'A4' });
    const count = pagesOfPdf(pdf);
    expect(count).toBeGreaterThan(1);
    const bare = textOfPdf(pdf).replace(/\s/g, '');
    expect(bare.split(header.replace(/\s/g, '')).length - 1).toBe(count);
    for (let page = 1; page <= count; page++) expect(bare).toContain(`Fuß${page}/${count}`);
    expect(bare).toContain('Zeile150Wort');
    const html = await print(LINES, {
      header_html: '<b style="font-size:9px">Eigen <i class="pageNumber"></i> von <i class="totalPages"></i></b>',
    });
    expect(textOfPdf(html)).toMatch(/Eigen 2 von \d/);
  });

  it('has all of a page that is wider than it, unless the page has a viewport of the width', async () => {
    const wide = (width: number, style = '') =>
      `<style>${style}</style><table style="width:${width}px"><tr><td>left<td align=right>RIGHT</table>`;
    for (const width of [1400, 2800]) expect(textOfPdf(await print(wide(width)))).toContain('RIGHT');
    for (const style of ['@media print{@page{size:A5}}', 'body{overflow-x:hidden}'])
      expect(textOfPdf(await print(wide(1400, style)))).not.toContain('RIGHT');
    const mail = `Subject: Sheet\nContent-Type: text/html\n\n${wide(1400)}`;
    expect(textOfPdf(await make(mail, 'eml', 'pdf'))).toContain('RIGHT');
  });

  it('is a single page with that option', async () => {
    const pdf = await print(LINES, { single_page: true, page_size: 'A4', margin_top: 30, scale: 0.5 });
    expect(papersOfPdf(pdf)).toEqual([expect.stringMatching(/^210x/)]);
    expect(textOfPdf(pdf)).toContain('Zeile 150 Wort');
    const breaks = '<style>@page wide{size:A3}p{page:wide;break-after:page}</style>eins<p>zwei<p>drei';
    expect(papersOfPdf(await print(breaks, { single_page: true }))).toEqual([expect.stringMatching(/^216x/)]);
  });
});

describe('the options of a print', () => {
  it('chooses pages, in their order', async () => {
    const pages = '<style>p{break-after:page}</style><p>eins<p>zwei<p>drei';
    expect(textOfPdf(await print(pages, { pages: '3,1' })).match(/\w+/g)).toEqual(['drei', 'eins']);
    expect(await refusalOf(pages, { pages: '9' })).toBe('INVALID_OPTION');
  });

  it('scales', async () => {
    const height = async (scale: number) => {
      const [word] = wordsOfPdf(await print('<p>Wort', { scale }));
      return (word?.bottom ?? 0) - (word?.top ?? 0);
    };
    expect((await height(2)) / (await height(1))).toBeCloseTo(2, 1);
  });

  it('prints backgrounds unless the option is false', async () => {
    const corner = async (options: Options) => {
      const red = '<body style="background:#f00;margin:0"><p>x';
      const pdf = await print(red, { margin_top: 0, margin_left: 0, ...options });
      return (await colourAt((await convertBytes(poppler, pdf, ['pdf', 'png'])).file, 2, 2)).slice(0, 3);
    };
    expect(await corner({})).toEqual([255, 0, 0]);
    expect(await corner({ print_background: false })).toEqual([255, 255, 255]);
  });

  it('applies the styles of print or screen', async () => {
    const page =
      '<style>@media print{.s{display:none}}@media screen{.p{display:none}}</style><p class="p">Papier<p class="s">Schirm';
    expect(textOfPdf(await print(page)).trim()).toBe('Papier');
    expect(textOfPdf(await print(page, { media: 'screen' })).trim()).toBe('Schirm');
  });

  it('waits for a time or for a selector', async () => {
    const page =
      '<p>Da<script>setTimeout(()=>{document.body.insertAdjacentHTML("beforeend","<p id=spät>Spät")},700)</script>';
    expect(textOfPdf(await print(page, { wait: 1500 }))).toContain('Spät');
    expect(textOfPdf(await print(page, { wait_for: '#spät' }))).toContain('Spät');
    for (const wait_for of ['#nie', '##']) expect(await refusalOf(page, { wait_for })).toBe('INVALID_OPTION');
  });

  it('has links to files beside the page as they are on it', async () => {
    const links = '<a href="next/b(1).html?c=d#e">a</a> <a href="https://files.example/">b</a> <a href="c.pdf">c</a>';
    const found = (await print(`<p>${links}`)).toString('latin1').matchAll(/\/URI \((.*)\) *>>/g);
    expect([...found].map(([, link]) => link)).toEqual(['next/b\\(1\\).html?c=d#e', 'https://files.example/', 'c.pdf']);
  });

  it('adds tags and bookmarks, and encrypts', async () => {
    const page = '<h1>Erstes</h1><h2>Zweites</h2>';
    expect(isTagged(await print(page))).toBe(true);
    expect(isTagged(await print(page, { tagged: false }))).toBe(false);
    expect((await print(page)).includes('/Outlines')).toBe(false);
    expect((await print(page, { outline: true })).includes('/Outlines')).toBe(true);
    expect((await print(page, { encrypt_password: 'geheim' })).includes('/Encrypt')).toBe(true);
  });
});

describe('a screenshot of a page', () => {
  const page = '<body style="margin:0;background:#00f"><div style="height:3000px;background:#0f0"></div>';

  it.each(['png', 'jpg', 'webp'] as const)('as %s shows the full page', async (to) => {
    const picture = await make(page, 'html', to);
    expect(await sharp(picture).metadata()).toMatchObject({
      width: 1280,
      height: 3000,
      format: to === 'jpg' ? 'jpeg' : to,
    });
    const [red = 0, green = 0] = await colourAt(picture, 600, 2900);
    expect([red < 10, green > 240]).toEqual([true, true]);
  });

  it('follows its options', async () => {
    const size = async (options: Options) => {
      const { width, height } = await sharp(await make(page, 'html', 'png', options)).metadata();
      return [width, height];
    };
    expect(await size({ full_page: false })).toEqual([1280, 800]);
    expect(await size({ full_page: false, viewport_width: 400, viewport_height: 300, scale: 2 })).toEqual([800, 600]);
    expect(await size({ width: 128 })).toEqual([128, 300]);
    expect(await size({ crop: '10,20,30,40' })).toEqual([30, 40]);
    const clear = await make('<p>x', 'html', 'png', { background: 'transparent' });
    expect((await colourAt(clear, 1000, 700))[3]).toBe(0);
    const [red = 0, green, blue] = await colourAt(await make(page, 'html', 'png', { color: 'gray' }), 600, 2900);
    expect([green, blue]).toEqual([red, red]);
  });
});

describe('a site in a zip', () => {
  it('is shown with its resources', async () => {
    const picture = await make(committed('documents/files/site.zip'), 'zip', 'png');
    expect((await colourAt(picture, 20, 20)).slice(0, 3)).toEqual([0, 255, 0]);
    expect((await colourAt(picture, 900, 600)).slice(0, 3)).toEqual([0, 0, 255]);
    const { height = 0 } = await sharp(picture).metadata();
    expect((await colourAt(picture, 20, height - 10)).slice(0, 3)).toEqual([255, 0, 0]);
  });

  it('may navigate within the site, and needs an index.html', async () => {
    const files = { 'index.html': '<meta http-equiv="refresh" content="0;url=b.html">x', 'b.html': '<p>Zweite Seite' };
    expect(textOfPdf(await make(await zip(files), 'zip', 'pdf', { wait_for: 'p' }))).toContain('Zweite Seite');
    await expectRefused(make(await zip({ 'a.pdf': 'x' }), 'zip', 'pdf'), 'UNSUPPORTED_CONVERSION', '"merge"');
  });
});

describe('a saved page', () => {
  const page = String(committed('documents/files/saved.mhtml'));

  it('is shown as it was saved, without running scripts', async () => {
    expect(await detectFormat(Buffer.from(page), 'a')).toBe('mhtml');
    const text = textOfPdf(await make(page, 'mhtml', 'pdf'));
    expect(text).toMatch(/Grüße\s+Im Rahmen/);
    expect(text).not.toContain('Skript');
    const picture = await make(page, 'mhtml', 'png');
    expect((await colourAt(picture, 20, 70)).slice(0, 3)).toEqual([255, 0, 0]);
  });

  it('of one part is shown', async () => {
    const single = 'MIME-Version: 1.0\nContent-Type: text/html; charset=utf-8\n\n<p>Gr\u00fc\u00dfe</p>';
    expect(textOfPdf(await make(single, 'mhtml', 'pdf'))).toContain('Grüße');
  });

  it('is shown with other ends of lines, and without an empty line after the headers', async () => {
    for (const other of [page.replaceAll('\r\n', '\n'), page.replace('\r\n\r\n--grenze', '\r\n--grenze')]) {
      expect(other).not.toBe(page);
      expect(textOfPdf(await make(other, 'mhtml', 'pdf'))).toMatch(/Grüße\s+Im Rahmen/);
    }
  });

  it('that is truncated is refused', async () => {
    const token = '\n--grenze'.repeat(100_000);
    for (const broken of [page.slice(0, -40), page.replace('boundary=', 'x='), 'a'.repeat(1_000_000), token])
      expect(await codeOf(make(broken, 'mhtml', 'pdf'))).toBe('UNREADABLE_FILE');
    const parts = page.replace('\r\n--grenze--', '\r\n--grenze\r\n'.repeat(100_000).concat('--grenze--'));
    expect(await codeOf(make(parts, 'mhtml', 'pdf'))).toBe('UNREADABLE_FILE');
  });
});

describe('a text', () => {
  const MARKDOWN =
    '# Kranichflug\n\nEin *Satz* mit `Code`[^1] und $\\frac{1}{2}$.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```python\ndef f(): return 1\n```\n\n- [x] getan\n\n[^1]: Die Fußnote.\n';

  it('in Markdown is laid out for paper', async () => {
    const text = textOfPdf(await make(MARKDOWN, 'md', 'pdf'));
    for (const word of ['Kranichflug', 'Satz', 'Code', 'def f(): return 1', 'getan', 'Die Fußnote.'])
      expect(text).toContain(word);
    expect(text).toMatch(/1 ?\/ ?1/);
    expect(textOfPdf(await make(MARKDOWN, 'md', 'pdf', { page_numbers: false }))).not.toMatch(/1 ?\/ ?1/);
    expect(papersOfPdf(await make(MARKDOWN, 'md', 'pdf', { page_size: 'A5', margin_top: 30 }))).toEqual(['148x210']);
  });

  it('has formulas in a maths font', async () => {
    const printed = await make('Text $$\\int_0^1 x\\,dx$$\n', 'md', 'pdf');
    expect(printed.toString('latin1')).toMatch(/\/FontName \/[A-Z]{6}\+LatinModernMath/);
  });
});
