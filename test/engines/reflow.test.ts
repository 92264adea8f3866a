import { describe, expect, it, vi } from 'vitest';
import { chromium } from '../../functions/engines/chromium.ts';
import { reflow } from '../../functions/engines/reflow.ts';
import { convertWithOffice } from '../documents/convert-with-office.ts';
import { type PlacedWord, wordsOfPdf } from '../documents/read-result.ts';
import { handWritten } from '../pdfs/hand-written.ts';
import { TEXTS } from '../scans/pages.ts';
import { committed } from '../support/committed.ts';
import { convertBytes } from '../support/engine.ts';
import { unzip } from '../support/unzip.ts';

vi.setConfig({ testTimeout: 120_000 });

/** A report of headings of three levels, lists, code, marks and a footnote; each of its paragraphs is the same. */
const REPORT = committed('documents/files/report.html');

const FOOTER =
  '<div style="font-size:8pt;width:100%;text-align:center">Annual report, page <span class="pageNumber"></span></div>';

const PRINTERS = {
  'a browser': async () => {
    const options = { footer_html: FOOTER, margin_bottom: 20 };
    return (await convertBytes(chromium, REPORT, ['html', 'pdf'], { options })).file;
  },
  LibreOffice: async () => (await convertWithOffice(REPORT, 'html', 'pdf')).file,
};

describe.each(Object.entries(PRINTERS))('a report in PDF by %s', (_, print) => {
  it('becomes Markdown with its structure', async () => {
    const { file } = await convertBytes(reflow, await print(), ['pdf', 'md']);
    const text = file.toString();
    expect(text.split('\n').filter((line) => line.startsWith('#'))).toEqual([
      '# A long title about the measurement of harbours that takes two lines',
      '## Introduction',
      '### Details of method',
      '## Code',
      '## Results',
    ]);
    const looks = [
      '**spring quarter**',
      '*several proposals*',
      '`make install`',
      'station.<sup>1</sup>',
      'H<sub>2</sub>O',
    ];
    for (const look of looks) expect(text.split(look)).toHaveLength(16);
    expect(text).toContain('\nAda Lovelace and Alan Turing\n');
    expect(text).toContain('\n```\ndef main():\n    return 42\n\nprint(main())\n```\n');
    expect(text).toMatch(/\n- +First entry\n- +Second entry\n\n1\. +One thing\n2\. +Another thing\n/);
    expect(text).toContain('\n<sup>1</sup> A footnote that explains things.');
    expect(text).not.toContain('Annual report');
  });

  it('becomes a docx with headings, and with marks that are raised', async () => {
    const { file } = await convertWithOffice(await print(), 'pdf', 'docx');
    const text = String(unzip(file).get('word/document.xml'));
    const levels = [...text.matchAll(/<w:pStyle w:val="Heading(\d)"\/>/g)].map(([, level]) => level);
    expect(levels).toEqual(['1', '2', '3', '2', '2']);
    expect(text.match(/<w:vertAlign w:val="superscript"\/>/g)).toHaveLength(16);
    expect(text.match(/<w:vertAlign w:val="subscript"\/>/g)).toHaveLength(15);
  });

  it('has its words where they were, after the way to docx and back', async () => {
    const pdf = await print();
    const { file } = await convertWithOffice(pdf, 'pdf', 'docx');
    const before = wordsOfPdf(pdf).filter(({ word }) => word.length > 3);
    const after = Map.groupBy(wordsOfPdf((await convertWithOffice(file, 'docx', 'pdf')).file), ({ word }) => word);
    // Three millimetres.
    const isNear = (a: PlacedWord, b: PlacedWord) =>
      a.page === b.page && Math.hypot(a.left - b.left, a.bottom - b.bottom) < 3;
    const near = before.filter((word) => after.get(word.word)?.some((other) => isNear(word, other)));
    expect(near.length / before.length).toBeGreaterThan(0.95);
  });
});

it('a table over pages in PDF keeps the rows at the edges of pages in Markdown', async () => {
  const numbers = Array.from({ length: 400 }, (_, index) => String(1000 + index));
  const cells = numbers.map((number) => `<td>${number}</td>`);
  const rows = Array.from({ length: 80 }, (_, row) => `<tr>${cells.slice(row * 5, row * 5 + 5).join('')}</tr>`);
  const page = `<style>@page{size:A4;margin:10mm}</style><style>td{padding:2pt 20pt}</style><table>${rows.join('')}</table>`;
  const { file: pdf } = await convertWithOffice(Buffer.from(page), 'html', 'pdf');
  const { file } = await convertBytes(reflow, pdf, ['pdf', 'md']);
  expect(numbers.filter((number) => !String(file).includes(number))).toEqual([]);
});

it('a paper in PDF has its numbered sections, its contents by lines, and text around links in frames as one', async () => {
  const quad = '<span style="display:inline-block;width:1.1em"></span>';
  const link = '<span style="outline:1px solid #00f">[22]</span>';
  const words = `Results for all of the experiments were obtained by ${link} on the same machine as before. `;
  const contents = ['Harbours', 'Ships'].map((name, at) => `${name} ${'.'.repeat(90)} ${at + 1}`).join('<br>');
  const page = `<p>${contents}</p><p><b>2.1${quad}Method of Work</b></p><p>${words.repeat(9)}</p>`;
  const { file: pdf } = await convertBytes(chromium, Buffer.from(page), ['html', 'pdf']);
  const blocks = (await convertBytes(reflow, pdf, ['pdf', 'md'])).file.toString().trim().split('\n\n');
  const [harbours, ships, section, text, ...more] = blocks;
  expect(harbours).toMatch(/^Harbours \.+ 1$/);
  expect(ships).toMatch(/^Ships \.+ 2$/);
  expect(section).toMatch(/^#+ 2\.1 Method of Work$/);
  expect(text?.split('Results for all of the experiments were obtained by \\[22\\] on')).toHaveLength(10);
  expect(more).toEqual([]);
});

it.each([
  ['sources', ['[1]', '[2]', '[13]']],
  ['numbered sections', ['1.1', '1.1.1', '12.3']],
  ['Greek letters', ['α', 'β', 'στ']],
])('entries of a list in PDF with the marks of %s are no table', async (_, marks) => {
  const text = 'A survey of harbours and of the ships in them, as they were seen by those who came back at dawn. ';
  const grid = 'display:grid;grid-template-columns:4em auto;row-gap:4pt';
  const page = `<div style="${grid}">${marks.map((mark) => `<div>${mark}</div><div>${text.repeat(2)}</div>`).join('')}</div>`;
  const { file: pdf } = await convertBytes(chromium, Buffer.from(page), ['html', 'pdf']);
  const blocks = (await convertBytes(reflow, pdf, ['pdf', 'md'])).file
    .toString()
    .replaceAll('\\', '')
    .trim()
    .split('\n\n');
  expect(blocks).toEqual(marks.map((mark) => `${mark} ${text.repeat(2).trim()}`));
});

it('three narrow columns in PDF are read one after the other, with words as far apart as the columns', async () => {
  const text = `${TEXTS.eng.join(' ')} `.repeat(6);
  const page = `<div style="columns:3;column-gap:18pt;text-align:justify;font-size:12pt">${text}</div>`;
  const { file: pdf } = await convertBytes(chromium, Buffer.from(page), ['html', 'pdf']);
  const { file } = await convertBytes(reflow, pdf, ['pdf', 'md']);
  expect(file.toString().replace(/\s+/g, ' ').trim()).toBe(text.trim());
});

it('formulas in PDF with their numbers are no table, and rows of a table are that begin with names', async () => {
  const rowOf = (cells: readonly string[]) =>
    `<div>${cells.map((cell) => `<span style="display:inline-block;width:12em">${cell}</span>`).join('')}</div>`;
  const formulas = [1, 2, 3].map((number) => [`y = ${number}x + c`, `(${number})`]);
  const named = ['Sorting', 'Merging', 'Joining'].map((name, at) => [`${name} (n = ${at})`, `0.${at}`, `1.${at}`]);
  const page = [...formulas.map(rowOf), `<p>${TEXTS.eng[0]}</p>`, ...named.map(rowOf)].join('');
  const { file: pdf } = await convertBytes(chromium, Buffer.from(page), ['html', 'pdf']);
  const [first, second, third, , ...table] = (await convertBytes(reflow, pdf, ['pdf', 'md'])).file
    .toString()
    .split('\n\n');
  expect([first, second, third]).toEqual(formulas.map((cells) => cells.join(' ')));
  expect(table.join()).toMatch(/^\| Sorting \(n = 0\) +\| +0\.0 +\| +1\.0 +\|\n/);
});

it.each(['■', '►', '❖'])('entries of a list in PDF with %s before them are of a list', async (mark) => {
  const lines = ['Harbours', 'Ships', 'Nets'].map((name) => `<div>${mark} ${name} of the market hall</div>`);
  const { file: pdf } = await convertBytes(chromium, Buffer.from(lines.join('')), ['html', 'pdf']);
  const { file } = await convertBytes(reflow, pdf, ['pdf', 'md']);
  expect(file.toString()).toMatch(/^- +Harbours of the market hall\n- +Ships of .*\n- +Nets of .*\n$/);
});

it('labels of a drawing in PDF, of which no two stand below each other, are no table', async () => {
  const labels = ['Quay', 'Crane', 'Ship', 'Net', 'Buoy', 'Mole', 'Lock', 'Dock', 'Pier', 'Berth'];
  const place = (at: number) => `position:absolute;left:${at * 60}px;top:${(at >> 1) * 20}px`;
  const page = labels.map((label, at) => `<div style="${place(at)}">${label}</div>`).join('');
  const { file: pdf } = await convertBytes(chromium, Buffer.from(page), ['html', 'pdf']);
  const text = (await convertBytes(reflow, pdf, ['pdf', 'md'])).file.toString();
  expect(text).not.toContain('|');
  expect(text.split(/\s+/).filter(Boolean)).toEqual(labels);
});

it('a page of PDF that is cropped shows in Markdown what a viewer shows', async () => {
  const content = 'BT /F1 12 Tf 50 700 Td (Shown on the page.) Tj 0 -600 Td (Beyond the edge.) Tj ET';
  const page = { width: 600, height: 800, content, entries: '/CropBox[0 400 600 800]' };
  const { file } = await convertBytes(reflow, handWritten([page]), ['pdf', 'md']);
  expect(file.toString()).toBe('Shown on the page.\n');
});

it('a wide table on a tall page of PDF is read upright in Markdown', async () => {
  const row = (cells: readonly string[], at: number) =>
    cells.map((cell, column) => `0 1 -1 0 ${100 + at * 20} ${100 + column * 150} Tm (${cell}) Tj`).join(' ');
  const rows = [
    ['Harbour', 'Ships', 'Boats'],
    ...Array.from({ length: 12 }, (_, at) => [`Harbour ${at}`, `${at + 100}`, `${at + 200}`]),
  ];
  const page = { width: 600, height: 800, content: `BT /F1 12 Tf ${rows.map(row).join(' ')} ET` };
  const { file } = await convertBytes(reflow, handWritten([page]), ['pdf', 'md']);
  const cells = (line: string) => line.split('|').flatMap((cell) => cell.trim() || []);
  const [head, , ...body] = file.toString().trim().split('\n');
  expect([head ?? '', ...body].map(cells)).toEqual(rows);
});
