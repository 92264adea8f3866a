import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { detectFormat } from '../../functions/detection/detect.ts';
import { office } from '../../functions/engines/office.ts';
import { convertWithOffice } from '../documents/convert-with-office.ts';
import { pagesOfPdf, textOf, textOfPdf } from '../documents/read-result.ts';
import { fixture, look } from '../pdfs/convert-pdf.ts';
import { handWritten, rectangle, words } from '../pdfs/hand-written.ts';
import { unzip } from '../support/unzip.ts';

const bare = (text: string) => text.replace(/<[^>]*>|\s/g, '');

const TABLES: readonly FormatName[] = ['xlsx', 'ods', 'csv', 'json'];

/** What a PDF file says once it has been through a text document. */
async function wordsAfter(pdf: Buffer): Promise<{ pages: number; text: string }> {
  const { file } = await convertWithOffice(pdf, 'pdf', 'docx');
  const again = (await convertWithOffice(file, 'docx', 'pdf')).file;
  return { pages: pagesOfPdf(again), text: textOfPdf(again) };
}

describe('a PDF file', () => {
  const documents = (office.conversions.pdf ?? []).filter((target) => !TABLES.includes(target));
  it.each(documents)('becomes %s that holds its words', async (target) => {
    const { format, file } = await convertWithOffice(fixture('cairo.pdf'), 'pdf', target);
    expect([format, await detectFormat(file, 'result')]).toEqual([target, target]);
    for (const said of ['Ghostwords', 'Tallpage']) expect(bare(textOf(file, target))).toContain(said);
  });

  it('keeps its scripts, its order and its pages', async () => {
    const { pages, text } = await wordsAfter(fixture('office.pdf'));
    const said = [
      'Quarterly figures',
      'The quick brown fox',
      '你好世界',
      'مرحبا بالعالم',
      'North',
      'Second page, über',
    ];
    const places = said.map((part) => bare(text).indexOf(bare(part)));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(Math.min(...places)).toBeGreaterThanOrEqual(0);
    expect(pages).toBe(2);
  });

  it('has its lines joined to paragraphs, and words that were divided put together', async () => {
    const lines = [
      'This paragraph is long enough to be bro-',
      'ken into lines that do belong together.',
      'Nothing else.',
    ];
    const content = lines.map((line, index) => words(line, 50, 700 - index * 14, 12)).join('');
    const { file } = await convertWithOffice(handWritten([{ width: 320, height: 800, content }]), 'pdf', 'odt');
    expect(textOf(file, 'odt').replace(/<[^>]*>/g, '\n')).toContain(
      'be broken into lines that do belong together. Nothing else.',
    );
  });

  it('has its tables as tables', async () => {
    const row = (cells: string[], y: number) => cells.map((cell, at) => words(cell, 50 + at * 150, y, 11)).join('');
    const content =
      row(['Region', 'Sales', 'Costs'], 700) + row(['North', '1234', '567'], 680) + row(['South', '89', '10'], 660);
    const { file } = await convertWithOffice(handWritten([{ width: 600, height: 800, content }]), 'pdf', 'odt');
    expect(textOf(file, 'odt').match(/<table:table-row/g)).toHaveLength(3);
  });

  it('keeps what runs upwards at its edge out of its lines', async () => {
    const lines = Array.from({ length: 12 }, (_, at) =>
      words('A line of the text beside what stands there.', 80, 700 - at * 14, 11),
    );
    const stamp = `q 0 1 -1 0 60 480 cm ${words('arXiv:1601.03642v1 of 12 Jan 2016', 0, 0, 16)} Q`;
    const { file } = await convertWithOffice(
      handWritten([{ width: 400, height: 800, content: lines.join('') + stamp }]),
      'pdf',
      'odt',
    );
    const text = textOf(file, 'odt')
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ');
    expect(text).toContain('there. arXiv:1601.03642v1 of 12 Jan 2016');
  });

  it('keeps the colours behind words: of bands, cells and markers', async () => {
    const white = (text: string, x: number, y: number) => words(text, x, y, 11).replace('0 g', '1 g');
    const content =
      rectangle('0 0.2 0.4', 40, 735, 500, 24) +
      white('A heading in a band', 50, 742) +
      rectangle('1 1 0', 84, 706, 41, 12) +
      words('Words and one of them that is marked, in a text that goes on.', 50, 709, 11) +
      rectangle('0.8 0 0', 40, 664, 500, 18) +
      [50, 200, 350].map((x, at) => white(`Head ${at}`, x, 669)).join('') +
      [50, 200, 350].map((x, at) => words(`${at}`, x, 650, 11)).join('') +
      rectangle('0.9 0.9 0.9', 40, 626, 500, 18) +
      [50, 350].map((x, at) => words(`${at}`, x, 631, 11)).join('');
    const { file } = await convertWithOffice(handWritten([{ width: 600, height: 800, content }]), 'pdf', 'docx');
    const document = String(unzip(file).get('word/document.xml'));
    const fills = (xml: string) => [...xml.matchAll(/<w:shd [^>]*w:fill="(\w+)"/g)].map(([, fill]) => fill);
    const cells = document.split('<w:tc>').slice(1);
    const [red, none, grey] = ['CC0000', undefined, 'E5E5E5'];
    expect(cells.map((cell) => fills(cell.split('<w:p>')[0] ?? '')[0])).toEqual([
      ...[red, red, red],
      ...[none, none, none],
      ...[grey, grey, grey],
    ]);
    const [, heading = '', marked = ''] = document.split('</w:p>');
    expect(heading).toContain('A heading in a band');
    expect(fills(heading)).toContain('003366');
    expect(heading).toContain('<w:color w:val="FFFFFF"/>');
    const runs = marked.split('<w:r>').filter((run) => run.includes('<w:t'));
    expect(runs.map((run) => [/<w:t[^>]*>([^<]*)/.exec(run)?.[1]?.trim(), fills(run)[0]])).toEqual([
      ['Words', undefined],
      ['and one', 'FFFF00'],
      ['of them that is marked, in a text that goes on.', undefined],
    ]);
  });

  it('becomes slides that look as its pages did', async () => {
    const page = {
      width: 600,
      height: 400,
      content: rectangle('1 0 0', 0, 200, 300, 200) + words('Slide words', 320, 60),
    };
    const small = { ...page, width: 300, height: 200, content: words('Small page', 20, 20) };
    const { file } = await convertWithOffice(handWritten([page, small]), 'pdf', 'pptx');
    const slides = [...unzip(file).keys()].filter((name) => /^ppt\/slides\/slide\d+\.xml$/.test(name));
    expect(slides).toHaveLength(2);
    const pictures = unzip((await convertWithOffice(file, 'pptx', 'png')).file);
    const first = await look(pictures.get('page-001.png') ?? Buffer.alloc(0));
    expect([first.at(0.25, 0.25), first.at(0.75, 0.25)]).toEqual(['red', 'white']);
    // Sizes are kept in hundredths of millimetres.
    expect(Math.abs(first.width - 1250) + Math.abs(first.height - 834)).toBeLessThan(4);
    const text = textOfPdf((await convertWithOffice(file, 'pptx', 'pdf')).file);
    for (const said of ['Slide words', 'Small page']) expect(text).toContain(said);
  });

  it('becomes slides with their titles, and each list in one box', async () => {
    const large = words('What was measured', 60, 330).replace(/ \d+ Tf/, ' 40 Tf');
    const entries = ['First point', 'Second point', 'Third point'];
    const list = entries.map((entry, at) => words('-', 60, 250 - 30 * at) + words(entry, 90, 250 - 30 * at));
    const page = { width: 600, height: 400, content: large + list.join('') };
    const { file } = await convertWithOffice(handWritten([page]), 'pdf', 'pptx');
    const slide = String(unzip(file).get('ppt/slides/slide1.xml'));
    const boxes = slide.split('<p:sp>').slice(1);
    expect(boxes.map((box) => [box.includes('<p:ph type="title"/>'), box.split('<a:p>').length - 1])).toEqual([
      [true, 1],
      [false, entries.length],
    ]);
  });

  it('keeps the sizes of turned pages, and what is written sideways', async () => {
    const content = words('Turned words', 50, 40);
    const pages = [90, 180, 270].map((turn) => ({ width: 300, height: 200, content, entries: `/Rotate ${turn}` }));
    // Turned back by its own matrix it is upright again.
    const upright = { ...pages[0], content: `q 0 1 -1 0 300 0 cm ${words('Upright words', 20, 250)} Q` };
    const { file } = await convertWithOffice(
      handWritten([...pages, { width: 300, height: 200, ...upright }]),
      'pdf',
      'odt',
    );
    const text = bare(textOf(file, 'odt'));
    expect(text.match(/Turnedwords|wordsTurned/g)).toHaveLength(3);
    expect(text).toContain('Uprightwords');
    const pdf = (await convertWithOffice(file, 'odt', 'png', 'high')).file;
    const sizes = await Promise.all([...unzip(pdf).values()].map(async (picture) => (await look(picture)).width));
    expect(sizes.map((size) => Math.round(size / 417) * 100)).toEqual([200, 300, 200, 200]);
  });

  it.each(['locked.pdf', 'locked-40-bit.pdf'])('that is locked is refused: %s', async (name) => {
    await expect(convertWithOffice(fixture(name), 'pdf', 'docx')).rejects.toMatchObject({ code: 'PASSWORD_PROTECTED' });
  });
});

describe('tables of a PDF file', () => {
  const row = (cells: string[], y: number, x = 50) =>
    cells.map((cell, at) => words(cell, x + at * 110, y, 11)).join('');
  const table = (rows: string[][], top = 700) => rows.map((cells, at) => row(cells, top - at * 18)).join('');
  const head = ['Account', 'Booked', 'Amount', 'Share'];
  const first = [head, ['00712', '2024-01-31', '1.234,50', '12,5 %'], ['=1+1', '31.02.2024', '-7,00', '3 %']];
  const more = [head, ['12345678901234', '01.02.2024', '1.000', '4 %'], ['@SUM\\(A1\\)', 'May', '\\(5,25\\)', '-']];
  const page = (content: string) => ({ width: 600, height: 800, content });
  const pdf = handWritten([
    page(words('Bookings', 50, 145, 16) + table(first, 120) + words('Page 1', 280, 20, 8)),
    page(words('Page 2', 280, 20, 8) + table(more, 740)),
    page(
      words('Something else follows here, in words that no table has.', 50, 700, 11) +
        table(
          [
            ['Name', 'Age'],
            ['Ada', '36'],
            ['Alan', '41'],
          ],
          500,
        ),
    ),
  ]);
  const rows = [
    head,
    ['00712', '2024-01-31', 1234.5, 0.125],
    ['=1+1', '31.02.2024', -7, 0.03],
    ['12345678901234', '2024-02-01', 1000, 0.04],
    ['@SUM(A1)', 'May', -5.25, '-'],
  ];

  it('become lists of rows: one over two pages, numbers as numbers where they are beyond doubt', async () => {
    const { file } = await convertWithOffice(pdf, 'pdf', 'json');
    expect(JSON.parse(file.toString())).toEqual([
      { page: 1, title: 'Bookings', rows },
      {
        page: 3,
        rows: [
          ['Name', 'Age'],
          ['Ada', 36],
          ['Alan', 41],
        ],
      },
    ]);
  });

  it('become sheets in which no text is a formula', async () => {
    const { file } = await convertWithOffice(pdf, 'pdf', 'xlsx');
    const parts = unzip(file);
    const [book, sheet, styles] = ['workbook', 'worksheets/sheet1', 'styles'].map((name) =>
      String(parts.get(`xl/${name}.xml`)),
    );
    expect([...(book ?? '').matchAll(/<sheet name="([^"]*)"/g)].map(([, name]) => name)).toEqual([
      'Bookings',
      'Table 2 (page 3)',
    ]);
    expect(sheet).not.toContain('<f');
    for (const number of ['1234.5', '0.125', '-5.25', '45322']) expect(sheet).toContain(`<v>${number}</v>`);
    for (const text of ['=1+1', '@SUM(A1)', '00712']) expect(textOf(file, 'xlsx')).toContain(text);
    expect(styles).toContain('<b val="true"/>');
  });

  it('become one csv each, or the chosen one', async () => {
    const zip = await convertWithOffice(pdf, 'pdf', 'csv');
    expect([zip.format, [...unzip(zip.file).keys()]]).toEqual(['zip', ['Bookings.csv', 'Table 2 (page 3).csv']]);
    const one = await convertWithOffice(pdf, 'pdf', 'csv', 'medium', { sheet: '2', separator: 'semicolon' });
    expect([one.format, one.file.toString()]).toEqual(['csv', 'Name;Age\nAda;36\nAlan;41\n']);
    const last = await convertWithOffice(pdf, 'pdf', 'csv', 'medium', { pages: '3' });
    expect([last.format, last.file.toString()]).toEqual(['csv', 'Name,Age\nAda,36\nAlan,41\n']);
  });

  const rowsOf = async (content: string) => {
    const { file } = await convertWithOffice(handWritten([page(content)]), 'pdf', 'json');
    return JSON.parse(file.toString()).map((table: { rows: unknown[][] }) => table.rows);
  };
  const rule = (x: number, y: number, width: number, height: number) => rectangle('0 0 0', x, y, width, height);

  it('are taken from the lines that are drawn, with cells of several lines and over several columns and rows', async () => {
    const across =
      [700, 660, 600].map((y) => rule(50, y, 300, 1)).join('') + rule(150, 680, 200, 1) + rule(150, 630, 200, 1);
    const down = [50, 150, 350].map((x) => rule(x, 600, 1, 100)).join('') + rule(250, 600, 1, 80);
    const said =
      words('Both years', 152, 686, 11) +
      words('Planned', 152, 666, 11) +
      words('Reached', 252, 666, 11) +
      words('Name', 54, 676, 11) +
      words('Sales of', 54, 640, 11) +
      words('the north', 54, 626, 11) +
      words('1,000', 152, 640, 11) +
      words('close by', 205, 640, 11) +
      words('2,000', 252, 640, 11) +
      words('3,000', 152, 610, 11) +
      words('4,000', 252, 610, 11);
    expect(await rowsOf(across + down + said)).toEqual([
      [
        ['Name', 'Both years', null],
        [null, 'Planned', 'Reached'],
        ['Sales of the north', '1,000 close by', 2000],
        [null, 3000, 4000],
      ],
    ]);
    const { file } = await convertWithOffice(handWritten([page(across + down + said)]), 'pdf', 'xlsx');
    const sheet = String(unzip(file).get('xl/worksheets/sheet1.xml'));
    expect([...sheet.matchAll(/<mergeCell ref="([^"]*)"/g)].map(([, ref]) => ref).sort()).toEqual([
      'A1:A2',
      'A3:A4',
      'B1:C1',
    ]);
  });

  it('have the columns and rows that no line divides where lines divide the others', async () => {
    const figures = [100, 200, 300, 400];
    const across = [720, 700, 620].map((y) => rule(50, y, 300, 1)).join('');
    const said =
      words('Group', 54, 706, 11) +
      words('Both of these years', 182, 706, 11) +
      figures
        .map((figure, at) => {
          const y = 686 - at * 18;
          return (
            words(`Row ${figure}`, 54, y, 11) + words(`${figure}`, 170, y, 11) + words(`${figure + 1}`, 270, y, 11)
          );
        })
        .join('');
    const body = figures.map((figure) => [`Row ${figure}`, figure, figure + 1]);
    expect(await rowsOf(across + rule(150, 620, 1, 100) + said)).toEqual([
      [['Group', 'Both of these years', null], ...body],
    ]);
    const lines = [702, 684, 666, 648, 630].map((y) => rule(150, y, 200, 1)).join('');
    const boxes = [150, 250, 350].map((x) => rule(x, 630, 1, 72)).join('');
    expect(await rowsOf(lines + boxes + rule(50, 702, 100, 1) + rule(50, 630, 100, 1) + said)).toContainEqual(body);
  });

  it('go on below headings with space around them, and have the row whose first text is of several lines', async () => {
    const row = (y: number, name: string, figure: number) =>
      words(name, 50, y, 10) + [200, 300, 400].map((x, at) => words(`${figure + at}`, x, y, 10)).join('');
    const label = words('One that takes', 50, 663, 10) + words('two lines', 50, 653, 10);
    const heading = words('All of the others', 50, 618, 10);
    const said =
      row(700, 'First', 100) +
      row(682, 'Second', 200) +
      label +
      row(658, '', 300) +
      row(636, 'Fourth', 400) +
      heading +
      row(594, 'Fifth', 500) +
      row(578, 'Sixth', 600);
    const [rows, ...others] = await rowsOf(said);
    expect(others).toEqual([]);
    const names = ['First', 'Second', 'One that takes two lines', 'Fourth', 'All of the others', 'Fifth', 'Sixth'];
    expect(rows.map(([name]: unknown[]) => name)).toEqual(names);
  });

  it('have heads of several lines as one, and those in the middle of columns reach over these', async () => {
    const row = (y: number, ...said: string[]) =>
      said.map((text, at) => words(text, [50, 150, 210, 290, 350][at] ?? 0, y, 10)).join('');
    const said =
      words('2023', 178, 724, 10) +
      words('2024', 318, 724, 10) +
      row(700, '', '', 'Sold', '', 'Sold') +
      row(689, 'Place', 'Kept', 'here', 'Kept', 'there') +
      row(668, 'North', '11', '12', '13', '14') +
      row(652, 'South', '21', '22', '23', '24');
    const [rows] = await rowsOf(said);
    expect(rows).toEqual([
      [null, 2023, null, 2024, null],
      ['Place', 'Kept', 'Sold here', 'Kept', 'Sold there'],
      ['North', 11, 12, 13, 14],
      ['South', 21, 22, 23, 24],
    ]);
  });

  it('are divided where narrow gaps lie below each other, and not in text', async () => {
    const figures = ['11.50', '22.75', '33.25', '44.00', '55.10'];
    const dense = figures.map(
      (figure, at) =>
        words(`Row ${at}`, 50, 600 - at * 16, 10) +
        words(figure, 120, 600 - at * 16, 10) +
        words(figure, 151, 600 - at * 16, 10),
    );
    const text = words('Words of a text that is below the table and goes on over all of its columns.', 50, 510, 10);
    const [rows] = await rowsOf(dense.join('') + text);
    expect(rows).toEqual(figures.map((figure, at) => [`Row ${at}`, Number(figure), Number(figure)]));
  });

  it('are found below lines in other columns, and where heads have more texts than the rows below', async () => {
    const form =
      words('Name: Ada Lovelace', 50, 740, 10) +
      words('Born: 10 December 1815', 170, 740, 10) +
      words('Place: London, England', 320, 740, 10);
    const names = Array.from({ length: 10 }, (_, at) => `Value ${at}`);
    const rows = names.map((name, at) => {
      const y = 700 - at * 14;
      return words(name, 50, y, 10) + words(`${at + 1}`, 250, y, 10) + words(`${at + 2}`, 300, y, 10);
    });
    const body = names.map((name, at) => [name, at + 1, at + 2]);
    expect(await rowsOf(form + rows.join(''))).toEqual([body]);
    const head = ['Value', 'One', 'Two', 'Three', 'Four'];
    const heads = head.map((text, at) => words(text, at === 0 ? 50 : 200 + at * 50, 714, 10)).join('');
    const none = [null, null];
    expect(await rowsOf(heads + rows.join(''))).toEqual([[head, ...body.map((cells) => [...cells, ...none])]]);
  });

  it.each([
    ['downwards', '0 -1 1 0 60 500 cm '],
    ['upwards', '0 1 -1 0 400 60 cm '],
  ])('on a page whose text runs %s are those of the turned page', async (_, turn) => {
    const names = ['Northern', 'Southern', 'Eastern', 'Western'];
    const cells = names.map(
      (name, at) => words(`${name} part`, 0, 300 - at * 16, 10) + words(`${at + 10}`, 200, 300 - at * 16, 10),
    );
    const title = words('Regions of somewhere by their parts and numbers', 0, 320, 10);
    const number = words('7', 280, 20, 10);
    expect(await rowsOf(`q ${turn}${title}${cells.join('')}Q ${number}`)).toEqual([
      names.map((name, at) => [`${name} part`, at + 10]),
    ]);
  });

  it('have heads that run upwards', async () => {
    const across = [700, 600, 580, 560].map((y) => rule(50, y, 300, 1)).join('');
    const down = [50, 150, 250, 350].map((x) => rule(x, 560, 1, 140)).join('');
    const upwards = ['Registered voters', 'Votes of 5 May'].map(
      (text, at) => `q 0 1 -1 0 ${200 + at * 100} 606 cm ${words(text, 0, 0, 10)} Q `,
    );
    const body = [
      ['North', '963', '439'],
      ['South', '389', '171'],
    ].flatMap((cells, row) => cells.map((text, at) => words(text, 56 + at * 100, 586 - row * 20, 10)));
    expect(await rowsOf(across + down + words('Precinct', 56, 640, 10) + upwards.join('') + body.join(''))).toEqual([
      [
        ['Precinct', 'Registered voters', 'Votes of 5 May'],
        ['North', 963, 439],
        ['South', 389, 171],
      ],
    ]);
  });

  it('are not made of frames around links, nor of all text in one frame', async () => {
    const frame = (x: number, y: number, width: number) =>
      [rule(x, y, width, 1), rule(x, y + 12, width, 1), rule(x, y, 1, 12), rule(x + width - 1, y, 1, 13)].join('');
    const links =
      words('This is said at more length in Section 3 of the text, and', 50, 740, 10) +
      frame(185, 737, 47) +
      words('Section 4 has what is left of it to be said, and no more.', 50, 728, 10) +
      frame(48, 725, 46);
    const outer = rule(40, 600, 400, 1) + rule(40, 480, 400, 1) + rule(40, 480, 1, 121) + rule(440, 480, 1, 121);
    const heads = rule(40, 580, 400, 1) + rule(140, 580, 1, 20) + rule(300, 580, 1, 20);
    const names = ['First', 'Second', 'Third', 'Fourth'];
    const cells = names.flatMap((name, at) => {
      const y = 562 - at * 24;
      const wrapped = words('that goes on', 146, y - 9, 8);
      return [words(name, 46, y, 8), words('A longer text', 146, y, 8), wrapped, words(`${at}.50`, 306, y, 8)];
    });
    const head = ['Name', 'Text', 'Amount'].map((text, at) => words(text, [46, 146, 306][at] ?? 0, 586, 8));
    const tables = await rowsOf(links + outer + heads + head.join('') + cells.join(''));
    expect(tables).toEqual([
      [['Name', 'Text', 'Amount'], ...names.map((name, at) => [name, 'A longer text that goes on', at + 0.5])],
    ]);
  });

  it('of a page that is cropped from a very large one are found', async () => {
    const shifted = [0, 1, 2].map(
      (at) => words(`Row ${at}`, 4000, 4100 - at * 18, 11) + words(`${at}`, 4110, 4100 - at * 18, 11),
    );
    const cropped = { width: 7000, height: 7000, content: shifted.join(''), entries: '/CropBox[3900 3900 4500 4200]' };
    const { file } = await convertWithOffice(handWritten([cropped]), 'pdf', 'json');
    expect(JSON.parse(file.toString())).toMatchObject([
      {
        rows: [
          ['Row 0', 0],
          ['Row 1', 1],
          ['Row 2', 2],
        ],
      },
    ]);
  });

  it.each([
    ['has none', page(words('A letter without a table.', 50, 700, 11)), /No table was found.*docx or txt/],
    ['is a scan', page(rectangle('0.2 0.4 0.6', 5, 5, 590, 790)), /scanner.*docx or txt/],
  ])('are refused where a file %s', async (_, content, message) => {
    const refusal = { code: 'UNSUPPORTED_CONVERSION', message: expect.stringMatching(message) };
    await expect(convertWithOffice(handWritten([content]), 'pdf', 'xlsx')).rejects.toMatchObject(refusal);
  });
});
