import { expect, it } from 'vitest';
import { convertWithOffice } from '../documents/convert-with-office.ts';
import { textOf, textOfPdf } from '../documents/read-result.ts';
import { handWritten, words } from '../pdfs/hand-written.ts';
import { unzip } from '../support/unzip.ts';

/** A page whose entries stand below each other: each begins with its marker, as far from the left side as is said, in points. */
type Entry = readonly [left: number, marker: string, text: string];
const pageOf = (entries: readonly Entry[]) => ({
  width: 600,
  height: 800,
  content: entries
    .flatMap(([left, marker, text], row) => [
      words(marker, left, 720 - row * 20, 11),
      words(text, left + 24, 720 - row * 20, 11),
    ])
    .join('\n'),
});
const CONTRACT = handWritten([
  pageOf([
    [60, '1.', 'A point'],
    [60, '2.', 'Another point with parts'],
    [84, 'i\\)', 'part one'],
    [84, 'ii\\)', 'part two'],
    [60, '3.', 'The last point of a page'],
    [60, '7.', 'May was the day before'],
  ]),
  pageOf([
    [60, '4.', 'A point on the next page'],
    [60, 'C.', 'Letters from the third on'],
    [60, 'D.', 'and the fourth'],
    [60, '1.', 'A list of its own'],
    [60, '2.', 'which counts from one'],
  ]),
]);
const MARKED = [
  '1. A',
  '2. Another',
  'i) part',
  'ii) part',
  '3. The',
  '7. May',
  '4. A',
  'C. Let',
  'D. and',
  '1. A',
  '2. which',
];

/** What the numbers of a document are followed by, in their order. */
function markersIn(text: string): string[] {
  const plain = text.replace(/\s+/g, ' ');
  return [...plain.matchAll(/(?<![^ ])(?:\d\.|[ivCD]{1,2}[.)]) [A-Za-z]+/g)].map(([found]) => found);
}

it('bullets of a PDF file are those of a list, in one list where they are at one place', async () => {
  const entries = ['One entry of a list', 'Another of it'].flatMap((text, at) => [
    words('\\267', 60, 700 - at * 20, 11),
    words(text, 78, 700 - at * 20, 11),
  ]);
  const minus = words('- 1,250 in all', 60, 640, 11) + words('- 3 -', 290, 40, 11);
  const content = words('A text above the list, which has no bullet', 60, 740, 11) + entries.join('') + minus;
  const source = handWritten([{ width: 600, height: 800, content }]);
  const parts = unzip((await convertWithOffice(source, 'pdf', 'docx')).file);
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
  const found = markersIn(textOfPdf(pdf));
  expect(found).toHaveLength(MARKED.length);
  for (const [index, marked] of MARKED.entries()) expect(found[index]).toMatch(marked);
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
