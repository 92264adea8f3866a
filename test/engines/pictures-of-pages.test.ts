import sharp, { type Sharp } from 'sharp';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { detectFormat } from '../../functions/detection/detect.ts';
import { reflow } from '../../functions/engines/reflow.ts';
import { WRITTEN } from '../../functions/engines/tesseract/conversions.ts';
import { tesseract } from '../../functions/engines/tesseract.ts';
import { convertWithOffice } from '../documents/convert-with-office.ts';
import { textOf, wordsOfPdf } from '../documents/read-result.ts';
import { convertPdf } from '../pdfs/convert-pdf.ts';
import { likeness, scanned, TEXTS } from '../scans/pages.ts';
import { committed } from '../support/committed.ts';
import { convertBytes } from '../support/engine.ts';
import { codeOf } from '../support/failure.ts';
import { plain } from '../support/pictures.ts';
import { convertRecognised } from '../support/recognised.ts';
import { unzip } from '../support/unzip.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const ROWS = [
  ['Fruit', 'Spring', 'Autumn'],
  ['Apples', 120, 845],
  ['Pears', 35, 412],
  ['Plums', 18, 64],
];
const SENTENCE =
  'The trees behind the mill carried more than in any other year, but for the plums, which froze in March.';
const TABLE = ROWS.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('');
const PAGE = `<!DOCTYPE html><html><body style="font: 12pt 'Liberation Serif'"><h1>Harvest</h1><p>${SENTENCE}</p><table border="1" cellspacing="0" cellpadding="6">${TABLE}</table><ul><li>sold before noon</li><li>sold to the mill</li></ul></body></html>`;

const ENGLISH = { options: { ocr: 'auto', language: 'eng' } } as const;

let page: Buffer;
let scan: Buffer;
let searchable: Buffer;
beforeAll(async () => {
  page = await draw(PAGE);
  scan = await scanOf(sharp(page));
  searchable = (await convertBytes(tesseract, scan, ['jpg', 'pdf'], ENGLISH)).file;
});

/** A picture of a page as a scanner sees it. */
const scanOf = (picture: Sharp) => picture.withDensity(200).jpeg().toBuffer();

/** A web page as LibreOffice sets it, at 200 pixels to the inch. */
async function draw(html: string): Promise<Buffer> {
  const { file } = await convertWithOffice(Buffer.from(html), 'html', 'pdf');
  const { bytes } = await convertPdf(file, 'png', { options: { dpi: 200 } });
  return sharp(bytes).flatten({ background: '#fff' }).png().toBuffer();
}

/** What the scan of a text in a font becomes. */
async function readIn(font: string, content: string, target: FormatName): Promise<string> {
  const drawn = await draw(`<html><body style="font: ${font}">${content}</body></html>`);
  const taken = await scanOf(sharp(drawn));
  return (await convertRecognised(taken, ['jpg', target], { language: 'eng' })).file.toString();
}

/** A picture in light that falls as a gradient says. */
async function inLight(picture: Buffer, gradient: string): Promise<Sharp> {
  const { width, height } = await sharp(picture).metadata();
  const light = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><linearGradient id="a" ${gradient}</linearGradient><rect width="100%" height="100%" fill="url(#a)"/></svg>`;
  return sharp(picture).composite([{ input: Buffer.from(light), blend: 'multiply' }]);
}

/** The width and the height of the pages of a document, in points. */
const pageOf = (docx: ReadonlyMap<string, Buffer>) =>
  /<w:pgSz [^>]*w:w="(\d+)" w:h="(\d+)"/
    .exec(String(docx.get('word/document.xml')))
    ?.slice(1)
    .map((twips) => Number(twips) / 20) ?? [];

/** The names of the pictures in a Word document. */
const picturesIn = (docx: ReadonlyMap<string, Buffer>) =>
  [...docx.keys()].filter((name) => /^word\/media\//.test(name));

/** Of Markdown a test below says more. */
const targets = (tesseract.conversions.jpg ?? []).filter(
  (target) => target !== 'md' && !(WRITTEN as readonly FormatName[]).includes(target),
);

describe('the picture of a page', () => {
  it.each(targets)('becomes %s', async (target) => {
    const { file, format } = await convertRecognised(scan, ['jpg', target]);
    expect([await detectFormat(file, `result.${target}`), format]).toEqual([target, target]);
    expect(textOf(file, target)).toContain('Plums');
  });

  it('becomes Markdown with its heading, paragraph, table and list', async () => {
    const { file } = await convertRecognised(scan, ['jpg', 'md']);
    const [title, text, table, list] = file.toString().trim().split('\n\n');
    expect([title, text, table?.split('\n').length]).toEqual(['# Harvest', SENTENCE, 5]);
    expect(list?.split('\n')).toEqual(['- sold before noon', '- sold to the mill']);
  });

  it('has headings of one level where their letters are of one size, whichever they are', async () => {
    const titles = ['The cost of repairs', 'The commission of seven', 'Stones, mortar and oak', 'The works'];
    const part = (title: string) => `<h2 style="font-size: 15pt">${title}</h2><p>${SENTENCE}</p>`;
    const text = await readIn("11pt 'Liberation Serif'", `<h1>Harvest</h1>${titles.map(part).join('')}`, 'md');
    expect(text.match(/^#.*/gm)).toEqual(['# Harvest', ...titles.map((title) => `## ${title}`)]);
  });

  it('without a table becomes rows of its lines', async () => {
    const card = ['<b>Miriam Castellano</b>', 'Head of Cardiology', '300 Lakeview Drive', 'Telephone 608 555 0173'];
    const table = await readIn("14pt 'Liberation Sans'", card.join('<br>'), 'csv');
    expect(table.trim().split(/\r?\n/)).toEqual(['Miriam Castellano', ...card.slice(1)]);
  });

  const PRICES = [
    ['Tomato soup', '6.50'],
    ['Beef burger and fries', '16.20'],
    ['Mushroom risotto', '15.40'],
    ['Apple tart', '7.30'],
  ] as const;

  it('with white letters in dark cells of its table has their words', async () => {
    const dark = 'bgcolor="#335544"';
    const cells = ROWS.map((row, y) =>
      row.map((cell, x) =>
        x === 0 || y % 3 === 0 ? `<td ${dark}><font color="#ffffff"><b>${cell}</b></font></td>` : `<td>${cell}</td>`,
      ),
    );
    const rows = cells.map((row) => `<tr>${row.join('')}</tr>`).join('');
    const table = `<table cellspacing="0" cellpadding="8">${rows}</table>`;
    const data = await readIn("11pt 'Liberation Sans'", table, 'json');
    expect(JSON.parse(data)).toMatchObject([{ rows: ROWS }]);
  });

  it('with dots between names and prices has rows of both', async () => {
    const rows = PRICES.map(([name, price]) => `<p>${name} ${'.'.repeat(90 - name.length)} ${price}</p>`);
    const data = await readIn("12pt 'Liberation Serif'", rows.join(''), 'json');
    const numbers = PRICES.map(([name, price]) => [name, Number(price)]);
    expect(JSON.parse(data)).toMatchObject([{ rows: numbers }]);
  });

  it('of a receipt in typewriter letters is divided before its prices, and not at each space in line with others', async () => {
    const row = (name: string, price: string) => name.padEnd(34) + price.padStart(8);
    const texts = [
      'GREENGROCER AT THE CORNER',
      'All of it fresh each day',
      '',
      ...PRICES.map(([name, price]) => row(name, `${price} A`)),
      row('TOTAL', '45.40 A'),
      '',
      'Thank you for shopping with us',
    ];
    const centred = texts.map((text) => text.padStart(21 + text.length / 2));
    const content = `<pre style="font: inherit">${centred.join('\n')}</pre>`;
    const read = await readIn("12pt 'Liberation Mono'", content, 'md');
    for (const text of ['GREENGROCER AT THE CORNER', 'Thank you for shopping with us', '| TOTAL | 45.40 A |'])
      expect(read.replace(/ +/g, ' ')).toContain(text);
  });

  it('in Japanese has no spaces within its paragraph, not at the ends of lines either', async () => {
    const { file } = await convertRecognised(await scanned('jpn'), ['jpg', 'md']);
    const text = file.toString().trim();
    expect(likeness(TEXTS.jpn.join(''), text)).toBeGreaterThanOrEqual(0.98);
    expect(text).not.toMatch(/\p{Script=Han}\s|\s\p{Script=Hiragana}/u);
  });

  it('askew by ten degrees becomes lines that are level', async () => {
    const askew = sharp(await sharp(page).rotate(10, { background: '#fff' }).toBuffer());
    const { file } = await convertRecognised(await scanOf(askew), ['jpg', 'md'], { language: 'eng' });
    for (const text of ['# Harvest', SENTENCE, '- sold to the mill']) expect(file.toString()).toContain(text);
  });

  it('half in shadow has all its words', async () => {
    const photo = await inLight(page, '><stop stop-color="#444"/><stop offset="0.5" stop-color="#eee"/>');
    const { file } = await convertBytes(tesseract, await scanOf(photo), ['jpg', 'txt'], ENGLISH);
    for (const text of ['Harvest', SENTENCE, 'Apples 120 845', 'sold to the mill'])
      expect(file.toString()).toContain(text);
  });

  it('on a desk, in uneven light, becomes a document of what is on it', async () => {
    const desk = { top: 290, bottom: 120, left: 400, right: 680, background: '#6b5136' };
    const blue = { input: await plain('#346', 500, 300), left: 950, top: 520 };
    const printed = await sharp(page).composite([blue]).toBuffer();
    const taken = await sharp(printed).rotate(1, { background: desk.background }).extend(desk).png().toBuffer();
    const stops = '<stop offset="0" stop-color="#fffdf2"/><stop offset="1" stop-color="#8a8478"/>';
    const photo = await inLight(taken, `x2="1" y2="1">${stops}`);
    const { file } = await convertRecognised(await photo.blur(0.8).jpeg({ quality: 80 }).toBuffer(), ['jpg', 'docx']);
    const parts = unzip(file);
    const sizes = picturesIn(parts).map(async (name) => (await sharp(parts.get(name)).metadata()).width ?? 0);
    const [width = 0, ...others] = await Promise.all(sizes);
    expect(others).toEqual([]);
    expect(width / 96 / (500 / 200)).toBeCloseTo(1, 0);
    const letter = [612, 792] as const;
    expect(pageOf(parts).map((side, index) => side / (letter[index] ?? 0))).toEqual([
      expect.closeTo(1, 1),
      expect.closeTo(1, 1),
    ]);
    const markdown = String((await convertWithOffice(file, 'docx', 'txt')).file);
    for (const text of ['Harvest', 'Autumn', '845']) expect(markdown).toContain(text);
  });
});

it('a drawing beside text is no words', async () => {
  const strokes = Array.from({ length: 260 }, (_, at) => {
    const [x, y] = [(at * 97) % 560, (at * 61) % 360];
    return `M${x} ${y}q${(at * 13) % 60} ${((at * 29) % 50) - 25} ${(at * 7) % 40} ${((at * 17) % 70) - 35}`;
  });
  const path = `<path d="${strokes.join('')}" fill="none" stroke="#000" stroke-width="3"/>`;
  const drawing = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="620" height="420">${path}</svg>`);
  const drawn = sharp(page).composite([{ input: drawing, left: 250, top: 1500 }]);
  const { file } = await convertBytes(tesseract, await scanOf(drawn), ['jpg', 'pdf'], ENGLISH);
  // Bullets are recognised as one sign or another.
  const words = (pdf: Buffer) => wordsOfPdf(pdf).flatMap(({ word }) => (/[\p{L}\p{N}]/u.test(word) ? [word] : []));
  expect(words(file)).toEqual(words(searchable));
});

describe('a picture without words', async () => {
  const meadow = await scanOf(sharp(await plain('#7a3', 900, 600)));

  it('becomes a document of itself', async () => {
    const { file } = await convertRecognised(meadow, ['jpg', 'docx']);
    expect(picturesIn(unzip(file))).toHaveLength(1);
  });

  it.each(['md', 'html', 'xlsx'] as const)('becomes no %s', async (target) => {
    expect(await codeOf(convertRecognised(meadow, ['jpg', target]))).toBe('UNSUPPORTED_CONVERSION');
  });
});

it('a PDF file whose pages are all recognised becomes a document of what is seen, and not of the text that it has', async () => {
  const { file } = await convertRecognised(searchable, ['pdf', 'md'], { ocr: 'force', language: 'eng' });
  for (const text of ['# Harvest', SENTENCE]) expect(file.toString().split(text)).toHaveLength(2);
});

/** A page that was laid 0.7 degrees askew on a scanner, with its text hidden behind its picture by text recognition. */
const SEARCHABLE = committed('scans/searchable.pdf');

it('a scanned page whose text was recognised becomes data by the lines of its table', async () => {
  const { file } = await convertWithOffice(SEARCHABLE, 'pdf', 'json');
  const rows = [...ROWS.slice(0, -1), ['Plums', 18, 97]];
  expect(JSON.parse(file.toString())).toEqual([{ page: 1, rows }]);
});

it('the lines of a table are no bars in its text', async () => {
  const { file } = await convertBytes(tesseract, committed('scans/table.jpg'), ['jpg', 'txt'], ENGLISH);
  expect(file.toString()).toContain('\nPlums 18 97\n');
});

it('a barcode beside the words of a scan stays a picture in its colours', async () => {
  const blue = [60, 140, 200];
  const bars = Array.from({ length: 600 * 200 }, (_, at) => (((at % 600) * 7) % 45 < 18 ? blue : [255, 255, 255]));
  const input = await sharp(Buffer.from(bars.flat()), { raw: { width: 600, height: 200, channels: 3 } })
    .png()
    .toBuffer();
  const page = sharp(await scanned('eng'))
    .toColourspace('srgb')
    .composite([{ input, left: 1500, top: 2400 }]);
  const picture = await page.withDensity(300).png().toBuffer();
  const { file } = await convertBytes(tesseract, picture, ['png', 'pdf'], ENGLISH);
  const document = unzip((await convertWithOffice(file, 'pdf', 'docx')).file);
  const [found = '', ...others] = picturesIn(document);
  expect(others).toEqual([]);
  const pixels = await sharp(document.get(found)).removeAlpha().raw().toBuffer();
  const darkest = [0, 1, 2].map((channel) => pixels.filter((_, at) => at % 3 === channel).sort()[100]);
  for (const [channel, value] of blue.entries()) expect(Math.abs((darkest[channel] ?? 0) - value)).toBeLessThan(5);
});

it('a picture of text in the resolution of a screen becomes a page of usual size, without its specks', async () => {
  const specks = Buffer.from(
    Array.from({ length: 500 * 300 }, (_, at) => ((at % 500) % 22 < 7 && Math.floor(at / 500) % 24 < 6 ? 90 : 255)),
  );
  const input = await sharp(specks, { raw: { width: 500, height: 300, channels: 1 } })
    .png()
    .toBuffer();
  const picture = await sharp(await scanned('eng'))
    .composite([{ input, left: 1500, top: 2400 }])
    .withDensity(96)
    .png()
    .toBuffer();
  const { file: searchable } = await convertBytes(tesseract, picture, ['png', 'pdf'], ENGLISH);
  const { file, format } = await convertBytes(reflow, searchable, ['pdf', 'md']);
  expect(format).toBe('md');
  expect(likeness(TEXTS.eng.join(' '), file.toString())).toBeGreaterThan(0.97);
  const files = unzip((await convertWithOffice(searchable, 'pdf', 'docx')).file);
  expect(picturesIn(files)).toEqual([]);
  const document = files.get('word/document.xml')?.toString() ?? '';
  const [, height] = /<w:pgSz [^>]*w:h="(\d+)"/.exec(document) ?? [];
  const sizes = [...document.matchAll(/<w:sz w:val="(\d+)"/g)].map(([, size]) => Number(size));
  // In twentieths, and in halves of a point: A4, and letters of 14 points.
  expect(Math.abs(Number(height) - 16_838)).toBeLessThan(40);
  expect(Math.abs(Math.max(...sizes) - 28)).toBeLessThan(4);
});
