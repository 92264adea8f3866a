import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { detectFormat } from '../../functions/detection/detect.ts';
import { poppler } from '../../functions/engines/poppler.ts';
import { sharp as bitmaps } from '../../functions/engines/sharp.ts';
import { LANGUAGES } from '../../functions/engines/tesseract/languages.ts';
import { tesseract } from '../../functions/engines/tesseract.ts';
import { layerFolder } from '../../functions/sandbox/layer.ts';
import { convertWithOffice } from '../documents/convert-with-office.ts';
import { textOf, textOfPdf } from '../documents/read-result.ts';
import { WORD } from '../documents/words.ts';
import { askPoppler } from '../pdfs/ask-poppler.ts';
import { askQpdf } from '../pdfs/ask-qpdf.ts';
import { convertPdf } from '../pdfs/convert-pdf.ts';
import { withoutLetters } from '../pdfs/without-letters.ts';
import { SAMPLES } from '../rehearsal/samples.ts';
import { convertScan } from '../scans/convert-scan.ts';
import { likeness, pagesOf, printed, scanned, TEXTS } from '../scans/pages.ts';
import { coveringPairs } from '../support/covering-pairs.ts';
import { convertWith } from '../support/engine.ts';
import { codeOf } from '../support/failure.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const English = TEXTS.eng.join(' ');
let english: Buffer;
beforeAll(async () => {
  english = await scanned('eng');
});

/** The words of a PDF file with their places in points, from the left and the top, as poppler finds them. */
async function placesOf(pdf: Buffer): Promise<{ page: number; word: string; left: number; top: number }[]> {
  const path = join(folder, 'places.pdf');
  writeFileSync(path, pdf);
  await askPoppler('pdftotext', ['-bbox'], path);
  const pages = readFileSync(join(folder, 'places.html'), 'utf8').split('<page ').slice(1);
  return pages.flatMap((page, index) =>
    [...page.matchAll(/<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="[\d.]+" yMax="[\d.]+">([^<]*)</g)].map(
      ([, left, top, word = '']) => ({ page: index + 1, word, left: Number(left), top: Number(top) }),
    ),
  );
}

/** Sections, paragraphs and pictures of a web page, and what stands in each. */
const elementsOf = (html: string) =>
  [...html.matchAll(/<(section|p|img)\b([^>]*)>([^<]*)/g)].map(([, name, source = '', text = '']) => ({
    name,
    source,
    text: text.trim(),
  }));

/** A word, drawn, in a format. */
async function signAs(format: FormatName): Promise<Buffer> {
  const sign = await SAMPLES['sign.jpg']();
  if (format === 'jpg') return sign;
  if (format === 'pdf') return pagesOf(sign);
  if (format !== 'bmp')
    return sharp(sign)
      .toFormat(format as 'png')
      .toBuffer();
  const sourcePath = join(folder, 'sign.jpg');
  writeFileSync(sourcePath, sign);
  const job = { sourcePath, sourceFormat: 'jpg', targetFormat: 'bmp', quality: 'medium', folder } as const;
  return readFileSync((await convertWith(bitmaps, job)).path);
}

it('has a model for each language that is offered', () => {
  const models = readdirSync(join(layerFolder('tesseract'), 'tessdata'));
  expect(models.sort()).toEqual(
    [...Object.keys(LANGUAGES), 'osd']
      .map((name) => `${name}.traineddata`)
      .concat('pdf.ttf')
      .sort(),
  );
});

describe('a clean page', () => {
  it.each(Object.keys(TEXTS) as (keyof typeof TEXTS)[])(
    'in %s is recognised, and its language detected',
    async (language) => {
      const scan = language === 'eng' ? english : await scanned(language);
      const read = (await convertScan(scan, ['jpg', 'txt'])).toString();
      expect(likeness(TEXTS[language].join(''), read)).toBeGreaterThanOrEqual(0.98);
    },
  );

  it('becomes paragraphs of Markdown', async () => {
    const text = (await convertScan(english, ['jpg', 'md'])).toString();
    expect(text).toBe(`${TEXTS.eng.join('\n\n')}\n`);
  });

  it('becomes a web page of its paragraphs, with a section for each page', async () => {
    const blank = await sharp({ create: { width: 1200, height: 1600, channels: 3, background: '#36c' } })
      .jpeg()
      .toBuffer();
    const html = await convertScan(await pagesOf(english, 'Typed <b>&amp; more', blank), ['pdf', 'html']);
    const elements = elementsOf(String(html));
    expect(elements.map(({ name }) => name)).toEqual([
      'section',
      ...TEXTS.eng.map(() => 'p'),
      'section',
      'p',
      'section',
      'img',
    ]);
    const words = elements.filter(({ name }) => name === 'p').map(({ text }) => text);
    expect(words).toEqual([...TEXTS.eng, 'Typed &lt;b&gt;&amp;amp; more']);
    const [, picture = ''] = /data:image\/jpeg;base64,([^"]*)/.exec(elements.at(-1)?.source ?? '') ?? [];
    const { data } = await sharp(Buffer.from(picture, 'base64'))
      .resize(1, 1)
      .raw()
      .toBuffer({ resolveWithObject: true });
    for (const [channel, wanted] of [0x33, 0x66, 0xcc].entries())
      expect(Math.abs((data[channel] ?? 0) - wanted)).toBeLessThan(8);
  });

  it('becomes a document of its paragraphs', async () => {
    const docx = await convertScan(english, ['jpg', 'docx']);
    const pdf = (await convertWithOffice(docx, 'docx', 'pdf')).file;
    expect(textOfPdf(pdf).replace(/\s+/g, ' ').trim()).toBe(English);
    const text = (await convertWithOffice(docx, 'docx', 'txt')).file.toString();
    expect(
      text
        .replace(/^\uFEFF/, '')
        .trim()
        .split(/\r?\n/),
    ).toEqual(TEXTS.eng);
  });
});

describe('scanned pages', () => {
  const pairs = Object.entries(coveringPairs(tesseract.conversions)).flatMap(([source, targets]) =>
    targets.map((target) => [source as keyof typeof tesseract.conversions, target] as const),
  );

  it.each(pairs.filter(([source]) => source !== 'heic'))('of %s become %s', async (...pair) => {
    const made = await convertScan(await signAs(pair[0]), pair, { options: { language: 'eng' } });
    expect(await detectFormat(made, `result.${pair[1]}`)).toBe(pair[1]);
    expect(pair[1] === 'pdf' ? (await placesOf(made)).map(({ word }) => word).join() : textOf(made, pair[1])).toContain(
      WORD,
    );
  });

  it('on their side or upside down are recognised, and shown upright', async () => {
    const turned = await Promise.all([90, 180, 270].map((turn) => sharp(english).rotate(turn).jpeg().toBuffer()));
    const pdf = await pagesOf(english, ...turned);
    const seen: number[] = [];
    const result = await convertScan(pdf, ['pdf', 'pdf'], { onProgress: (percent) => void seen.push(percent) });
    const places = await placesOf(result);
    const original = (await placesOf(await printed('eng'))).filter(({ word }) => /^\w+$/.test(word));
    for (const page of [1, 2, 3, 4]) {
      const words = places.filter((place) => place.page === page);
      expect(words.map(({ word }) => word).join(' ')).toBe(English);
      for (const [index, { left, top, word }] of words.entries()) {
        const wanted = original.find((place) => place.word === word);
        if (!wanted || words.findIndex((other) => other.word === word) !== index) continue;
        expect([Math.abs(left - wanted.left) < 4, Math.abs(top - wanted.top) < 6], word).toEqual([true, true]);
      }
    }
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(new Set(seen).size).toBe(4);
    // What is in the file as a picture stays as it was, byte for byte.
    for (const scan of [english, ...turned]) expect(result.includes(scan)).toBe(true);
    expect((await askQpdf(['--check'], result)).exitCode).toBe(0);
  });

  it.each([4, 83])('with lines that are not level are recognised where they stand: %d degrees', async (turn) => {
    const skewed = await sharp(english).rotate(turn, { background: '#fff' }).withDensity(300).jpeg().toBuffer();
    const text = (await convertScan(skewed, ['jpg', 'txt'])).toString();
    expect(likeness(English, text)).toBeGreaterThanOrEqual(0.98);
    // Poppler takes words apart whose letters do not stand on a level line, the more the steeper it is.
    if (turn !== 4) return;
    const places = await placesOf(await convertScan(skewed, ['jpg', 'pdf']));
    const sizes = await Promise.all([english, skewed].map((scan) => sharp(scan).metadata()));
    const [[x = 0, y = 0] = [], [middle = 0, center = 0] = []] = sizes.map(({ width, height }) =>
      [width, height].map((side) => (side * 72) / 300 / 2),
    );
    const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
    const printedWords = await placesOf(await printed('eng'));
    const found = printedWords.filter(({ word, left, top }) => {
      const [across, down] = [(left - x) * cos - (top - y) * sin + middle, (left - x) * sin + (top - y) * cos + center];
      return places.some((place) => place.word === word && Math.hypot(place.left - across, place.top - down) < 8);
    });
    expect(found.length).toBeGreaterThan(printedWords.length * 0.6);
  });

  it('are those too whose fonts do not say which letters they draw', async () => {
    const lines = ['The harbour was quiet when', 'the first boats came back'];
    const pdf = withoutLetters(lines);
    for (const target of ['txt', 'html'] as const)
      await expect(convertPdf(pdf, target)).rejects.toMatchObject({ code: 'UNSUPPORTED_CONVERSION' });
    expect(likeness(lines.join(' '), (await convertScan(pdf, ['pdf', 'txt'])).toString())).toBeGreaterThan(0.9);
  });

  it('among pages with text are recognised, and those are left alone', async () => {
    const pdf = await pagesOf('Typed beforehand', english, 'And afterwards');
    const read = (await convertScan(pdf, ['pdf', 'txt'])).toString();
    expect(read.replace(/\s+/g, ' ').trim()).toBe(`Typed beforehand ${English} And afterwards`);
    const searchable = await convertScan(pdf, ['pdf', 'pdf'], { options: { ocr: 'auto' } });
    const words = await placesOf(searchable);
    for (const [page, text] of [
      [1, 'Typed beforehand'],
      [2, English],
      [3, 'And afterwards'],
    ])
      expect(
        words
          .filter((place) => place.page === page)
          .map(({ word }) => word)
          .join(' '),
      ).toBe(text);
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

describe('a picture without words', () => {
  const empty = () =>
    sharp({ create: { width: 900, height: 600, channels: 3, background: '#7a3' } })
      .jpeg()
      .toBuffer();

  it.each(['txt', 'md'] as const)('does not become %s', async (target) => {
    expect(await codeOf(convertScan(await empty(), ['jpg', target]))).toBe('UNREADABLE_FILE');
  });

  it('becomes a PDF file with that picture', async () => {
    const picture = await empty();
    const pdf = await convertScan(picture, ['jpg', 'pdf'], { options: { ocr: 'auto' } });
    expect(pdf.includes(picture)).toBe(true);
    expect(await placesOf(pdf)).toEqual([]);
  });
});
