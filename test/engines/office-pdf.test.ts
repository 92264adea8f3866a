import { describe, expect, it } from 'vitest';
import { chooseEngine } from '../../functions/conversion/choose-engine.ts';
import type { FormatName } from '../../functions/conversion/formats.ts';
import type { Options } from '../../functions/conversion/options.ts';
import { detectFormat } from '../../functions/detection/detect.ts';
import { office } from '../../functions/engines/office.ts';
import { convertWithOffice } from '../documents/convert-with-office.ts';
import { pagesOfPdf, textOf, textOfPdf } from '../documents/read-result.ts';
import { fixture, look } from '../pdfs/convert-pdf.ts';
import { handWritten, rectangle, words } from '../pdfs/hand-written.ts';
import { committed } from '../support/committed.ts';
import { convertBytes } from '../support/engine.ts';
import { expectRefused } from '../support/failure.ts';
import { unzip } from '../support/unzip.ts';

const bare = (text: string) => text.replace(/<[^>]*>|\s/g, '');
/** The text of a document, whose elements are blanks. */
const spaced = (xml: string) => xml.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');

/** Those of a document that have text. */
const runsIn = (document: string) => document.match(/<w:r>.*?<\/w:r>/gs)?.filter((run) => run.includes('<w:t')) ?? [];

/** Pages of ours: see the README of those files. */
const layout = (name: string) => committed(`pdfs/layouts/${name}.pdf`);
const convert = (name: string, target: FormatName, options: Options = {}) =>
  convertWithOffice(layout(name), 'pdf', target, 'medium', options);
/** The Word document that they become. */
const documentOf = async (name: string) => String(unzip((await convert(name, 'docx')).file).get('word/document.xml'));

describe('a PDF file', () => {
  const documents = (office.conversions.pdf ?? []).filter((target) => !['xlsx', 'ods', 'csv', 'json'].includes(target));

  it.each(documents)('becomes %s that holds its words', async (target) => {
    const { format, file } = await convertWithOffice(fixture('cairo.pdf'), 'pdf', target);
    expect([format, await detectFormat(file, 'result')]).toEqual([target, target]);
    for (const said of ['Ghostwords', 'Tallpage']) expect(bare(textOf(file, target))).toContain(said);
  });

  it('keeps its scripts, its order and its pages', async () => {
    const { file } = await convertWithOffice(fixture('office.pdf'), 'pdf', 'docx');
    const again = (await convertWithOffice(file, 'docx', 'pdf')).file;
    const said = [
      ...['Quarterly figures', 'The quick brown fox', '你好世界', 'مرحبا بالعالم'],
      ...['North', 'Second page, über'],
    ];
    const places = said.map((part) => bare(textOfPdf(again)).indexOf(bare(part)));
    expect([-1, ...places]).toEqual([-1, ...places].sort((a, b) => a - b));
    expect([Math.min(...places) >= 0, pagesOfPdf(again)]).toEqual([true, 2]);
  });

  it('has its lines joined to paragraphs, and words that were divided put together', async () => {
    const { file } = await convert('divided-word', 'odt');
    expect(spaced(textOf(file, 'odt'))).toContain('be bro\u00adken into lines that do belong together. Nothing else.');
  });

  it('has words of spread letters, as in headings and listings, put together', async () => {
    const source = layout('spread-letters');
    const { file } = await convertBytes(chooseEngine('pdf', 'md'), source, ['pdf', 'md']);
    const said = String(file).replaceAll('\\', '');
    const laid = await convertBytes(chooseEngine('pdf', 'txt'), source, ['pdf', 'txt']);
    expect(String(laid.file)).toMatch(/public +class Example/);
    for (const line of [
      'EXPERIENCE IN SALES',
      'return count == 0 or first;',
      'if test_of_letters [0] == x:',
      'a b c d e f g',
      'public class Example',
      'first second',
    ])
      expect(said).toContain(line);
  });

  it('goes on in the next column, with its divided word put together, in Markdown', async () => {
    const source = layout('columns');
    const { file } = await convertBytes(chooseEngine('pdf', 'md'), source, ['pdf', 'md']);
    const paragraphs = String(file).trim().split('\n\n');
    expect(paragraphs).toHaveLength(3);
    expect(paragraphs[1]).toContain('all of the international results');
  });

  it('has the families of its fonts as Word names them, and East Asian letters bold', async () => {
    const document = await documentOf('named-fonts');
    const looks = runsIn(document).map(
      (run) => `${/w:eastAsia="([^"]*)"/.exec(run)?.[1]}${run.includes('<w:b/>') ? ' bold' : ''}`,
    );
    expect([...new Set(looks)]).toEqual([
      ...['Malgun Gothic bold', 'SimHei', 'MS Gothic', 'Times New Roman bold', 'Arial', 'KaiTi bold'],
    ]);
    // Gaps beside East Asian letters are spaces already.
    const gaps = ['DE', 'DN'].map((kind) => `<w:autoSpace${kind} w:val="false"/>`);
    expect(document.split(gaps.join(''))).toHaveLength(2);
  });

  it('is in the languages of its text', async () => {
    const stylesOf = async (text: string) => {
      const page = (await convertWithOffice(Buffer.from(text), 'txt', 'pdf')).file;
      return String(unzip((await convertWithOffice(page, 'pdf', 'docx')).file).get('word/styles.xml'));
    };
    const german = 'Der Vertrag ist nicht mit den Erben und von der Bank';
    expect(await stylesOf(german)).toMatch(/<w:lang [^>]*w:val="de-DE"/);
    const korean = '한국어 문서입니다. 계약의 유효기간은 이천이십육년입니다.';
    expect(await stylesOf(korean)).toMatch(/<w:lang [^>]*w:eastAsia="ko-KR"/);
  });

  it('keeps the rows of a blank form, with their heights, and what is free above it', async () => {
    const document = await documentOf('blank-form');
    const rows = document.split('<w:tr>').slice(1);
    expect(rows.map((row) => row.split('<w:tc>').length - 1)).toEqual([3, 3, 3]);
    const heights = [...document.matchAll(/<w:trHeight w:val="(\d+)"/g)].map(([, height]) => Number(height) / 20);
    expect(heights.map((height) => Math.round(height / 10))).toEqual([6, 6, 6]);
    const [, after = ''] = /<w:spacing [^>]*w:after="(\d+)"/.exec(document) ?? [];
    expect(Math.round(Number(after) / 1000)).toBe(4);
  });

  it('keeps the paragraphs of a cell apart, and the colour of its lines', async () => {
    const document = await documentOf('address-in-a-cell');
    const [, first = ''] = document.split('<w:tc>');
    expect(first.split('</w:p>').slice(0, -1).map(bare)).toEqual(['JaneDoe', '12HighStreet', 'Leeds']);
    expect(document).toMatch(/<w:bottom w:val="single" [^>]*w:color="999999"/);
  });

  it('has entries of a table of contents with leaders that are tabs', async () => {
    const document = await documentOf('contents');
    expect([document.match(/w:leader="dot"/g)?.length, document.includes('....')]).toEqual([3, false]);
  });

  it('breaks a title where it was broken, and begins a paragraph where a line had room', async () => {
    const document = await documentOf('chapter');
    const paragraphs = document.split('</w:p>').filter((paragraph) => bare(paragraph) !== '');
    expect([paragraphs.length, /Chapter one.*<w:br\/>.*An introduction/.test(paragraphs[0] ?? '')]).toEqual([3, true]);
  });

  it('breaks centred lines of authors where they did, though what follows has no room behind them', async () => {
    expect(await documentOf('authors')).toMatch(/Knuth<\/w:t>(<\/w:r><w:r>.{0,200})?<w:br\/>/s);
  });

  it('stays on its pages where letters are wider, and takes no columns to the next page', async () => {
    const docx = (await convert('narrow-letters', 'docx')).file;
    const document = String(unzip(docx).get('word/document.xml'));
    const again = (await convertWithOffice(docx, 'docx', 'pdf')).file;
    const sections = document.split('<w:sectPr').slice(1);
    expect(sections.map((section) => section.includes('<w:cols w:num="2"'))).toEqual([false, true, false]);
    expect([pagesOfPdf(again), /<w:w w:val="70"\/>/.test(document)]).toEqual([3, true]);
  });

  it('has columns at the foot of a page that is nearly empty', async () => {
    const { file } = await convert('columns-at-the-foot', 'docx');
    expect(String(unzip(file).get('word/document.xml'))).toContain('<w:cols w:num="2"');
    expect(pagesOfPdf((await convertWithOffice(file, 'docx', 'pdf')).file)).toBe(2);
  });

  it('has text that is marked by a colour as text with that colour, and no table of it', async () => {
    const document = await documentOf('marked-lines');
    const paragraphs = document.split('</w:p>').filter((paragraph) => paragraph.includes('FFF2CC'));
    expect([document.includes('<w:tbl>'), document.includes('w:u w:val="single"')]).toEqual([false, false]);
    // Those of the whole paragraph are before those of its letters.
    const whole = paragraphs.map((paragraph) => /<w:pPr>.*?<w:rPr>/.exec(paragraph)?.[0].includes('<w:shd'));
    expect(whole).toEqual([false, false, false]);
    for (const run of paragraphs.flatMap((paragraph) => paragraph.split('<w:r>').slice(1)))
      expect(run).toContain('<w:shd');
  });

  it('has columns where they were, though what is above them begins further to the left', async () => {
    const document = await documentOf('columns-below-a-title');
    const [, within = ''] = document.split('letters and reports');
    const indents = [...within.matchAll(/<w:ind [^>]*w:left="(\d+)"/g)].map(([, twips]) =>
      Math.round(Number(twips) / 20),
    );
    expect([...new Set(indents)]).toEqual([40, 0]);
  });

  it('has a block of text in the middle of its page as a block, and not centred', async () => {
    const document = await documentOf('block');
    const [, block = ''] = /<w:p>((?:(?!<w:p>).)*text of a block)/.exec(document) ?? [];
    expect(/<w:jc w:val="(\w+)"/.exec(block)?.[1]).toBe('left');
  });

  it('has a panel of a colour with text in it, and other text beside it, behind its text', async () => {
    const document = await documentOf('panel');
    expect([document.includes('behindDoc="1"'), document.includes('w:fill="333366"')]).toEqual([true, false]);
  });

  it('keeps the lines of an address', async () => {
    const paragraphs = (await documentOf('address')).split('</w:p>').map(bare);
    expect(paragraphs).toEqual(expect.arrayContaining(['12HighStreet', 'LS14ABLeeds', 'UnitedKingdom']));
  });

  it('has a frame around text, and a picture among the text', async () => {
    const [before = '', after = ''] = (await documentOf('frame-and-picture')).split('Below it');
    expect([before.includes('<w:tbl>'), before.includes('<wp:anchor')]).toEqual([true, false]);
    expect([after.includes('<wp:anchor'), after.includes('<wp:inline')]).toEqual([false, true]);
  });

  it('has pictures and tables in cells, and what is struck', async () => {
    const [photos = '', note = '', outer = ''] = (await documentOf('cells')).split('<w:tbl>').slice(1);
    expect([photos.split('<wp:inline').length - 1, photos.includes('<w:strike')]).toEqual([3, true]);
    expect([bare(note), bare(outer)]).toEqual([
      'Pricesincludetaxes.Whatisstruckwasthepriceoflastyear.',
      'OuterleftOuterrightInneroneInnertwoBesideitThirdFourth',
    ]);
  });

  it('has lines across its text as borders of paragraphs, but not the edges of a ground', async () => {
    const document = await documentOf('line-and-ground');
    const bordered = document.split('<w:p>').filter((paragraph) => paragraph.includes('<w:pBdr>'));
    expect(bordered.map(bare)).toEqual(['Experience']);
    expect(bordered[0]).toMatch(/<w:bottom w:val="single" [^>]*w:color="0000FF"/);
  });

  it('has words underlined over a rule that begins and ends with them, and light ones on a picture', async () => {
    const document = await documentOf('underlined');
    const runs = runsIn(document);
    expect(runs.filter((run) => run.includes('<w:u w:val="single"')).map(bare)).toEqual(['Minutes']);
    expect(runs.find((run) => run.includes('On it'))).toContain('<w:color w:val="FFFFFF"');
  });

  it('has no table where numbers stand before headings above short texts', async () => {
    const document = await documentOf('numbered-headings');
    expect(document).not.toContain('<w:tbl>');
    expect(document.match(/<w:pStyle w:val="Heading1"/g)).toHaveLength(4);
  });

  it('keeps what runs upwards at its edge out of its lines', async () => {
    const { file } = await convert('stamp', 'odt');
    expect(spaced(textOf(file, 'odt'))).toContain('there. arXiv:1601.03642v1 of 12 Jan 2016');
  });

  it('keeps the colours behind words: of bands, cells and markers', async () => {
    const document = await documentOf('colours');
    const fills = (xml: string) => [...xml.matchAll(/<w:shd [^>]*w:fill="(\w+)"/g)].map(([, fill]) => fill);
    const cells = document.split('<w:tc>').slice(1);
    expect(cells.map((cell) => fills(cell.split('<w:p>')[0] ?? '')[0])).toEqual([
      ...Array(3).fill('CC0000'),
      ...Array(3).fill(undefined),
      ...Array(3).fill('E5E5E5'),
    ]);
    const [, heading = '', marked = ''] = document.split('</w:p>');
    expect(heading).toContain('A heading in a band');
    expect(fills(heading)).toContain('003366');
    expect(heading).toContain('<w:color w:val="FFFFFF"/>');
    expect(runsIn(marked).map((run) => [/<w:t[^>]*>([^<]*)/.exec(run)?.[1]?.trim(), fills(run)[0]])).toEqual([
      ['Words', undefined],
      ['and one', 'FFFF00'],
      ['of them that is marked, in a text that goes on.', undefined],
    ]);
  });

  it('becomes slides that look as its pages did', async () => {
    const { file } = await convert('slides', 'pptx');
    const pictures = unzip((await convertWithOffice(file, 'pptx', 'png')).file);
    expect(pictures.size).toBe(2);
    const first = await look(pictures.get('page-001.png') ?? Buffer.alloc(0));
    expect([first.at(0.25, 0.25), first.at(0.75, 0.25)]).toEqual(['red', 'white']);
    // Sizes are kept in hundredths of millimetres.
    expect(Math.abs(first.width - 1250) + Math.abs(first.height - 834)).toBeLessThan(4);
    const text = textOfPdf((await convertWithOffice(file, 'pptx', 'pdf')).file);
    for (const said of ['Slide words', 'Small page']) expect(text).toContain(said);
  });

  it('has the lines between rows of a table, and amounts that end where they did', async () => {
    const document = await documentOf('invoice');
    expect(spaced(document)).toContain('1 High Street London N1 1AA INVOICE Invoice no. 4711');
    const rows = document
      .split('<w:tr>')
      .slice(1)
      .map((row) => row.split('<w:tc>').slice(1));
    const lines = rows.map(([cell = '']) => /<w:bottom [^>]*w:color="(\w+)"/.exec(cell)?.[1]);
    const item = [undefined, 'CCCCCC', 'CCCCCC'];
    expect(lines).toEqual(['000000', ...item, ...item, undefined, undefined, undefined]);
    expect(rows[1]?.join('')).toMatch(/<w:gridSpan w:val="4"\/>.*Goods/);
    const amount = rows[3]?.[3] ?? '';
    expect(amount).toContain('<w:jc w:val="right"/>');
    expect(Number(/<w:ind [^>]*w:right="(\d+)"/.exec(amount)?.[1])).toBeGreaterThan(100);
  });

  it('has a logo behind its text, the bars of a chart as one picture, and rows as large as their colours', async () => {
    const document = await documentOf('areas');
    expect(document.match(/<wp:anchor [^>]*behindDoc="1"/g)).toHaveLength(1);
    expect(document.match(/<a:blip /g)).toHaveLength(2);
    const inPoints = (pattern: RegExp) => [...document.matchAll(pattern)].map(([, size]) => Number(size) / 20);
    // Three fields of a form, and two columns that are wider than their text.
    expect(inPoints(/<w:gridCol w:w="(\d+)"/g).map(Math.round)).toEqual([150, 150, 151, 207, 243]);
    expect(inPoints(/<w:trHeight w:val="(\d+)"/g).slice(1)).toEqual([26, 26, 26, 26]);
  });

  it('keeps lines to write on, to sign on, above footnotes and beside quotations', async () => {
    const document = await documentOf('lines-to-write-on');
    expect(spaced(document)).toMatch(/Name: _{30,45} Contents 4 What/);
    const bordered = (side: string) =>
      document
        .split('<w:p>')
        .flatMap((part) => (new RegExp(`<w:${side} w:val="single"`).test(part) ? [spaced(part).trim()] : []));
    expect(bordered('left').join(' ')).toBe('What somebody said once, in words that are quoted here.');
    expect(bordered('bottom')).toEqual(['', '', '', '']);
  });

  it('keeps a chart with its names on the ground of both', async () => {
    const parts = unzip((await convert('chart-on-ground', 'docx')).file);
    expect(String(parts.get('word/document.xml')).match(/<wp:anchor [^>]*behindDoc="1"/g)).toHaveLength(1);
    const picture = [...parts].find(([name]) => name.startsWith('word/media/'))?.[1] ?? Buffer.alloc(0);
    const { width, height } = await look(picture);
    expect(Math.abs(width / height - 460 / 190)).toBeLessThan(0.1);
  });

  it('has tables whose rules are double and texts fill their cells, without another break', async () => {
    const document = await documentOf('double-rules');
    const widths = [...document.matchAll(/<w:gridCol w:w="(\d+)"/g)].map(([, width]) => Number(width) / 20);
    expect(widths.map(Math.round)).toEqual([62, 58]);
    const [, margin] = /<w:tblCellMar>.*?<w:right w:w="(\d+)"/.exec(document) ?? [];
    expect(Number(margin) / 20).toBeLessThan(1.5);
  });

  it('keeps the sizes of turned pages, and what is written sideways', async () => {
    const { file } = await convert('turned', 'odt');
    const text = bare(textOf(file, 'odt'));
    expect(text.match(/Turnedwords|wordsTurned/g)).toHaveLength(3);
    expect(text).toContain('Uprightwords');
    const drawn = unzip((await convertWithOffice(file, 'odt', 'png', 'high')).file);
    const sizes = await Promise.all([...drawn.values()].map(async (picture) => (await look(picture)).width));
    expect(sizes.map((size) => Math.round(size / 417) * 100)).toEqual([200, 300, 200, 200]);
  });
});

it('reads vertical writing from right to left, with ordinary punctuation', async () => {
  const { file } = await convertBytes(chooseEngine('pdf', 'md'), fixture('layouts/vertical.pdf'), ['pdf', 'md']);
  const [first, second] = [
    '天地玄黄宇宙洪荒日月盈昃（辰宿列张）寒来暑往，秋收冬藏。闰余成岁律吕调阳',
    '云腾致雨露结为霜金生丽水玉出昆冈',
  ];
  expect(bare(String(file))).toContain(`${first}${second}剑号巨阙珠称夜光果珍李柰菜重芥姜海咸河淡鳞潜羽翔`);
});

it('leaves out a watermark that slants across the text, and nothing else', async () => {
  const lines = Array.from({ length: 40 }, (_, at) =>
    words(`Line ${at} of a text below a watermark`, 60, 740 - 17 * at, 11),
  );
  const slanting = (size: number, angle: number, x: number, y: number) => {
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)].map((value) => value.toFixed(4));
    return `0.8 g BT /F1 ${size} Tf ${cos} ${sin} -${sin} ${cos} ${x} ${y} Tm (DRAFT - CONFIDENTIAL) Tj ET`;
  };
  const content = [...lines, slanting(54, Math.PI / 4, 80, 150), slanting(30, 0.5, 150, 90), words('1 A', 30, 30, 30)];
  const pdf = handWritten([{ width: 595, height: 842, content: content.join('\n') }]);
  const { file } = await convertBytes(chooseEngine('pdf', 'md'), pdf, ['pdf', 'md']);
  const said = String(file)
    .split(/\s+/)
    .filter((word) => !/^(Line|\d+|of|a|text|below|watermark|)$/.test(word));
  expect(said).toEqual(['#', 'A']);
});

describe('tables of a PDF file', () => {
  it.each([
    ['bookings', 'one over two pages, with numbers as numbers where they are beyond doubt'],
    ['ruled', 'cells of several lines and over several columns and rows, from the lines that are drawn'],
    ['half-ruled', 'columns and rows that no line divides where lines divide the others'],
    ['boxed', 'columns that only lines around them divide'],
    ['ruled-columns', 'rows of several lines where lines divide columns only, and headings between them'],
    ['invoice', 'headings over all columns, and totals below the last row'],
    ['several-lines', 'texts of several lines, centred beside numbers, and below bold heads without more space'],
    ['currencies', 'amounts with the currency signs far before them, but for signs in a column of their own'],
    ['headings', 'rows that go on below headings, and one whose first text is of several lines'],
    ['heads', 'heads of several lines, and those in the middle of columns'],
    ['narrow', 'narrow gaps that lie below each other, and not in text'],
    ['below-a-form', 'rows below lines in other columns'],
    ['more-heads', 'heads with more texts than the rows below'],
    ['downwards', 'text that runs downwards'],
    ['upwards', 'text that runs upwards'],
    ['heads-upwards', 'heads that run upwards'],
    ['framed', 'frames around links, and around all text, which are none'],
    ['workbook', 'numbers that the names behind them nearly touch, and heads at the other side of their columns'],
    ['cropped', 'a page that is cropped from a very large one'],
  ])('become lists of rows: %s, %s', async (name) => {
    const { file } = await convert(name, 'json');
    expect(JSON.parse(file.toString())).toEqual(JSON.parse(String(committed(`pdfs/layouts/${name}.json`))));
  });

  it('become sheets in which no text is a formula, and cells that are merged', async () => {
    const { file } = await convert('bookings', 'xlsx');
    const [book, sheet, styles] = ['workbook', 'worksheets/sheet1', 'styles'].map((name) =>
      String(unzip(file).get(`xl/${name}.xml`)),
    );
    const names = [...(book ?? '').matchAll(/<sheet name="([^"]*)"/g)].map(([, name]) => name);
    expect(names).toEqual(['Bookings', 'Table 2 (page 3)']);
    expect(sheet).not.toContain('<f');
    for (const number of ['1234.5', '0.125', '-5.25', '45322']) expect(sheet).toContain(`<v>${number}</v>`);
    for (const text of ['=1+1', '@SUM(A1)', '00712']) expect(textOf(file, 'xlsx')).toContain(text);
    expect(styles).toContain('<b val="true"/>');
    const ruled = String(unzip((await convert('ruled', 'xlsx')).file).get('xl/worksheets/sheet1.xml'));
    const merged = [...ruled.matchAll(/<mergeCell ref="([^"]*)"/g)].map(([, ref]) => ref);
    expect(merged.sort()).toEqual(['A1:A2', 'A3:A4', 'B1:C1']);
  });

  it('have a row that goes on over several lines on the next page once', async () => {
    const rows = String((await convert('row-over-pages', 'csv')).file)
      .trim()
      .split(/\r?\n/);
    const [head, first, second, broken, ...others] = rows;
    expect([head, first, second]).toEqual([
      'Day,Text,Amount',
      '1 May,Payment for the journey,12.50',
      '2 May,Rent of the office,80.00',
    ]);
    expect(broken).toBe('3 May,Costs of the works of April,7.00');
    expect(others).toEqual([4, 5, 6, 7].map((day) => `${day} May,Interest on the loan,3.20`));
  });

  it('have their columns where only the ground of some is another', async () => {
    const { file } = await convert('coloured-column', 'csv');
    expect(String(file).trim().split(/\r?\n/)[1]).toBe('York,11.9,13.2');
  });

  it('become one csv each, or the chosen one', async () => {
    const zip = await convert('bookings', 'csv');
    expect([zip.format, [...unzip(zip.file).keys()]]).toEqual(['zip', ['Bookings.csv', 'Table 2 (page 3).csv']]);
    const one = await convert('bookings', 'csv', { sheet: '2', separator: 'semicolon' });
    expect([one.format, one.file.toString()]).toEqual(['csv', 'Name;Age\nAda;36\nAlan;41\n']);
    const last = await convert('bookings', 'csv', { pages: '3' });
    expect([last.format, last.file.toString()]).toEqual(['csv', 'Name,Age\nAda,36\nAlan,41\n']);
  });

  it.each([
    ['has none', words('A letter without a table.', 50, 700, 11), /No table was found.*docx or txt/],
    ['has no text', rectangle('0.2 0.4 0.6', 5, 5, 590, 790), /No text was found/],
  ])('are refused where a file %s', async (_, content, message) => {
    const pdf = handWritten([{ width: 600, height: 800, content }]);
    await expectRefused(convertWithOffice(pdf, 'pdf', 'xlsx'), 'UNSUPPORTED_CONVERSION', message);
  });
});
