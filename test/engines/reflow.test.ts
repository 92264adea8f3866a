import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { chromium } from '../../functions/engines/chromium.ts';
import { office } from '../../functions/engines/office.ts';
import { reflow } from '../../functions/engines/reflow.ts';
import { convertWithOffice } from '../documents/convert-with-office.ts';
import { type PlacedWord, wordsOfPdf } from '../documents/read-result.ts';
import { fixture } from '../pdfs/convert-pdf.ts';
import { handWritten, words } from '../pdfs/hand-written.ts';
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
    const text = (await convertBytes(reflow, await print(), ['pdf', 'md'])).file.toString();
    expect(text.split('\n').filter((line) => line.startsWith('#'))).toEqual([
      '# A long title about the measurement of harbours that takes two lines',
      '## Introduction',
      '### Details of method',
      '## Code',
      '## Results',
    ]);
    for (const look of ['**spring quarter**', '*several proposals*', '`make install`', 'H<sub>2</sub>O'])
      expect(text.split(look)).toHaveLength(16);
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

/** The blocks of Markdown that a file becomes: see test/pdfs/README.md. */
async function blocksOf(name: string): Promise<string[]> {
  const { file } = await convertBytes(reflow, fixture(`made/${name}.pdf`), ['pdf', 'md']);
  return file.toString().trim().split('\n\n');
}
/** The cells of each row of a table in Markdown. */
const rowsOf = (table = '') =>
  table
    .split('\n')
    .filter((line) => line.startsWith('|') && !line.startsWith('|--'))
    .map((line) =>
      line
        .replaceAll('*', '')
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

it('a table over pages in PDF is one in Markdown, with the rows at the edges of pages', async () => {
  const numbers = Array.from({ length: 400 }, (_, index) => 1000 + index);
  const rows = numbers.map((number, at) => `${at % 5 === 0 ? '<tr>' : ''}<td>${number}</td>`);
  const page = `<style>@page{size:A4;margin:10mm} td{padding:2pt 20pt}</style><table>${rows.join('')}</table>`;
  const { file: pdf } = await convertWithOffice(Buffer.from(page), 'html', 'pdf');
  const text = (await convertBytes(reflow, pdf, ['pdf', 'md'])).file.toString();
  expect(numbers.filter((number) => !text.includes(String(number)))).toEqual([]);
  expect(text.match(/^\|[-:|]+\|$/gm)).toHaveLength(1);
});

it('a paper in PDF has its numbered sections, its contents by lines, and text around links in frames as one', async () => {
  const [harbours, ships, section, text, ...more] = await blocksOf('paper');
  expect(harbours).toMatch(/^Harbours \.+ 1$/);
  expect(ships).toMatch(/^Ships \.+ 2$/);
  expect(section).toMatch(/^#+ 2\.1 Method of Work$/);
  expect(text?.split('Results for all of the experiments were obtained by \\[22\\] on')).toHaveLength(10);
  expect(more).toEqual([]);
});

it.each([
  ['sources', ['[1]', '[2]', '[13]']],
  ['sections', ['1.1', '1.1.1', '12.3']],
  ['greek', ['α', 'β', 'στ']],
])('entries of a list in PDF with the marks of %s are no table', async (name, marks) => {
  const text = 'A survey of harbours and of the ships in them, as they were seen by those who came back at dawn.';
  const blocks = (await blocksOf(`list-of-${name}`)).map((block) => block.replaceAll('\\', ''));
  expect(blocks).toEqual(marks.map((mark) => `${mark} ${text} ${text}`));
});

it('three narrow columns in PDF are read one after the other, with words as far apart as the columns', async () => {
  const text = (await blocksOf('three-columns')).join(' ').replace(/\s+/g, ' ');
  expect(text).toBe(`${TEXTS.eng.join(' ')} `.repeat(6).trim());
});

it('a paper in PDF has its titles in small capitals and italics, and neither captions among them nor heads of pages', async () => {
  const markdown = (await blocksOf('small-capitals')).join('\n\n');
  const titles = ['I. INTRODUCTION', 'II. METHOD', 'III. RESULTS'].flatMap((title) => [title, '*A. Boats*']);
  expect(markdown.match(/(?<=^#+ ).*$/gm)).toEqual(['Of Harbours', ...titles]);
  expect(markdown).not.toContain('Quays');
});

it('lines in PDF that are numbered on each page are text without the numbers, and a telephone number is no entry of a list', async () => {
  const text = [
    'the harbour opens at six, and ships come back at dawn',
    '(512) 516-8177 is for questions, by day and by night',
  ];
  const found = (await blocksOf('numbered-lines')).join(' ').replaceAll('\\', '').replace(/\s+/g, ' ');
  expect(found).toBe(`${text.join(' ')} `.repeat(12).trim());
});

it('columns of text in PDF are read one after the other, though most of their lines are formulas', async () => {
  expect((await blocksOf('columns-of-formulas')).join('\n')).toMatch(/^[^m]*harbour[^m]*y = 23x\s+market[^h]*$/);
});

it('formulas in PDF with their numbers are no table, and rows of a table are that begin with names', async () => {
  const [first, second, third, , ...table] = await blocksOf('formulas');
  expect([first, second, third]).toEqual(['y = 1x + c (1)', 'y = 2x + c (2)', 'y = 3x + c (3)']);
  expect(rowsOf(table.join('\n'))[0]).toEqual(['Sorting (n = 0)', '0.0', '1.0']);
});

it.each(['squares', 'arrows', 'diamonds'])(
  'entries of a list in PDF with %s before them are of a list',
  async (name) => {
    expect((await blocksOf(`list-of-${name}`)).join('\n\n')).toMatch(
      /^- +Harbours of the market hall\n- +Ships of .*\n- +Nets of .*$/,
    );
  },
);

it('labels of a drawing in PDF, of which no two stand below each other, are no table', async () => {
  const text = (await blocksOf('labels')).join(' ');
  expect(text).toMatch(/^Quay\s+Crane\s+Ship\s+Net\s+Buoy\s+Mole\s+Lock\s+Dock\s+Pier\s+Berth$/);
});

it.each(['cropped-page', 'tags-with-its-own-children', 'tags-with-no-parent', 'tags-with-names-in-a-loop'])(
  'a PDF file shows in Markdown what a viewer shows: %s',
  async (name) => {
    expect(await blocksOf(name)).toEqual(['Shown on the page.']);
  },
);

it('a wide table on a tall page of PDF is read upright in Markdown', async () => {
  const rows = rowsOf((await blocksOf('sideways-table')).join('\n'));
  expect([rows.length, rows[0], rows[12]]).toEqual([13, ['Harbour', 'Ships', 'Boats'], ['Harbour 11', '111', '211']]);
});

it('a tagged PDF keeps its headings that look like text, and its tables, which nothing else is', async () => {
  const rows = [
    ['Quay', 'What lies there', 'Since'],
    ['North', 'Ships that wait for their turn', '1901'],
    ['South', '', '1902'],
    ['West', 'Boats', ''],
  ];
  const blocks = await blocksOf('tagged');
  expect([blocks[0], rowsOf(blocks.join('\n'))]).toEqual(['## What was seen', rows]);
  expect(blocks.join(' ').replaceAll('\n', ' ')).toContain('Nets 12 34');
  const { file } = await convertWithOffice(fixture('made/tagged.pdf'), 'pdf', 'csv');
  expect(file.toString().trim().split(/\r?\n/)).toEqual(rows.map((row) => row.join(',')));
});

/** A web page as a browser prints it. */
const printed = async (page: string) =>
  (await convertBytes(chromium, Buffer.from(page), ['html', 'pdf'], { options: {} })).file;

/** A statement of an account, whose rows have no lines between them, and one of two cells empty, and go on on other pages. */
const ENTRIES = Array.from({ length: 90 }, (_, at) => {
  const [paid, left] = [`${(at * 37) % 800}.25`, `${(at * 91) % 5000}.50`];
  const text = at % 3 ? 'Market' : `Apples, pears and plums that were sold at the gate in week ${at}`;
  return [`2026-03-${String((at % 28) + 1).padStart(2, '0')}`, text, ...(at % 7 < 5 ? [paid, ''] : ['', paid]), left];
});
const HEAD = ['Date', 'Description', 'Paid out', 'Paid in', 'Balance'];
const statement = (header: string) => {
  const row = (cells: readonly string[], name: string) =>
    `<tr>${cells.map((cell, at) => `<${name} style="text-align:${name === 'td' && at > 1 ? 'right' : 'left'}">${cell}</${name}>`).join('')}</tr>`;
  const rows = ENTRIES.map((cells) => row(cells, 'td')).join('');
  return Buffer.from(
    `<style>thead{${header}} td,th{vertical-align:top} td:nth-child(2){width:150px}</style><h1>Statement</h1><table cellpadding="8"><thead>${row(HEAD, 'th')}</thead><tbody>${rows}</tbody></table>`,
  );
};

it.each([
  ['a browser', 'a header on each page', chromium, ''],
  ['a browser', 'a header on the first page', chromium, 'display:table-row-group'],
  ['LibreOffice', 'a header on each page', office, ''],
] as const)('a statement in PDF by %s, with %s, is one table with its empty cells', async (_, __, engine, header) => {
  const { file } = await convertBytes(engine, statement(header), ['html', 'pdf'], { options: { tagged: true } });
  const data = await convertWithOffice(file, 'pdf', 'csv');
  const rows = [HEAD, ...ENTRIES].map((cells) =>
    cells.map((cell) => (cell.includes(',') ? `"${cell}"` : cell)).join(','),
  );
  expect(data.file.toString().trim().split(/\r?\n/)).toEqual(rows);
});

it('heads of narrow columns in PDF are one each', async () => {
  const heads = ['Name', ...Array.from({ length: 12 }, (_, at) => `T${at + 1}`), 'Avg', 'Grade'];
  const rows = Array.from({ length: 30 }, (_, row) => [
    `Anna van der Berg ${row}`,
    ...Array.from({ length: 13 }, (_, at) => `${20 + ((row * 31 + at * 17) % 80)}`),
    'ABCD'.charAt(row % 4),
  ]);
  const cells = (row: readonly string[], name: string) => row.map((cell) => `<${name}>${cell}</${name}>`).join('');
  const all = [cells(heads, 'th'), ...rows.map((row) => cells(row, 'td'))].map((row) => `<tr>${row}</tr>`);
  const style = 'body{font:10pt "Liberation Sans"} td,th{padding:4px 6px} td+td{text-align:right}';
  const page = Buffer.from(`<style>${style}</style><h1>Results</h1><table cellspacing="0">${all.join('')}</table>`);
  const { file } = await convertBytes(chromium, page, ['html', 'pdf'], { options: { tagged: false } });
  const data = (await convertWithOffice(file, 'pdf', 'csv')).file.toString();
  expect(data.trim().split(/\r?\n/)).toEqual([heads, ...rows].map((row) => row.join(',')));
});

it('a picture in PDF that touches the frame around it and text is in the docx', async () => {
  const picture = (
    await sharp({
      create: {
        width: 300,
        height: 200,
        channels: 3,
        noise: { type: 'gaussian', mean: 120, sigma: 40 },
        background: '#000',
      },
    })
      .png()
      .toBuffer()
  ).toString('base64');
  const facts = Array.from(
    { length: 6 },
    (_, at) => `<tr><th>Fact ${at}</th><td>${at * 17} square kilometres</td></tr>`,
  ).join('');
  const box = `<div style="float:right;width:220px;border:1px solid #aaa;margin:8px"><img src="data:image/png;base64,${picture}" style="width:218px;display:block;margin:1px">A picture of it<table>${facts}</table></div>`;
  const said = 'The desert is a large sandy savanna that covers much of the country and parts of its neighbours. ';
  const page = `<style>@page{size:A4}</style><h1>Desert</h1>${box}<p>${said.repeat(5)}</p><p>${said.repeat(5)}</p>`;
  const pdf = await printed(page);
  const media = [...unzip((await convertWithOffice(pdf, 'pdf', 'docx')).file)].filter(([name]) =>
    /^word\/media\//.test(name),
  );
  const sizes = await Promise.all(media.map(async ([, file]) => (await sharp(file).metadata()).height ?? 0));
  // 218 pixels of CSS wide, at 144 pixels to the inch.
  expect(sizes.map((size) => size / ((((218 / 96) * 144) / 300) * 200))).toEqual([expect.closeTo(1, 1)]);
});

it('a dark page of PDF is dark in docx, around its text as well', async () => {
  const page = '<style>@page{size:A4;margin:0}html{background:#123;color:#eee}</style><h1>Night</h1><p>A line</p>';
  const file = await printed(page);
  const document = String(unzip((await convertWithOffice(file, 'pdf', 'docx')).file).get('word/document.xml'));
  expect([document.includes('behindDoc="1"'), document.includes('w:fill="112233"')]).toEqual([true, false]);
});

it('Hebrew in PDF stands at its side in docx, with the indents and the bullets of its lists', async () => {
  const said = 'כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם. כולם חוננו בתבונה ובמצפון, לפיכך חובה עליהם.';
  const list = `<ul><li>${said}</li><li>אחד</li><li>שניים</li></ul>`;
  const page = `<html dir="rtl" lang="he"><style>body{font:12pt "DejaVu Sans"}</style><h1>דוח שנתי</h1><p>${said.repeat(4)}</p>${list}<p>קצר</p><p style="text-align:left">שמאלה</p>`;
  const pdf = await printed(page);
  const { file } = await convertWithOffice(pdf, 'pdf', 'docx');
  const words = wordsOfPdf((await convertWithOffice(file, 'docx', 'pdf')).file);
  expect(words.filter(({ word }) => word === '•')).toHaveLength(3);
  const placeIn = (all: readonly PlacedWord[], word: string) =>
    all.findLast((other) => other.word.includes(word))?.right ?? Number.NaN;
  for (const word of ['דוח', 'כל', 'אחד', 'שניים', 'קצר', 'שמאלה']) {
    const visual = [...word].reverse().join('');
    expect(placeIn(words, visual) - placeIn(wordsOfPdf(pdf), visual)).toBeCloseTo(0, -1);
  }
});

it('a panel of one colour in PDF by a browser is behind its text, whatever number of pixels the page has', async () => {
  const lines = (count: number) => Array.from({ length: count }, (_, at) => `<p>line ${at} of it</p>`).join('');
  const panel = `<div style="width:30%;background:#234;color:#fff;min-height:200mm">${lines(6)}</div>`;
  const page = `<style>@page{size:A4;margin:0}</style><div style="display:flex">${panel}<div>${lines(9)}</div></div>`;
  const file = await printed(page);
  const document = unzip((await convertWithOffice(file, 'pdf', 'docx')).file).get('word/document.xml');
  const heights = [...String(document).matchAll(/<wp:extent cx="\d+" cy="(\d+)"/g)].map(([, height]) => Number(height));
  // In English metric units.
  expect(heights.map((height) => Math.round(height / 360_000))).toEqual([20]);
});

it('a table in PDF is one though links below each other in it have frames that touch', async () => {
  const names = ['Method', 'Wing et al. [42]', 'Wang et al. [50]', 'Wong et al. [35]', 'Ours'];
  const cells = names.map((name, at) => [name, `${at}.1`, `${at}.5`]);
  const text = cells.flatMap((row, at) =>
    row.map((cell, column) => words(cell, [60, 160, 210][column] ?? 0, 390.5 - at * 13.5, 10, 'F2')),
  );
  const rules = ['50 400 200 0 re', '50 386.5 200 0 re', '50 333 200 67 re', '150 333 0 67 re'];
  const frames = [106, 107.5, 107.9].map((left, at) => `${left} ${374.5 - at * 13.5} 18 12.5 re`);
  const drawn = [...rules.map((rule) => `${rule} S`), '0 1 0 RG', ...frames.map((frame) => `${frame} S`)];
  const pdf = handWritten([{ width: 400, height: 500, content: ['0.4 w 0 G', ...drawn, ...text].join('\n') }]);
  const markdown = (await convertBytes(reflow, pdf, ['pdf', 'md'])).file.toString();
  expect(rowsOf(markdown.replaceAll('\\', ''))).toEqual(cells);
});

it('boxes to mark in PDF are characters, and lines to write on are underscores', async () => {
  const { file } = await convertBytes(reflow, fixture('layouts/boxes-to-mark.pdf'), ['pdf', 'md']);
  const [blank, meals, way, table, ...list] = file.toString().trim().split('\n\n');
  expect(blank).toMatch(/^Surname (\\_){25,35}$/);
  expect([meals, way]).toEqual(['Meals: ☐ with meat ☒ vegetarian', 'I come ○ by train ◉ by car']);
  expect(rowsOf(table).slice(-2)).toEqual([
    ['Can you swim?', '☐', '☒'],
    ['Can you cook?', '☐', '☐'],
  ]);
  expect(list).toEqual(['☐ First', '☒ Second', '☐ Third']);
});
