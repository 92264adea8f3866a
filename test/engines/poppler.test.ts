import sharp from 'sharp';
import { expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import type { Quality } from '../../functions/conversion/quality.ts';
import { chromium } from '../../functions/engines/chromium.ts';
import { poppler } from '../../functions/engines/poppler.ts';
import { convertWithOffice } from '../documents/convert-with-office.ts';
import { convertPdf, fixture, look } from '../pdfs/convert-pdf.ts';
import { handWritten, rectangle, words } from '../pdfs/hand-written.ts';
import { convertBytes } from '../support/engine.ts';
import { expectRefused } from '../support/failure.ts';
import { unzip } from '../support/unzip.ts';

const PICTURES = (poppler.conversions.pdf ?? []).filter(
  (target) => !['svg', 'txt', 'html', 'bmp', 'cbz'].includes(target),
);

const page = { width: 300, height: 200, content: rectangle('1 0 0', 0, 100, 150, 100) + words('Hand written', 20, 20) };
const single = handWritten([page]);

it.each(PICTURES)('one page is drawn as %s', async (target) => {
  const { bytes } = await convertPdf(single, target);
  const { width, height, at } = await look(bytes);
  expect([width, height, at(0.25, 0.25), at(0.75, 0.25), at(0.75, 0.6)]).toEqual([625, 417, 'red', 'white', 'white']);
});

it('one page becomes a self-contained SVG', async () => {
  const drawing = (await convertPdf(single, 'svg')).bytes;
  const { width, height, at } = await look(drawing);
  expect([width, height, at(0.25, 0.25), at(0.75, 0.25)]).toEqual([300, 200, 'red', 'white']);
  expect(drawing.toString()).not.toMatch(/href="(?!#|data:)/);
});

it('one page has more pixels at higher quality', async () => {
  const widthAt = async (quality: Quality) => (await look((await convertPdf(single, 'jpg', { quality })).bytes)).width;
  expect([await widthAt('low'), await widthAt('high')]).toEqual([400, 1250]);
});

const tall = { width: 100, height: 250, content: rectangle('0 0 1', 0, 0, 100, 125) };
const turned = { ...page, entries: '/Rotate 90' };
const cropped = { ...page, entries: '/CropBox[0 100 150 200]' };
// Rotations are multiples of 90 degrees; others count for nothing.
const askew = { ...page, entries: '/Rotate 91' };
const mixed = handWritten([page, tall, turned, cropped, askew]);
const SIZES = [
  [625, 417, 'red'],
  [209, 521, 'white'],
  [417, 625, 'white'],
  [313, 209, 'red'],
  [625, 417, 'red'],
];

it('many pages keep their sizes, rotation and crop', async () => {
  const { pages } = await convertPdf(mixed, 'png');
  const seen = await Promise.all(pages.map((picture) => look(picture)));
  expect(seen.map(({ width, height, at }) => [width, height, at(0.25, 0.25)])).toEqual(SIZES);
  expect([seen[1]?.at(0.5, 0.75), seen[2]?.at(0.75, 0.25)]).toEqual(['blue', 'red']);
});

it('many pages become one TIFF file', async () => {
  const { format, bytes } = await convertPdf(mixed, 'tiff');
  expect([format, (await sharp(bytes).metadata()).pages]).toEqual(['tiff', 5]);
  for (const [number, size] of SIZES.entries()) {
    const { width, height, at } = await look(bytes, number);
    expect([width, height, at(0.25, 0.25)]).toEqual(size);
  }
});

const textOf = async (name: string, target: FormatName) => (await convertPdf(fixture(name), target)).bytes.toString();

it('text of a document is kept, in every script', async () => {
  const text = await textOf('office.pdf', 'txt');
  for (const words of ['Quarterly figures', 'The quick brown fox', '你好世界', 'مرحبا بالعالم', 'über Größe'])
    expect(text).toContain(words);
  expect(text).not.toContain('\f');
  expect(text).toMatch(/North +1234 +567\nSouth +89 +10\n/);
});

it('text is in a self-contained web page with its title', async () => {
  const html = (await textOf('office.pdf', 'html')).replaceAll('&#160;', ' ');
  for (const words of ['<title>Quarterly figures</title>', '你好世界', 'dir="rtl">مرحبا بالعالم<'])
    expect(html).toContain(words);
  expect(html).not.toMatch(/(src|href)="(?!#|data:image)/);
});

it('text has letters in the place of ligatures', async () => {
  const pdf = fixture('made/ligatures.pdf');
  for (const target of ['txt', 'html'] as const)
    expect((await convertPdf(pdf, target)).bytes.toString().replaceAll('&#160;', ' ')).toContain('define a flow');
});

it('text is that of the crop box, as viewers show it', async () => {
  const pdf = fixture('made/cropped-text.pdf');
  for (const target of ['txt', 'html'] as const) {
    const text = (await convertPdf(pdf, target)).bytes.toString();
    expect([text.match(/Whole|Within|Beyond/g), target]).toEqual([['Whole', 'Within', 'Within'], target]);
  }
});

it('text that does not exist is an error', async () => {
  const drawing = handWritten([{ width: 100, height: 100, content: rectangle('1 0 0', 0, 0, 50, 50) }]);
  await expectRefused(convertPdf(drawing, 'txt'), 'UNSUPPORTED_CONVERSION', 'holds no text');
});

it('fonts that are not embedded are replaced by our own', async () => {
  const content = words('Sans', 10, 60) + words('Serif', 10, 35, 20, 'F2') + words('<4F60597D>', 10, 10, 20, 'F3');
  const pdf = handWritten([{ width: 100, height: 90, content }]);
  const { bytes } = await convertPdf(pdf, 'png', { quality: 'high' });
  const ink = async (left: number, top: number, width: number, height: number) => {
    const part = await sharp(bytes).extract({ left, top, width, height }).greyscale().raw().toBuffer();
    return part.filter((level) => level < 128).length;
  };
  const [first, second] = [await ink(42, 250, 83, 100), await ink(125, 250, 83, 100)];
  // Two different characters, each with more strokes than the box that stands for a missing one.
  expect(Math.min(first, second)).toBeGreaterThan(900);
  expect(first).not.toBe(second);
  expect(await ink(42, 30, 250, 110)).toBeGreaterThan(1500);
  expect((await convertPdf(pdf, 'txt')).bytes.toString()).toContain('你好');
});

it('an unknown font that is not embedded is drawn without serifs, with them or as a typewriter, as its name or its flags say', async () => {
  const letters = async (name: string, flags = 32) => {
    const descriptor = `/FontDescriptor<</Type/FontDescriptor/FontName/${name}/Flags ${flags}>>`;
    const entries = `/Resources<</Font<</F1<</Type/Font/Subtype/TrueType/BaseFont/${name}${descriptor}>>>>>>`;
    const content = words('R', 10, 10) + words('m', 40, 10) + words('i', 70, 10);
    return (await convertPdf(handWritten([{ width: 100, height: 40, content, entries }]), 'png')).bytes;
  };
  const [sans, serif, typewriter] = [
    await letters('Arial'),
    await letters('TimesNewRoman'),
    await letters('CourierNew'),
  ];
  for (const name of ['Verdana', 'Tahoma', 'NoSuchFont']) expect([name, await letters(name)]).toEqual([name, sans]);
  for (const name of ['Garamond', 'BookAntiqua']) expect([name, await letters(name)]).toEqual([name, serif]);
  expect(await letters('Consolas', 33)).toEqual(typewriter);
});

const textOfDocx = (docx: Buffer) =>
  [...String(unzip(docx).get('word/document.xml')).matchAll(/<w:t[^>]*>([^<]*)/g)].map(([, part]) => part).join('');

it('text of Pages, whose ligatures have their text around them, is whole in txt and docx', async () => {
  const pdf = fixture('made/ligature-of-pages.pdf');
  expect((await convertPdf(pdf, 'txt')).bytes.toString().trim()).toBe('Confidential');
  expect(textOfDocx((await convertWithOffice(pdf, 'pdf', 'docx')).file).trim()).toBe('Confidential');
});

/** Lam-alef with all four alefs, the article before other letters, and words that begin with alef and lam. */
const TEXT = 'السلام عليكم الأدوات والإنتاجية كالا القرآن لآل ولا حول';
const PAGE = `<!doctype html><meta charset="utf-8"><p dir="rtl" style="font-family: DejaVu Sans">${TEXT}</p>`;

/** The words of a text, without the characters that say in which direction it runs. */
const wordsOf = (text: string) =>
  text
    .replace(/[^\p{L}\s]/gu, '')
    .trim()
    .split(/\s+/);

it.each([
  ['its direction forced', 'forced-direction'],
  ['joiners as its spaces', 'joiners'],
])('text of Google Docs printed by Chrome, with %s, has its spaces in txt and docx', async (_, name) => {
  const pdf = fixture(`made/spaces-by-${name}.pdf`);
  expect((await convertPdf(pdf, 'txt')).bytes.toString().trim()).toBe('infrastructure repository.');
  expect(textOfDocx((await convertWithOffice(pdf, 'pdf', 'docx')).file).trim()).toBe('infrastructure repository.');
});

it.each([
  ['a browser', async () => (await convertBytes(chromium, Buffer.from(PAGE), ['html', 'pdf'])).file],
  ['LibreOffice', async () => (await convertWithOffice(Buffer.from(TEXT), 'txt', 'pdf')).file],
])('Arabic ligatures in a PDF file of %s are in logical order in txt, html and docx', async (_, print) => {
  const pdf = await print();
  expect(wordsOf((await convertPdf(pdf, 'txt')).bytes.toString())).toEqual(wordsOf(TEXT));
  const [, line = ''] = /dir="rtl">([^<]+)</.exec((await convertPdf(pdf, 'html')).bytes.toString()) ?? [];
  expect(wordsOf(line.replaceAll('&#160;', ' '))).toEqual(wordsOf(TEXT));
  expect(wordsOf(textOfDocx((await convertWithOffice(pdf, 'pdf', 'docx')).file))).toEqual(wordsOf(TEXT));
});
