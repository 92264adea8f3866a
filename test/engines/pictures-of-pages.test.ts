import sharp, { type Sharp } from 'sharp';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { detectFormat } from '../../functions/detection/detect.ts';
import { WRITTEN } from '../../functions/engines/tesseract/conversions.ts';
import { tesseract } from '../../functions/engines/tesseract.ts';
import { convertWithOffice } from '../documents/convert-with-office.ts';
import { textOf, wordsOfPdf } from '../documents/read-result.ts';
import { convertPdf } from '../pdfs/convert-pdf.ts';
import { convertBytes } from '../support/engine.ts';
import { codeOf } from '../support/failure.ts';
import { convertRecognised } from '../support/recognised.ts';
import { unzip } from '../support/unzip.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const ROWS = [
  ['Fruit', 'Spring', 'Autumn'],
  ['Apples', 120, 845],
  ['Pears', 35, 412],
  ['Plums', 18, 97],
];
const SENTENCE =
  'The trees behind the mill carried more than in any other year, but for the plums, which froze in March.';
const TABLE = ROWS.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('');
const PAGE = `<!DOCTYPE html><html><body style="font: 12pt 'Liberation Serif'"><h1>Harvest</h1><p>${SENTENCE}</p><table border="1" cellspacing="0" cellpadding="6">${TABLE}</table></body></html>`;

const [WIDTH, HEIGHT] = [1654, 2339];
let page: Buffer;
let scan: Buffer;
beforeAll(async () => {
  const { file } = await convertWithOffice(Buffer.from(PAGE), 'html', 'pdf');
  const drawn = sharp((await convertPdf(file, 'png', { options: { dpi: 200 } })).bytes);
  page = await drawn.flatten({ background: '#fff' }).resize(WIDTH, HEIGHT, { fit: 'fill' }).png().toBuffer();
  scan = await sharp(page).withDensity(200).jpeg().toBuffer();
});

const targets = (tesseract.conversions.jpg ?? []).filter(
  (target) => !(WRITTEN as readonly FormatName[]).includes(target),
);

describe('the picture of a page', () => {
  it.each(targets)('becomes %s', async (target) => {
    const { file, format } = await convertRecognised(scan, ['jpg', target]);
    expect([await detectFormat(file, `result.${target}`), format]).toEqual([target, target]);
    expect(textOf(file, target)).toContain('Plums');
  });

  it('becomes Markdown with its heading, paragraph and table', async () => {
    const { file } = await convertRecognised(scan, ['jpg', 'md'], { language: 'eng' });
    const [title, text, table] = file.toString().trim().split('\n\n');
    expect([title, text, table?.split('\n').length]).toEqual(['# Harvest', SENTENCE, 5]);
  });

  it('becomes data by its table', async () => {
    const { file } = await convertRecognised(scan, ['jpg', 'json']);
    expect(JSON.parse(file.toString())).toMatchObject([{ page: 1, rows: ROWS }]);
  });

  it('on a desk, in uneven light, becomes a document of its text alone', async () => {
    const desk = { top: 90, bottom: 120, left: 100, right: 80, background: '#6b5136' };
    const taken = await sharp(page).rotate(1, { background: desk.background }).extend(desk).png().toBuffer();
    const photo = sharp(taken).composite([{ input: await light(sharp(taken)), blend: 'multiply' }]);
    const { file } = await convertRecognised(await photo.blur(0.8).jpeg({ quality: 80 }).toBuffer(), ['jpg', 'docx']);
    const names = [...unzip(file).keys()];
    expect(names.filter((name) => name.startsWith('word/media/'))).toEqual([]);
    const markdown = String((await convertWithOffice(file, 'docx', 'txt')).file);
    for (const text of ['Harvest', 'Autumn', '845']) expect(markdown).toContain(text);
  });
});

/** Light that falls from one side. */
async function light(picture: Sharp): Promise<Buffer> {
  const { width = 0, height = 0 } = await picture.metadata();
  const stops = '<stop offset="0" stop-color="#fffdf2"/><stop offset="1" stop-color="#8a8478"/>';
  const gradient = `<linearGradient id="a" x2="1" y2="1">${stops}</linearGradient>`;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${gradient}<rect width="100%" height="100%" fill="url(#a)"/></svg>`,
  );
}

describe('a picture without words', () => {
  const meadow = () =>
    sharp({ create: { width: 900, height: 600, channels: 3, background: '#7a3' } })
      .jpeg()
      .toBuffer();

  it('becomes a document of itself', async () => {
    const { file } = await convertRecognised(await meadow(), ['jpg', 'docx']);
    expect([...unzip(file).keys()].filter((name) => name.startsWith('word/media/'))).toHaveLength(1);
  });

  it.each(['md', 'html', 'xlsx'] as const)('becomes no %s', async (target) => {
    expect(await codeOf(convertRecognised(await meadow(), ['jpg', target]))).toBe('UNSUPPORTED_CONVERSION');
  });
});

describe('a PDF file whose pages are all recognised', () => {
  it('becomes a document of what is seen, and not of the text that it has', async () => {
    const pdf = (await convertBytes(tesseract, scan, ['jpg', 'pdf'], { options: { ocr: 'auto' } })).file;
    const forced = (await convertBytes(tesseract, pdf, ['pdf', 'pdf'], { options: { ocr: 'force' } })).file;
    const words = (file: Buffer) => wordsOfPdf(file).map(({ word }) => word);
    expect(words(forced)).toEqual(words(pdf));
    const { file } = await convertRecognised(pdf, ['pdf', 'md'], { ocr: 'force' });
    expect(file.toString().split('# Harvest')).toHaveLength(2);
  });
});
