import { describe, expect, it } from 'vitest';
import { chromium } from '../../functions/engines/chromium.ts';
import { convertWithOffice } from '../documents/convert-with-office.ts';
import { convertPdf } from '../pdfs/convert-pdf.ts';
import { convertBytes } from '../support/engine.ts';
import { unzip } from '../support/unzip.ts';

/** Lam-alef with all four alefs, the article before other letters, and words that begin with alef and lam. */
const TEXT = 'السلام عليكم الأدوات والإنتاجية كالا القرآن لآل ولا حول';
const PAGE = `<!doctype html><meta charset="utf-8"><p dir="rtl" style="font-family: DejaVu Sans">${TEXT}</p>`;

/** The words of a text, without the characters that say in which direction it runs. */
const wordsOf = (text: string) =>
  text
    .replace(/[^\p{L}\s]/gu, '')
    .trim()
    .split(/\s+/);

describe.each([
  ['a browser', async () => (await convertBytes(chromium, Buffer.from(PAGE), ['html', 'pdf'])).file],
  ['LibreOffice', async () => (await convertWithOffice(Buffer.from(TEXT), 'txt', 'pdf')).file],
])('Arabic ligatures in a PDF file of %s', (_, print) => {
  it('are in logical order in txt', async () => {
    const { bytes } = await convertPdf(await print(), 'txt');
    expect(wordsOf(bytes.toString())).toEqual(wordsOf(TEXT));
  });

  it('are in logical order in html', async () => {
    const { bytes } = await convertPdf(await print(), 'html');
    const line = /dir="rtl">([^<]+)</.exec(bytes.toString())?.[1] ?? '';
    expect(wordsOf(line.replaceAll('&#160;', ' '))).toEqual(wordsOf(TEXT));
  });

  it('are in logical order in docx', async () => {
    const { file } = await convertWithOffice(await print(), 'pdf', 'docx');
    const document = unzip(file).get('word/document.xml')?.toString() ?? '';
    const text = [...document.matchAll(/<w:t[^>]*>([^<]*)/g)].map(([, part]) => part).join('');
    expect(wordsOf(text)).toEqual(wordsOf(TEXT));
  });
});
