import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { reflow } from '../../functions/engines/reflow.ts';
import { tesseract } from '../../functions/engines/tesseract.ts';
import { convertWithOffice } from '../documents/convert-with-office.ts';
import { likeness, scanned, TEXTS } from '../scans/pages.ts';
import { committed } from '../support/committed.ts';
import { convertBytes } from '../support/engine.ts';
import { unzip } from '../support/unzip.ts';

vi.setConfig({ testTimeout: 120_000 });

/** A page that was laid 0.7 degrees askew on a scanner, with its text hidden behind its picture by text recognition. */
const SEARCHABLE = committed('scans/searchable.pdf');

describe('a scanned page whose text was recognised', () => {
  it('becomes Markdown with its headings, paragraphs and table', async () => {
    const { file } = await convertBytes(reflow, SEARCHABLE, ['pdf', 'md']);
    const [title, first, heading, second, table, last] = file.toString().trim().split('\n\n');
    expect(title).toBe('# Harvest of the orchard');
    expect(first).toMatch(/^The trees behind the mill .* the storm in March\.$/);
    expect(heading).toBe('## What was sold');
    expect(second).toMatch(/^All figures .* before noon\.$/);
    expect(table?.split('\n')).toHaveLength(5);
    expect(last).toMatch(/^The market .* time of the year\.$/);
  });

  it('becomes data by the lines of its table', async () => {
    const { file } = await convertWithOffice(SEARCHABLE, 'pdf', 'json');
    const rows = [
      ['Fruit', 'Spring', 'Autumn'],
      ['Apples', 120, 845],
      ['Pears', 35, 412],
      ['Plums', 18, 97],
    ];
    expect(JSON.parse(file.toString())).toEqual([{ page: 1, rows }]);
  });

  it('becomes a document without the picture of its words', async () => {
    const { file } = await convertWithOffice(SEARCHABLE, 'pdf', 'docx');
    const names = [...unzip(file).keys()];
    expect(names.filter((name) => name.startsWith('word/media/'))).toEqual([]);
  });
});

it('a barcode beside the words of a scan stays a picture', async () => {
  const bars = Buffer.from(Array.from({ length: 600 * 200 }, (_, at) => (((at % 600) * 7) % 45 < 18 ? 0 : 255)));
  const input = await sharp(bars, { raw: { width: 600, height: 200, channels: 1 } })
    .png()
    .toBuffer();
  const page = sharp(await scanned('eng')).composite([{ input, left: 1500, top: 2400 }]);
  const picture = await page.withDensity(300).png().toBuffer();
  const { file } = await convertBytes(tesseract, picture, ['png', 'pdf']);
  const files = unzip((await convertWithOffice(file, 'pdf', 'docx')).file);
  expect([...files.keys()].filter((name) => name.startsWith('word/media/'))).toHaveLength(1);
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
  const { file: searchable } = await convertBytes(tesseract, picture, ['png', 'pdf']);
  const { file, format } = await convertBytes(reflow, searchable, ['pdf', 'md']);
  expect(format).toBe('md');
  expect(likeness(TEXTS.eng.join(' '), file.toString())).toBeGreaterThan(0.97);
  const files = unzip((await convertWithOffice(searchable, 'pdf', 'docx')).file);
  expect([...files.keys()].filter((name) => name.startsWith('word/media/'))).toEqual([]);
  const document = files.get('word/document.xml')?.toString() ?? '';
  const [, height] = /<w:pgSz [^>]*w:h="(\d+)"/.exec(document) ?? [];
  const sizes = [...document.matchAll(/<w:sz w:val="(\d+)"/g)].map(([, size]) => Number(size));
  // In twentieths, and in halves of a point: A4, and letters of 14 points.
  expect(Math.abs(Number(height) - 16_838)).toBeLessThan(40);
  expect(Math.abs(Math.max(...sizes) - 28)).toBeLessThan(4);
});
