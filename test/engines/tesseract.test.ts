import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { detectFormat } from '../../functions/detection/detect.ts';
import { poppler } from '../../functions/engines/poppler.ts';
import { sharp as bitmaps } from '../../functions/engines/sharp.ts';
import { LANGUAGES } from '../../functions/engines/tesseract/languages.ts';
import { tesseract } from '../../functions/engines/tesseract.ts';
import { layerFolder } from '../../functions/sandbox/layer.ts';
import { convertWithOffice } from '../documents/convert-with-office.ts';
import { pagesOfPdf, picturesOfPdf, textOf, textOfPdf } from '../documents/read-result.ts';
import { WORD } from '../documents/words.ts';
import { askPoppler } from '../pdfs/ask-poppler.ts';
import { askQpdf } from '../pdfs/ask-qpdf.ts';
import { codeOf } from '../pdfs/convert-pdf.ts';
import { SAMPLES } from '../rehearsal/samples.ts';
import { convertScan } from '../scans/convert-scan.ts';
import { likeness, pagesOf, printed, scanned, TEXTS } from '../scans/pages.ts';
import { coveringPairs } from '../support/covering-pairs.ts';
import { convertWith, stopEnginesAfterwards } from '../support/engine.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();
stopEnginesAfterwards();
const TIME = 240_000;

const English = TEXTS.eng.join(' ');
let english: Buffer;
beforeAll(async () => {
  english = await scanned(folder, 'eng');
}, TIME);

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

interface Element {
  readonly name: string;
  readonly text: string;
  readonly source: string | null;
}

/** Sections, paragraphs and pictures of a web page, as Python reads it. */
function elementsOf(html: Buffer): Element[] {
  return JSON.parse(execFileSync('python3', ['-c', ELEMENTS], { input: html, encoding: 'utf8' }));
}

const ELEMENTS = `
import html.parser, json, sys
found = []
class Reader(html.parser.HTMLParser):
    def handle_starttag(self, tag, attributes):
        if tag in ("section", "p", "img"):
            found.append({"name": tag, "text": "", "source": dict(attributes).get("src")})
        elif tag not in ("html", "head", "meta", "title", "style", "body"):
            found.append({"name": "unexpected " + tag, "text": "", "source": None})
    def handle_data(self, data):
        if found:
            found[-1]["text"] += data.strip("\\n")
Reader().feed(sys.stdin.buffer.read().decode())
print(json.dumps(found))
`;

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
    'in %s is read, its language found out',
    { timeout: TIME },
    async (language) => {
      const scan = language === 'eng' ? english : await scanned(folder, language);
      const read = (await convertScan(folder, scan, ['jpg', 'txt'])).toString();
      expect(likeness(TEXTS[language].join(''), read)).toBeGreaterThanOrEqual(0.98);
    },
  );

  it('is read in the language that is asked for', { timeout: TIME }, async () => {
    const scan = await scanned(folder, 'deu');
    const read = async (language: string) =>
      (await convertScan(folder, scan, ['jpg', 'txt'], { options: { language } })).toString();
    expect(likeness(TEXTS.deu.join(''), await read('deu'))).toBeGreaterThanOrEqual(0.98);
    expect(await read('eng')).not.toContain('Bürgermeister eröffnete');
  });

  it('becomes paragraphs of Markdown', { timeout: TIME }, async () => {
    const text = (await convertScan(folder, english, ['jpg', 'md'])).toString();
    expect(text).toBe(`${TEXTS.eng.join('\n\n')}\n`);
  });

  it('becomes a web page of its paragraphs, with a section for each page', { timeout: TIME }, async () => {
    const blank = await sharp({ create: { width: 1200, height: 1600, channels: 3, background: '#36c' } })
      .jpeg()
      .toBuffer();
    const html = await convertScan(folder, await pagesOf(english, 'Typed <b>&amp; more', blank), ['pdf', 'html']);
    const elements = elementsOf(html);
    expect(elements.map(({ name }) => name)).toEqual([
      'section',
      ...TEXTS.eng.map(() => 'p'),
      'section',
      'p',
      'section',
      'img',
    ]);
    const words = elements.filter(({ name }) => name === 'p').map(({ text }) => text);
    expect(words).toEqual([...TEXTS.eng, 'Typed <b>&amp; more']);
    const [, picture = ''] = /^data:image\/jpeg;base64,(.*)$/.exec(elements.at(-1)?.source ?? '') ?? [];
    const { data } = await sharp(Buffer.from(picture, 'base64'))
      .resize(1, 1)
      .raw()
      .toBuffer({ resolveWithObject: true });
    for (const [channel, wanted] of [0x33, 0x66, 0xcc].entries())
      expect(Math.abs((data[channel] ?? 0) - wanted)).toBeLessThan(8);
  });

  it('in a script that runs to the left is a web page that does', { timeout: TIME }, async () => {
    const html = (await convertScan(folder, await scanned(folder, 'ara'), ['jpg', 'html'])).toString();
    expect(html.match(/<p\b[^>]*>/g)).toEqual(TEXTS.ara.map(() => '<p dir="rtl">'));
  });

  it('becomes a document of its paragraphs', { timeout: TIME }, async () => {
    const docx = await convertScan(folder, english, ['jpg', 'docx']);
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

  it.each(pairs.filter(([source]) => source !== 'heic'))('of %s become %s', { timeout: TIME }, async (...pair) => {
    const made = await convertScan(folder, await signAs(pair[0]), pair, { options: { language: 'eng' } });
    expect(await detectFormat(made, `result.${pair[1]}`)).toBe(pair[1]);
    expect(pair[1] === 'pdf' ? (await placesOf(made)).map(({ word }) => word).join() : textOf(made, pair[1])).toContain(
      WORD,
    );
  });

  it.each(['pdf', 'docx'] as const)('of heic become %s', async (target) => {
    const picture = readFileSync(join(import.meta.dirname, '../pictures/quarters.heic'));
    const made = await convertScan(folder, picture, ['heic', target]);
    expect(await detectFormat(made, `result.${target}`)).toBe(target);
  });

  it('that lie on their side, or head down, are read, and shown upright', { timeout: TIME }, async () => {
    const turned = await Promise.all([90, 180, 270].map((turn) => sharp(english).rotate(turn).jpeg().toBuffer()));
    const pdf = await pagesOf(english, ...turned);
    const seen: number[] = [];
    const result = await convertScan(folder, pdf, ['pdf', 'pdf'], { onProgress: (percent) => void seen.push(percent) });
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

  it('among pages with text are read, and those are left alone', { timeout: TIME }, async () => {
    const pdf = await pagesOf('Typed beforehand', english, 'And afterwards');
    const read = (await convertScan(folder, pdf, ['pdf', 'txt'])).toString();
    expect(read.replace(/\s+/g, ' ').trim()).toBe(`Typed beforehand ${English} And afterwards`);
    const searchable = await convertScan(folder, pdf, ['pdf', 'pdf'], { options: { ocr: 'auto' } });
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
    const chosen = await convertScan(folder, pdf, ['pdf', 'txt'], { options: { pages: '3,1' } });
    expect(chosen.toString()).toBe('And afterwards\n\nTyped beforehand\n');
  });

  it('are handed over where they are to be web pages, unless a page has text, or nobody takes them', async () => {
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

  it('of a document without words on some are there as pictures', { timeout: TIME }, async () => {
    const blank = await sharp({ create: { width: 1200, height: 1600, channels: 3, background: '#36c' } })
      .jpeg()
      .toBuffer();
    const docx = await convertScan(folder, await pagesOf(english, blank), ['pdf', 'docx']);
    const pdf = (await convertWithOffice(docx, 'docx', 'pdf')).file;
    expect([pagesOfPdf(pdf), picturesOfPdf(pdf).length]).toEqual([2, 1]);
  });
});

describe('a picture without words', () => {
  const empty = () =>
    sharp({ create: { width: 900, height: 600, channels: 3, background: '#7a3' } })
      .jpeg()
      .toBuffer();

  it.each(['txt', 'md'] as const)('is no %s', async (target) => {
    expect(await codeOf(convertScan(folder, await empty(), ['jpg', target]))).toBe('UNREADABLE_FILE');
  });

  it('is a PDF file of that picture', async () => {
    const picture = await empty();
    const pdf = await convertScan(folder, picture, ['jpg', 'pdf'], { options: { ocr: 'auto' } });
    expect(pdf.includes(picture)).toBe(true);
    expect(await placesOf(pdf)).toEqual([]);
  });
});

it('reads all pages of a TIFF file', { timeout: TIME }, async () => {
  const page = await sharp(english).extract({ left: 150, top: 80, width: 2200, height: 300 }).toBuffer();
  const two = await sharp([page, page], { join: { animated: true } })
    .tiff()
    .toBuffer();
  const read = (await convertScan(folder, two, ['tiff', 'txt'], { options: { language: 'eng' } })).toString();
  expect(read.match(/The harbour was quiet/g)).toHaveLength(2);
});
