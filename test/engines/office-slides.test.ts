import { beforeAll, describe, expect, it } from 'vitest';
import { convertWithOffice } from '../documents/convert-with-office.ts';
import { pagesOfPdf, textOfPdf } from '../documents/read-result.ts';
import { committed } from '../support/committed.ts';
import { unzip } from '../support/unzip.ts';

/** Beside titles: a list, a link, a picture, text upwards and a table; a ground of a colour; a band. See the README. */
const DECK = committed('pdfs/layouts/deck.pdf');

describe('slides made of a PDF file', () => {
  const slides: string[] = [];

  beforeAll(async () => {
    const parts = unzip((await convertWithOffice(DECK, 'pdf', 'pptx')).file);
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
/** A docx made of pages of ours (see the README beside them): the text of its body, its headers and footers, and what its pages are when they are printed again. */
async function convert(name: string) {
  const { file } = await convertWithOffice(committed(`pdfs/layouts/${name}.pdf`), 'pdf', 'docx');
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
    const { document, headers, footers, pictures, again } = await convert('numbered-report');
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
    const { document, settings, headers, again } = await convert('odd-and-even');
    expect([settings.includes('<w:evenAndOddHeaders'), /<w:pgNumType w:start="11"/.test(document)]).toEqual([
      true,
      true,
    ]);
    expect(headers.map((header) => bare(header).replace(/PAGE|\d/g, '')).sort()).toEqual(['A.Author', 'Onpages']);
    const said = bare(textOfPdf(again));
    expect([pagesOfPdf(again), said.match(/\d\d/g)]).toEqual([5, ['11', '12', '13', '14', '15']]);
  });

  it('stay in the text where each page has its own, or the pages have none in common', async () => {
    const { document, headers, footers } = await convert('words-of-a-page');
    expect([headers, footers, /aardvark.*bear.*cat.*dog/.test(bare(document))]).toEqual([[], [], true]);
    for (const number of ['01', '02', '03', '04']) expect(bare(document)).toContain(`Box${number}`);
  });
});

it('have the bullets that are drawn on slides, on a dark ground too, as those of lists', async () => {
  const parts = unzip((await convertWithOffice(committed('pdfs/layouts/drawn-bullets.pdf'), 'pdf', 'pptx')).file);
  const slide = String(parts.get('ppt/slides/slide1.xml'));
  expect(slide.match(/<a:buChar char="•"\/>/g)).toHaveLength(3);
  // Nothing is left of those that were drawn.
  expect(slide).toMatch(/<p:bg><p:bgPr><a:solidFill><a:srgbClr val="003366"\/>/);
  expect(slide).not.toContain('<p:pic>');
});
