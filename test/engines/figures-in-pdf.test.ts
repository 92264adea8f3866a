import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { reflow } from '../../functions/engines/reflow.ts';
import { convertWithOffice } from '../documents/convert-with-office.ts';
import { fixture } from '../pdfs/convert-pdf.ts';
import { convertBytes } from '../support/engine.ts';
import { unzip } from '../support/unzip.ts';

/** A page with a chart of bars, a table whose rows begin with falling years, and letters with a raised and a lowered word. */
const PAGE = fixture('layouts/chart.pdf');
const WORDS = ['100 75 50 25 0', 'Arrivals', 'North', 'East', 'South', 'West', 'Boats', '90'];

let text = '';
let picture: Buffer | undefined;

beforeAll(async () => {
  const files = unzip((await convertBytes(reflow, PAGE, ['pdf', 'md'])).file);
  text = String(files.get('document.md'));
  picture = files.get('media/picture-001.png');
  expect(files.size).toBe(2);
});

it('a chart is one picture with its words, which describe it', async () => {
  const description = /!\[([^\]]*)\]\(media\/picture-001\.png\)\n\nFigure 1: Boats/.exec(text)?.[1];
  for (const words of WORDS) expect(description).toContain(words);
  expect(text.replace(/!\[.*\)/, '')).not.toMatch(/North|Boats \d|100/);
  const { width, height, channels } = await sharp(picture).metadata();
  expect(width / height).toBeCloseTo(2.1, 0);
  // The words at the axis are drawn: without them the left of the picture is white.
  const left = await sharp(picture)
    .extract({ left: 0, top: 0, width: Math.round(width / 16), height })
    .toBuffer();
  const { channels: shown } = await sharp(left).stats();
  expect(Math.min(...shown.slice(0, channels).map(({ min }) => min))).toBeLessThan(80);
});

it('a document describes the picture of a chart, and has its words nowhere else', async () => {
  const { file } = await convertWithOffice(PAGE, 'pdf', 'docx');
  const document = String(unzip(file).get('word/document.xml'));
  for (const words of WORDS) expect(/descr="([^"]*)"/.exec(document)?.[1]).toContain(words);
  expect(document).not.toMatch(/<w:t[^>]*>[^<]*(North|Boats \d)/);
});

it('rows that begin with falling years are a table, not a chart', () => {
  expect(text).toMatch(/\| 2024 \| 12 +\| 3\.5 \|[\s\S]*\| 2020 \| 40 +\| 7\.5 \|/);
});

it('a word lowered below a raised one stays in its line', () => {
  expect(text).toContain('We used the set D<sup>val</sup><sub>test</sub> for the evaluation.');
});

it('a diagram with a caption is one picture with its words, a program with one stays text', async () => {
  const files = unzip((await convertBytes(reflow, fixture('layouts/diagram.pdf'), ['pdf', 'md'])).file);
  const document = String(files.get('document.md'));
  const description = /!\[([^\]]+)\]\(media\/picture-001\.png\)\n\nFigure 2: How/.exec(document)?.[1];
  expect(description?.split(' ').sort()).toEqual(['Arrival', 'Mooring', 'Pilotage', 'rope', 'signal']);
  expect(document.match(/!\[[^\]]+\]/g)).toHaveLength(1);
  expect(document).toMatch(/for boat in boats:\s+if boat\.waits:\s+call\(pilot\)\s+moor\(boat\)\s+Figure 3: The same/);
});
