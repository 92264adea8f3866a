import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { detectFormat } from '../../functions/detection/detect.ts';
import { poppler } from '../../functions/engines/poppler.ts';
import { sharp as bitmaps } from '../../functions/engines/sharp.ts';
import { paragraphLines } from '../../functions/engines/tesseract/build-paragraphs.ts';
import { WRITTEN } from '../../functions/engines/tesseract/conversions.ts';
import { joinTables } from '../../functions/engines/tesseract/join-tables.ts';
import { LANGUAGES } from '../../functions/engines/tesseract/languages.ts';
import { type ReadLine, readPicture } from '../../functions/engines/tesseract/read-lines.ts';
import { tesseract } from '../../functions/engines/tesseract.ts';
import { layerFolder } from '../../functions/sandbox/layer.ts';
import { type PlacedWord, textOf, wordsOfPdf } from '../documents/read-result.ts';
import { WORD } from '../documents/words.ts';
import { askQpdf } from '../pdfs/ask-qpdf.ts';
import { convertPdf, fixture } from '../pdfs/convert-pdf.ts';
import { handWritten, rectangle, words } from '../pdfs/hand-written.ts';
import { withoutLetters } from '../pdfs/without-letters.ts';
import { SAMPLES } from '../rehearsal/samples.ts';
import { likeness, pagesOf, printed, scanned, TEXTS } from '../scans/pages.ts';
import { photograph, VIEWS } from '../scans/photograph.ts';
import { committed } from '../support/committed.ts';
import { coveringPairs } from '../support/covering-pairs.ts';
import { type ConvertSettings, convertBytes, convertWith } from '../support/engine.ts';
import { codeOf } from '../support/failure.ts';
import { plain } from '../support/pictures.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const TEXT = TEXTS.eng.join(' ');
let english: Buffer;
beforeAll(async () => {
  english = await scanned('eng');
});

type Pair = readonly [FormatName, FormatName];
/** The words of a page, of all that are found in a file. */
const wordsOfPage = (words: readonly PlacedWord[], page: number) =>
  words.flatMap((place) => (place.page === page ? place.word : [])).join(' ');
const ENGLISH = { options: { language: 'eng' } } as const;
const convertScan = async (source: Uint8Array, pair: Pair, settings: ConvertSettings = {}) =>
  (await convertBytes(tesseract, source, pair, settings)).file;

/** A word, drawn, in a format. */
async function signAs(format: FormatName): Promise<Buffer> {
  const sign = await SAMPLES['sign.jpg']();
  if (format === 'jpg') return sign;
  if (format === 'pdf') return pagesOf(sign);
  if (format === 'bmp') return (await convertBytes(bitmaps, sign, ['jpg', 'bmp'])).file;
  return sharp(sign)
    .toFormat(format as 'png')
    .toBuffer();
}

it('has a model for each language that is offered', () => {
  const models = [...Object.keys(LANGUAGES), 'osd'].map((name) => `${name}.traineddata`);
  expect(readdirSync(join(layerFolder('tesseract'), 'tessdata')).sort()).toEqual([...models, 'pdf.ttf'].sort());
});

// English is in all tests below, Japanese in those of pictures of pages.
it.each(['deu', 'ukr', 'ara', 'hin'] as const)(
  'a clean page in %s is recognised, and its language detected',
  async (language) => {
    const read = (await convertScan(await scanned(language), ['jpg', 'txt'])).toString();
    expect(likeness(TEXTS[language].join(''), read)).toBeGreaterThanOrEqual(0.98);
  },
);

const CONVERSIONS = Object.fromEntries(Object.keys(tesseract.conversions).map((source) => [source, WRITTEN]));

describe('scanned pages', () => {
  const pairs = Object.entries(coveringPairs(CONVERSIONS)).flatMap(([source, targets]) =>
    targets.map((target) => [source as FormatName, target] as const),
  );

  it.each(pairs.filter(([source]) => source !== 'heic'))('of %s become %s', async (...pair) => {
    const made = await convertScan(await signAs(pair[0]), pair, ENGLISH);
    expect(await detectFormat(made, `result.${pair[1]}`)).toBe(pair[1]);
    expect(textOf(made, pair[1])).toContain(WORD);
  });

  it('on their side or upside down are recognised, and shown upright', async () => {
    const turned = await Promise.all([90, 180].map((turn) => sharp(english).rotate(turn).jpeg().toBuffer()));
    const pdf = await pagesOf(...turned);
    const seen: number[] = [];
    const result = await convertScan(pdf, ['pdf', 'pdf'], { onProgress: (percent) => void seen.push(percent) });
    const places = wordsOfPdf(result);
    const [original] = wordsOfPdf(await printed('eng'));
    for (const page of [1, 2]) {
      expect(wordsOfPage(places, page)).toBe(TEXT);
      const { left, top } = places.find((place) => place.page === page) ?? { left: 0, top: 0 };
      expect(Math.hypot(left - (original?.left ?? 0), top - (original?.top ?? 0))).toBeLessThan(2.8);
    }
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(new Set(seen).size).toBe(2);
    // What is in the file as a picture stays as it was, byte for byte.
    for (const scan of turned) expect(result.includes(scan)).toBe(true);
    expect((await askQpdf(['--check'], result)).exitCode).toBe(0);
  });

  it.each([4, 83])('with lines that are not level are recognised: %d degrees', async (turn) => {
    const skewed = await sharp(english).rotate(turn, { background: '#fff' }).jpeg().toBuffer();
    const text = (await convertScan(skewed, ['jpg', 'txt'], ENGLISH)).toString();
    expect(likeness(TEXT, text)).toBeGreaterThanOrEqual(0.98);
  });

  describe('on a photo', () => {
    const pageOf = async (times: number) => {
      const text = await sharp(english).trim().extend({ bottom: 60, background: '#fff' }).toBuffer();
      const { height = 0 } = await sharp(text).metadata();
      const others = Array.from({ length: times - 1 }, (_, at) => ({ input: text, left: 0, top: (at + 1) * height }));
      const long = sharp(text).extend({ bottom: (times - 1) * height, background: '#fff' });
      const page = await long.composite(others).toBuffer();
      return sharp(page).extend({ top: 150, bottom: 150, left: 150, right: 150, background: '#fff' }).toBuffer();
    };

    it('from the side, askew by 17 degrees, are recognised, and level on the page of the result', async () => {
      const photo = await photograph(await pageOf(4), VIEWS.side, 17);
      const places = wordsOfPdf(await convertScan(photo, ['jpg', 'pdf'], ENGLISH));
      const read = places.map(({ word }) => word).join(' ');
      expect(likeness([TEXT, TEXT, TEXT, TEXT].join(''), read)).toBeGreaterThanOrEqual(0.97);
      const [first, last] = [...TEXT.matchAll(/The harbour|came/g)].map(([found]) => found.split(' ').at(-1));
      const [start, end] = [first, last].map((word) => places.find((place) => place.word === word));
      expect(Math.abs((start?.top ?? 0) - (end?.top ?? 0))).toBeLessThan(
        0.02 * ((end?.left ?? 0) - (start?.left ?? 0)),
      );
    });

    it('of a page that curves into the fold of a book are recognised', async () => {
      const photo = await photograph(await pageOf(4), VIEWS.fold);
      const text = (await convertScan(photo, ['jpg', 'txt'], ENGLISH)).toString();
      expect(likeness([TEXT, TEXT, TEXT, TEXT].join(''), text)).toBeGreaterThanOrEqual(0.97);
    });
  });

  it.each([0.4, 2])('are recognised whatever resolution they state: %d times as many pixels, at 96', async (times) => {
    const { width = 0 } = await sharp(english).metadata();
    const scan = await sharp(english)
      .resize({ width: Math.round(width * times) })
      .withDensity(96)
      .jpeg()
      .toBuffer();
    const words = wordsOfPdf(await convertScan(scan, ['jpg', 'pdf'], ENGLISH));
    expect(likeness(TEXT, words.map((place) => place.word).join(' '))).toBeGreaterThanOrEqual(0.98);
    const [word] = words;
    const [original] = wordsOfPdf(await printed('eng'));
    const enlarged = (times * 300) / 96;
    expect(Math.abs((word?.left ?? 0) / enlarged - (original?.left ?? 0))).toBeLessThan(2);
    expect(Math.abs((word?.top ?? 0) / enlarged - (original?.top ?? 0))).toBeLessThan(4);
  });

  it('with hundreds of thousands of dots are recognised', async () => {
    const dots = Buffer.from(
      Array.from({ length: 2400 * 2000 }, (_, at) => (at % 5 < 2 && (at / 2400) % 5 < 2 ? 0 : 255)),
    );
    const input = await sharp(dots, { raw: { width: 2400, height: 2000, channels: 1 } })
      .png()
      .toBuffer();
    const scan = await sharp(english)
      .composite([{ input, left: 40, top: 1400 }])
      .jpeg()
      .toBuffer();
    expect((await convertScan(scan, ['jpg', 'txt'], ENGLISH)).toString()).toContain('Behind the market hall');
  });

  it('are those too whose fonts do not say which letters they draw', async () => {
    const lines = ['The harbour was quiet when', 'the first boats came back'];
    for (const target of ['txt', 'html'] as const)
      await expect(convertPdf(withoutLetters(lines), target)).rejects.toMatchObject({ code: 'UNSUPPORTED_CONVERSION' });
    const typed = { width: 612, height: 792, content: words('Typed beforehand', 50, 700) };
    const places = wordsOfPdf(await convertScan(withoutLetters(lines, typed), ['pdf', 'pdf'], ENGLISH));
    expect(likeness(lines.join(' '), wordsOfPage(places, 1))).toBeGreaterThan(0.9);
    expect(wordsOfPage(places, 2)).toBe('Typed beforehand');
  });

  it('among pages with text are recognised, and those are left alone', async () => {
    const pdf = await pagesOf('Typed beforehand', english, 'And afterwards');
    const read = (await convertScan(pdf, ['pdf', 'txt'])).toString();
    expect(read.replace(/\s+/g, ' ').trim()).toBe(`Typed beforehand ${TEXT} And afterwards`);
    const words = wordsOfPdf(await convertScan(pdf, ['pdf', 'pdf'], { options: { ocr: 'auto', language: 'eng' } }));
    expect([1, 2, 3].map((page) => wordsOfPage(words, page))).toEqual(['Typed beforehand', TEXT, 'And afterwards']);
    const chosen = await convertScan(pdf, ['pdf', 'txt'], { options: { pages: '3,1' } });
    expect(chosen.toString()).toBe('And afterwards\n\nTyped beforehand\n');
  });

  it('are handed over where they become web pages, unless a page has text, or there is no successor', async () => {
    const convert = async (pdf: Buffer, handsOver: boolean) => {
      const sourcePath = join(folder, 'handed.pdf');
      writeFileSync(sourcePath, pdf);
      const job = { sourcePath, sourceFormat: 'pdf', targetFormat: 'html', quality: 'medium', folder } as const;
      return readFileSync((await convertWith(poppler, { ...job, handsOver })).path);
    };
    const scan = await pagesOf(english);
    expect(await codeOf(convert(scan, true))).toBe('UNSUPPORTED_CONVERSION');
    expect((await convert(scan, false)).includes('<img')).toBe(true);
    expect((await convert(await pagesOf(english, 'Typed'), true)).includes('Typed')).toBe(true);
  });
});

it('a picture without words becomes no text, but a PDF file with that picture', async () => {
  const picture = await sharp(await plain('#7a3', 900, 600))
    .jpeg()
    .toBuffer();
  expect(await codeOf(convertScan(picture, ['jpg', 'txt']))).toBe('UNSUPPORTED_CONVERSION');
  const pdf = await convertScan(picture, ['jpg', 'pdf'], { options: { ocr: 'auto' } });
  expect([pdf.includes(picture), wordsOfPdf(pdf)]).toEqual([true, []]);
});

const ofPdf = (pdf: Buffer, options = {}) => codeOf(convertScan(pdf, ['pdf', 'txt'], { options }));
it('a scan that is cut off, of random bytes or locked is refused', async () => {
  const pdf = await pagesOf(english);
  expect(await ofPdf(pdf.subarray(0, pdf.length / 2))).toBe('UNREADABLE_FILE');
  expect(await ofPdf(randomBytes(5000))).toBe('UNREADABLE_FILE');
  expect(await codeOf(convertScan(english.subarray(0, english.length / 2), ['jpg', 'txt']))).toBe('UNREADABLE_FILE');
  expect(await ofPdf(fixture('locked.pdf'))).toBe('PASSWORD_PROTECTED');
});

it('a scan beyond the limits is refused before anything is rendered', async () => {
  const blank = { width: 72, height: 72, content: rectangle('1 0 0', 0, 0, 50, 50) };
  const pages = handWritten(Array.from({ length: 201 }, () => blank));
  expect(await ofPdf(pages)).toBe('TOO_COMPLEX');
  expect(await ofPdf(pages, { pages: '1-2' })).toBe('UNSUPPORTED_CONVERSION');
  expect(await codeOf(convertScan(committed('pictures/made/60000-pixels.png'), ['png', 'txt']))).toBe('TOO_COMPLEX');
});

describe('the output of tesseract', () => {
  const blockOf = (block: string, left: number, texts: Record<number, string>): ReadLine[] =>
    Object.entries(texts).map(([row, text]) => {
      const [top, right] = [40 * Number(row), left + 10 * text.length];
      return { text, block, paragraph: `${block}.1`, box: { left, right, top, bottom: top + 30 }, confidence: 90 };
    });
  const textsOf = (...blocks: ReadLine[][]) => joinTables(blocks.flat()).map(({ text }) => text);

  it('has the columns of a table joined to rows, with cells that are blocks by themselves', () => {
    const labels = blockOf('1', 0, { 1: 'Abbvie Inc.', 2: 'Bristol-Myers Squibb Co', 3: 'Eli Lilly & Co.' });
    const [more, prices] = [
      blockOf('2', 0, { 5: 'Pfizer Inc' }),
      blockOf('3', 400, { 1: '56.04', 2: '51.01', 3: '72.49', 5: '30.00' }),
    ];
    const rows = ['Abbvie Inc. 56.04', 'Bristol-Myers Squibb Co 51.01', 'Eli Lilly & Co. 72.49', 'Pfizer Inc 30.00'];
    expect(textsOf(blockOf('0', 0, { 0: 'Prices' }), labels, more, prices)).toEqual(['Prices', ...rows]);
  });

  it('keeps columns of text, and lines that are not level', () => {
    const text = (name: string) => ({
      1: `${name} ${'word '.repeat(10)}`,
      2: `${name} ${'more '.repeat(10)}`,
      3: `${name}.`,
    });
    const [left, right] = [blockOf('1', 0, text('One')), blockOf('2', 900, text('Two'))];
    expect(textsOf(left, right)).toEqual([...left, ...right].map((line) => line.text));
    const [numbers, others] = [
      blockOf('1', 0, { 1: '1', 2: '2', 3: '3' }),
      blockOf('2', 400, { 1.4: '4', 2.4: '5', 3.4: '6' }),
    ];
    expect(textsOf(numbers, others)).toEqual(['1', '2', '3', '4', '5', '6']);
  });

  const element = (kind: string, properties = '', text = '') =>
    `<span class='${kind}' id='a_1' title='bbox 0 0 9 9${properties}'>${text}</span>\n`;
  const megabyte = (token: string) => token.repeat(Math.ceil(1_000_000 / token.length));

  it('is read in the time that its length takes, whatever it is', () => {
    const hocr = element('ocr_line', '; baseline 0 -2; x_size 9') + element('ocrx_word', '; x_wconf 90', 'R&amp;D');
    const lines = (text: string) => paragraphLines(readPicture(text, hocr).lines).map(([line]) => line?.text);
    expect([lines(''), lines('A word')]).toEqual([['R&D'], ['A word']]);
    for (const token of ['<', '\n', "<p class='", hocr, 'bbox 1 1 1 ', `<p class='a' id='b' `])
      expect(Array.isArray(readPicture(megabyte(token), megabyte(token)).lines)).toBe(true);
  });
});
