import { beforeAll, describe, expect, it } from 'vitest';
import { convertWithOffice } from '../documents/convert-with-office.ts';
import { pagesOfPdf, textOfPdf } from '../documents/read-result.ts';
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

const bare = (xml: string) => xml.replace(/<[^>]*>|\s/g, '');
const TEXT = 'A line of the text that reaches over most of the width of its page, as those of reports do';
const BODY = [0, 1, 2, 3].map((at) => words(`${TEXT} (${'abcd'[at]})`, 60, 700 - at * 14, 10)).join('');

const write = (contents: readonly string[]) =>
  handWritten(contents.map((content) => ({ width: 595, height: 842, content: `${content}\n${BODY}` })));

/** A docx made of pages: the text of its body, its headers and footers, and what its pages are when they are printed again. */
async function convert(contents: readonly string[]) {
  const { file } = await convertWithOffice(write(contents), 'pdf', 'docx');
  const entries = [...unzip(file)];
  const partsOf = (name: RegExp) => entries.filter(([path]) => name.test(path)).map(([, part]) => String(part));
  const [document = '', settings = ''] = [partsOf(/^word\/document\.xml$/)[0], partsOf(/^word\/settings\.xml$/)[0]];
  const again = (await convertWithOffice(file, 'docx', 'pdf')).file;
  const parts = {
    headers: partsOf(/^word\/header/),
    footers: partsOf(/^word\/footer/).filter(bare),
    pictures: partsOf(/^word\/media/),
  };
  return { document, settings, ...parts, again };
}

describe('headers and footers of a PDF file', () => {
  it('are those of the document, with the numbers of pages as fields, a logo and a line', async () => {
    const logo = '0.2 0.4 0.8 rg 480 790 40 30 re f 0 g\n';
    const line = '60 770 m 535 770 l S\n';
    const header = (page: number) => words('Annual report', 60, 775, 9) + words(`${page}`, 525, 775, 9) + line + logo;
    const contents = [1, 2, 3, 4].map(
      (page) => (page === 1 ? '' : header(page)) + words(`Page ${page} of 4`, 270, 40, 9),
    );
    const { document, headers, footers, pictures, again } = await convert(contents);
    expect(bare(document)).not.toMatch(/Annualreport|of4/);
    expect([headers.length, footers.length, pictures.length]).toEqual([1, 2, 1]);
    expect(headers[0]).toMatch(/Annual report.*<w:pBdr>|<w:pBdr>.*Annual report/s);
    expect(headers[0]).toMatch(/<w:tab w:val="right".* PAGE .*/s);
    for (const footer of footers) expect(footer).toMatch(/ PAGE .* NUMPAGES /s);
    const said = bare(textOfPdf(again));
    expect([pagesOfPdf(again), said.split('Annualreport').length - 1]).toEqual([4, 3]);
    for (const page of [1, 2, 3, 4]) expect(said).toContain(`Page${page}of4`);
  });

  it('are those of odd and of even pages, which go on with the number of the first', async () => {
    const contents = [11, 12, 13, 14, 15].map((page) =>
      page % 2 === 0
        ? words(`${page}`, 60, 775, 9) + words('A. Author', 480, 775, 9)
        : words('On pages', 60, 775, 9) + words(`${page}`, 525, 775, 9),
    );
    const { document, settings, headers, again } = await convert(contents);
    expect([settings.includes('<w:evenAndOddHeaders'), /<w:pgNumType w:start="11"/.test(document)]).toEqual([
      true,
      true,
    ]);
    expect(headers.map((header) => bare(header).replace(/PAGE|\d/g, '')).sort()).toEqual(['A.Author', 'Onpages']);
    const said = bare(textOfPdf(again));
    expect([pagesOfPdf(again), said.match(/\d\d/g)]).toEqual([5, ['11', '12', '13', '14', '15']]);
  });

  it('stay in the text where each page has its own, or the pages have none in common', async () => {
    const contents = ['aardvark', 'bear', 'cat', 'dog'].map(
      (word, at) => words(word, 60, 775, 9) + words(`Box 0${at + 1}`, 500, 40, 9),
    );
    const { document, headers, footers } = await convert(contents);
    expect([headers, footers, /aardvark.*bear.*cat.*dog/.test(bare(document))]).toEqual([[], [], true]);
    for (const number of ['01', '02', '03', '04']) expect(bare(document)).toContain(`Box${number}`);
  });
});
