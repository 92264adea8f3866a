import { expect, it } from 'vitest';
import { convertWithOffice } from '../documents/convert-with-office.ts';
import { textOf, textOfPdf } from '../documents/read-result.ts';
import { committed } from '../support/committed.ts';
import { unzip } from '../support/unzip.ts';

/** Two pages whose entries stand below each other: see the README of such files. */
const CONTRACT = committed('pdfs/layouts/numbered-entries.pdf');
/** Its markers, with the words behind them. */
const MARKED = [
  ...['1. A', '2. Another', 'i) part', 'ii) part', '3. The', '7. May'],
  ...['4. A', 'C. Letters', 'D. and', '1. A', '2. which'],
];

/** What the numbers of a document are followed by, in their order. */
function markersIn(text: string): string[] {
  const plain = text.replace(/\s+/g, ' ');
  return [...plain.matchAll(/(?<![^ ])(?:\d\.|[ivCD]{1,2}[.)]) [A-Za-z]+/g)].map(([found]) => found);
}

it('bullets of a PDF file are those of a list, in one list where they are at one place', async () => {
  const parts = unzip((await convertWithOffice(committed('pdfs/layouts/bullets.pdf'), 'pdf', 'docx')).file);
  const document = String(parts.get('word/document.xml'));
  const numbers = [...document.matchAll(/<w:numId w:val="(\d+)"/g)].map(([, number]) => number);
  expect([numbers.length, new Set(numbers).size, document.includes('•')]).toEqual([2, 1, false]);
  expect(String(parts.get('word/numbering.xml'))).toMatch(
    /<w:lvlText w:val="•"\/>.*<w:ind w:left="360" w:hanging="360"/s,
  );
});

it('numbered entries of a PDF file are those of lists, which go on behind other text and on other pages', async () => {
  const { file } = await convertWithOffice(CONTRACT, 'pdf', 'docx');
  const document = String(unzip(file).get('word/document.xml'));
  const entries = document.split('<w:p>').flatMap((paragraph) => {
    const [, list] = /<w:numId w:val="(\d+)"/.exec(paragraph) ?? [];
    const said = paragraph.replace(/<[^>]*>/g, '').trim();
    return said === '' ? [] : [[list, said.slice(0, 6)]];
  });
  const [points, , parts, , , , , letters, , own] = entries.map(([list]) => list);
  expect(new Set([points, parts, letters, own, undefined]).size).toBe(5);
  expect(entries).toEqual([
    [points, 'A poin'],
    [points, 'Anothe'],
    [parts, 'part o'],
    [parts, 'part t'],
    [points, 'The la'],
    [undefined, '7.May '],
    [points, 'A poin'],
    [letters, 'Letter'],
    [letters, 'and th'],
    [own, 'A list'],
    [own, 'which '],
  ]);
});

it.each(['docx', 'odt', 'rtf', 'doc'] as const)('numbered entries have their numbers in %s', async (target) => {
  const { file } = await convertWithOffice(CONTRACT, 'pdf', target);
  const pdf = (await convertWithOffice(file, target, 'pdf')).file;
  expect(markersIn(textOfPdf(pdf))).toEqual(MARKED);
});

it('numbered entries on slides begin again behind other text, with their next numbers', async () => {
  const { file } = await convertWithOffice(CONTRACT, 'pdf', 'pptx');
  const slide = String(unzip(file).get('ppt/slides/slide1.xml'));
  const numbers = [...slide.matchAll(/<a:buAutoNum type="(\w+)"(?: startAt="(\d+)")?/g)];
  expect(numbers.map(([, type, start = '1']) => `${type} ${start}`)).toEqual([
    ...['arabicPeriod 1', 'arabicPeriod 1', 'romanLcParenR 1', 'romanLcParenR 1', 'arabicPeriod 3'],
  ]);
  expect(textOf(file, 'pptx')).toContain('7.');
});
