import { beforeAll, describe, expect, it } from 'vitest';
import { convertWithOffice } from '../documents/convert-with-office.ts';
import { handWritten, rectangle, words } from '../pdfs/hand-written.ts';
import { unzip } from '../support/unzip.ts';

const BULLET = '\\267';
const entry = (text: string, y: number) => words(BULLET, 60, y, 18) + words(text, 82, y, 18);

const LINK =
  '/Annots[<</Type/Annot/Subtype/Link/Rect[60 295 300 320]/Border[0 0 0]/A<</S/URI/URI(https://example.com/plan)>>>>]';

/** A table of two columns with a dark head, with lines around its cells. */
const table = [
  rectangle('0 0.2 0.4', 500, 260, 400, 40),
  rectangle('0.8 0.9 1', 500, 180, 400, 80),
  ...[180, 220, 260, 300].map((y) => `1 G 2 w 500 ${y} m 900 ${y} l S\n`),
  ...[500, 700, 900].map((x) => `1 G 2 w ${x} 180 m ${x} 300 l S\n`),
  ...['Region', 'Sales'].map((head, at) => words(head, 510 + at * 200, 274, 16).replace('0 g', '1 g')),
  ...['North', '1,250'].map((cell, at) => words(cell, 510 + at * 200, 234, 16)),
  words('South', 510, 194, 16),
].join('');

const PAGES = [
  {
    entries: LINK,
    content: [
      words('Results of the year', 60, 470, 36),
      entry('Sales grew in all regions', 400),
      entry('Costs did not', 370),
      words('See the whole plan', 60, 300, 18),
      rectangle('0.8 0.1 0.1', 300, 60, 120, 80),
      '0 g BT /F1 14 Tf 0 1 -1 0 480 60 Tm (Upwards) Tj ET\n',
      table,
    ].join(''),
  },
  { content: rectangle('0 0.2 0.4', 0, 0, 960, 540) + words('On a colour', 60, 470, 36).replace('0 g', '1 g') },
  { content: rectangle('0.2 0.6 0.2', 0, 500, 960, 40) + words('Below a band', 60, 400, 36) },
];

describe('slides made of a PDF file', () => {
  const slides: string[] = [];

  beforeAll(async () => {
    const source = handWritten(PAGES.map((page) => ({ width: 960, height: 540, ...page })));
    const parts = unzip((await convertWithOffice(source, 'pdf', 'pptx')).file);
    slides.push(...[1, 2, 3].map((number) => String(parts.get(`ppt/slides/slide${number}.xml`))));
  });

  const shapes = () => (slides[0] ?? '').split('<p:sp>').slice(1);
  const shapeOf = (text: string) => shapes().find((shape) => shape.includes(text)) ?? '';

  it('have their titles, and lists with bullets of their own', () => {
    expect(shapeOf('Results of the year')).toContain('<p:ph type="title"/>');
    const list = shapeOf('Sales grew in all regions');
    expect([list.match(/<a:buChar char="•"\/>/g)?.length, /<a:t>[^<]*•/.test(list)]).toEqual([2, false]);
    const [, indent] = /marL="(\d+)" indent="-\d+"/.exec(list) ?? [];
    expect(Math.abs(Number(indent) / 12_700 - 22)).toBeLessThan(1);
  });

  it('keep the texts of links, with their targets', () => {
    expect(shapeOf('See the whole plan')).toContain('<a:hlinkClick');
  });

  it('have lines that do not break, and text that runs upwards', () => {
    expect(shapeOf('See the whole plan')).toContain('wrap="none"');
    expect(shapeOf('Upwards')).toContain('rot="16200000"');
  });

  it('have pictures that can be moved, without a background that has them as well', () => {
    expect(slides[0]?.match(/<p:pic>/g)).toHaveLength(1);
    expect(slides[0]).toMatch(/<p:bg><p:bgPr><a:solidFill><a:srgbClr val="ffffff"\/>/);
  });

  it('have tables, with the colours of their cells and without margins that are not theirs', () => {
    const found = /<a:tbl>.*<\/a:tbl>/s.exec(slides[0] ?? '')?.[0] ?? '';
    const rows = found.split('<a:tr ').slice(1);
    const cells = rows.map((row) => row.split('<a:tc').filter((cell) => cell.includes('<a:txBody>')));
    const textOf = (cell: string) => [...cell.matchAll(/<a:t>([^<]*)/g)].map(([, text]) => text?.trim()).join('');
    expect(cells.map((row) => row.map(textOf))).toEqual([
      ['Region', 'Sales'],
      ['North', '1,250'],
      ['South', ''],
    ]);
    const fills = rows.map((row) => /<\/a:lnB><a:solidFill><a:srgbClr val="(\w+)"/.exec(row)?.[1]);
    expect(fills).toEqual(['003366', 'cce5ff', 'cce5ff']);
    expect(found.match(/<a:tcPr [^>]*marT="\d+" marB="720"/g)).toHaveLength(6);
    for (const row of rows) expect(Math.abs(Number(/^h="(\d+)"/.exec(row)?.[1]) / 12_700 - 40)).toBeLessThan(3);
  });

  it('have backgrounds: a colour, or a picture of all that cannot be moved', () => {
    expect(slides[1]).toMatch(/<p:bg><p:bgPr><a:solidFill><a:srgbClr val="003366"\/>/);
    expect(slides[2]).toMatch(/<p:bg><p:bgPr><a:blipFill/);
  });
});
