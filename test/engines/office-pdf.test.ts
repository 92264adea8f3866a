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
import { unzip } from '../support/unzip.ts';

const bare = (text: string) => text.replace(/<[^>]*>|\s/g, '');
/** The text of a document, whose elements are blanks. */
const spaced = (xml: string) => xml.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');

/** The Word document that a page with this content becomes. */
async function documentOf(content: string | readonly string[]): Promise<string> {
  const source = handWritten([{ width: 595, height: 842, content: [content].flat().join('\n') }]);
  return String(unzip((await convertWithOffice(source, 'pdf', 'docx')).file).get('word/document.xml'));
}

/** What a page of ours becomes: see the README beside it. */
const convert = async (name: string, target: FormatName, options: Options = {}) =>
  convertWithOffice(committed(`pdfs/layouts/${name}.pdf`), 'pdf', target, 'medium', options);

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
    const text = Array.from({ length: 8 }, (_, row) =>
      words('Nothing is spread in a line as long as this one', 72, 500 - row * 14),
    );
    const listing = (word: string, gap: number) => [...word].map((letter) => `(${letter})`).join(`-${gap}`);
    const spread = (at: number, font: string, spacing: number, line: string) =>
      `BT /${font} 10 Tf ${spacing} Tc 72 ${at} Td (${line}) Tj 0 Tc ET`;
    const lines = [
      spread(700, 'F1', 2, 'EXPERIENCE IN SALES'),
      spread(660, 'F1', 1.6, 'return count == 0 or first;'),
      spread(620, 'C', 1.4, 'if test_of_letters [0] == x:'),
      spread(580, 'F1', 0, 'a b c d e f g'),
      `BT /F1 10 Tf 72 540 Td [${listing('public', 190)}-1150${listing('class', 230)}-800(Example)] TJ ET`,
      'BT /C 10 Tf 72 600 Td [(first)-250(second)] TJ ET',
    ];
    const font = (name: string) => `<</Type/Font/Subtype/Type1/BaseFont/${name}>>`;
    const entries = `/Resources<</Font<</F1 ${font('Helvetica')}/C ${font('Courier')}>>>>`;
    const content = [...lines, ...text].join('\n');
    const source = handWritten([{ width: 595, height: 842, content, entries }]);
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
    const source = committed('pdfs/layouts/columns.pdf');
    const { file } = await convertBytes(chooseEngine('pdf', 'md'), source, ['pdf', 'md']);
    const paragraphs = String(file).trim().split('\n\n');
    expect([paragraphs.length, paragraphs[1]]).toEqual([
      3,
      expect.stringContaining('all of the international results'),
    ]);
  });

  it('has the families of its fonts as Word names them, and East Asian letters bold', async () => {
    const names = ['MalgunGothicBold', 'ABCDEF+SimHei', 'MS-Gothic', 'TimesNewRoman,Bold', 'NotoColorEmoji'];
    const fonts = names.map((name, at) => `/F${at} <</Type/Font/Subtype/Type1/BaseFont/${name}>>`);
    const system = '/CIDSystemInfo<</Registry(Adobe)/Ordering(GB1)/Supplement 2>>';
    const chinese = `<</Type/Font/Subtype/CIDFontType0/BaseFont/KaiTi-Bold${system}>>`;
    fonts.push(`/C <</Type/Font/Subtype/Type0/BaseFont/KaiTi-Bold/Encoding/UniGB-UCS2-H/DescendantFonts[${chinese}]>>`);
    const lines = names.map((_, at) => `BT /F${at} 12 Tf 72 ${700 - 40 * at} Td (Text number ${at}) Tj ET`);
    const content = [...lines, 'BT /C 12 Tf 72 400 Td <7C974F53> Tj ET'].join('\n');
    const entries = `/Resources<</Font<<${fonts.join('')}>>>>`;
    const source = handWritten([{ width: 595, height: 842, content, entries }]);
    const { file } = await convertWithOffice(source, 'pdf', 'docx');
    const document = String(unzip(file).get('word/document.xml'));
    const runs = [...document.matchAll(/<w:r>.*?<\/w:r>/gs)].map(([run]) => run).filter((run) => run.includes('<w:t'));
    const looks = runs.map((run) => `${/w:eastAsia="([^"]*)"/.exec(run)?.[1]}${run.includes('<w:b/>') ? ' bold' : ''}`);
    expect([...new Set(looks)]).toEqual([
      ...['Malgun Gothic bold', 'SimHei', 'MS Gothic', 'Times New Roman bold', 'Arial', 'KaiTi bold'],
    ]);
    // Gaps beside East Asian letters are spaces already.
    const gaps = ['DE', 'DN'].map((kind) => `<w:autoSpace${kind} w:val="false"/>`);
    expect(document.split(gaps.join(''))).toHaveLength(2);
  });

  it('is in the languages of its text', async () => {
    const german = words('Der Vertrag ist nicht mit den Erben und von der Bank', 72, 700);
    const source = handWritten([{ width: 595, height: 842, content: german }]);
    const { file } = await convertWithOffice(source, 'pdf', 'docx');
    const styles = String(unzip(file).get('word/styles.xml'));
    expect(styles).toMatch(/<w:lang [^>]*w:val="de-DE"/);
    const korean = '한국어 문서입니다. 계약의 유효기간은 이천이십육년입니다.';
    const page = (await convertWithOffice(Buffer.from(korean), 'txt', 'pdf')).file;
    const made = unzip((await convertWithOffice(page, 'pdf', 'docx')).file);
    expect(String(made.get('word/styles.xml'))).toMatch(/<w:lang [^>]*w:eastAsia="ko-KR"/);
  });

  it('has its tables as tables', async () => {
    expect(textOf((await convert('narrow', 'odt')).file, 'odt').match(/<table:table-row/g)).toHaveLength(5);
  });

  it('keeps the rows of a blank form, with their heights, and what is free above it', async () => {
    const lines = [0, 1, 2, 3].map((row) => `60 ${500 - row * 60} m 360 ${500 - row * 60} l S`);
    const sides = [60, 160, 260, 360].map((left) => `${left} 320 m ${left} 500 l S`);
    const heads = ['Date', 'Name', 'Hours'].map((said, at) => words(said, 70 + at * 100, 480, 12));
    const content = [words('Time sheet', 60, 700), ...lines, ...sides, ...heads].join('\n');
    const document = await documentOf(content);
    const rows = document.split('<w:tr>').slice(1);
    expect(rows.map((row) => row.split('<w:tc>').length - 1)).toEqual([3, 3, 3]);
    const heights = [...document.matchAll(/<w:trHeight w:val="(\d+)"/g)].map(([, height]) => Number(height) / 20);
    expect(heights.map((height) => Math.round(height / 10))).toEqual([6, 6, 6]);
    const [, after = ''] = /<w:spacing [^>]*w:after="(\d+)"/.exec(document) ?? [];
    expect(Math.round(Number(after) / 1000)).toBe(4);
  });

  it('keeps the paragraphs of a cell apart, and the colour of its lines', async () => {
    const lines = [500, 440, 380].map((y) => `0.6 G 60 ${y} m 360 ${y} l S`);
    const sides = [60, 210, 360].map((left) => `${left} 380 m ${left} 500 l S`);
    const cell = [words('Jane Doe', 70, 485, 12), words('12 High Street', 70, 465, 12), words('Leeds', 70, 445, 12)];
    const others = [words('Address', 220, 485, 12), words('Total', 70, 420, 12), words('100', 220, 420, 12)];
    const document = await documentOf([...lines, ...sides, ...cell, ...others]);
    const [, first = ''] = document.split('<w:tc>');
    expect(first.split('</w:p>').slice(0, -1).map(bare)).toEqual(['JaneDoe', '12HighStreet', 'Leeds']);
    expect(document).toMatch(/<w:bottom w:val="single" [^>]*w:color="999999"/);
  });

  it('has entries of a table of contents with leaders that are tabs', async () => {
    const entries = ['Setup', 'Security and privacy', 'Localization'].map((said, at) =>
      words(`${said} ${'.'.repeat(60 - said.length)} ${at + 3}`, 60, 700 - at * 20, 12),
    );
    const document = await documentOf(entries);
    expect([document.match(/w:leader="dot"/g)?.length, document.includes('....')]).toEqual([3, false]);
  });

  it('breaks a title where it was broken, and begins a paragraph where a line had room', async () => {
    const content = [
      words('Chapter one', 250, 700, 18),
      words('An introduction', 235, 680, 18),
      words('A line of text that is as wide as the page is, and that goes on in the next one which', 60, 620, 12),
      words('is not as wide, as it ends here with the sentence.', 60, 605, 12),
      words('Another sentence begins a line of its own, which is a paragraph of its own as well.', 60, 590, 12),
    ];
    const document = await documentOf(content);
    const paragraphs = document.split('</w:p>').filter((paragraph) => bare(paragraph) !== '');
    expect([paragraphs.length, /Chapter one.*<w:br\/>.*An introduction/.test(paragraphs[0] ?? '')]).toEqual([3, true]);
  });

  it('stays on its pages where letters are wider, and takes no columns to the next page', async () => {
    const text = 'these are letters that are narrower in the file than in any font of whoever opens the document, and';
    const line = (at: number, scale: number) =>
      `BT ${scale} Tz /F1 12 Tf 60 ${760 - at * 14} Td (${at} ${text}) Tj ET\n`;
    const lines = Array.from({ length: 25 }, (_, at) => at);
    const column = (x: number) =>
      lines.map((at) => words('words of a column that all of them fill', x, 760 - at * 14, 11)).join('');
    const contents = [
      [0, 1, 2, 3, 4, 5, 6, 7].map((at) => line(at, 45)).join('') + words('- 1 -', 290, 200, 10),
      column(60) + column(310),
      line(0, 70) + words('This page has no columns.', 60, 700, 12),
    ];
    const source = handWritten(contents.map((content) => ({ width: 595, height: 842, content })));
    const docx = (await convertWithOffice(source, 'pdf', 'docx')).file;
    const document = String(unzip(docx).get('word/document.xml'));
    const again = (await convertWithOffice(docx, 'docx', 'pdf')).file;
    const sections = document.split('<w:sectPr').slice(1);
    expect(sections.map((section) => section.includes('<w:cols w:num="2"'))).toEqual([false, true, false]);
    expect([pagesOfPdf(again), /<w:w w:val="70"\/>/.test(document)]).toEqual([3, true]);
  });

  it('has columns at the foot of a page that is nearly empty', async () => {
    const column = (x: number) =>
      [0, 1, 2].map((at) => words('words of a column that all of them fill', x, 100 - at * 14, 11)).join('');
    const contents = [words('A title', 60, 760, 18) + column(60) + column(310), words('Another page.', 60, 700, 12)];
    const source = handWritten(contents.map((content) => ({ width: 595, height: 842, content })));
    const { file } = await convertWithOffice(source, 'pdf', 'docx');
    expect(String(unzip(file).get('word/document.xml'))).toContain('<w:cols w:num="2"');
    expect(pagesOfPdf((await convertWithOffice(file, 'docx', 'pdf')).file)).toBe(2);
  });

  it('has text that is marked by a colour as text with that colour, and no table of it', async () => {
    // Helvetica's letters as wide as they are, with a space behind them.
    const lines = [
      { said: 'return value + fee', x: 60, width: 93.7 },
      { said: 'or undefined', x: 72, width: 66.7 },
      { said: 'at the end', x: 60, width: 53.4 },
    ];
    const marked = lines.map(({ said, x, width }, at) => {
      const y = 700 - at * 14;
      return `1 0.95 0.8 rg ${x} ${y - 3} ${width + 3.3} 14 re f 0 g\n${words(said, x, y, 12)}`;
    });
    const content = [words('A text with code.', 60, 740, 12), ...marked, words('Another text.', 60, 600, 12)].join(
      '\n',
    );
    const document = await documentOf(content);
    const paragraphs = document.split('</w:p>').filter((paragraph) => paragraph.includes('FFF2CC'));
    expect([document.includes('<w:tbl>'), document.includes('w:u w:val="single"')]).toEqual([false, false]);
    // Those of the whole paragraph are before those of its letters.
    expect(paragraphs.map((paragraph) => /<w:pPr>.*?<w:rPr>/.exec(paragraph)?.[0].includes('<w:shd'))).toEqual(
      lines.map(() => false),
    );
    for (const run of paragraphs.flatMap((paragraph) => paragraph.split('<w:r>').slice(1)))
      expect(run).toContain('<w:shd');
  });

  it('has columns where they were, though what is above them begins further to the left', async () => {
    const column = (x: number) =>
      [0, 1, 2, 3, 4, 5].map((at) => words('words of a column that all of them fill', x, 700 - at * 14, 11)).join('');
    const title = words(
      'A title that is as wide as the page, and that begins to the left of both of its columns',
      60,
      740,
      11,
    );
    const content = title + column(100) + column(340);
    const document = await documentOf(content);
    const [, within = ''] = document.split('begins to the left');
    const indents = [...within.matchAll(/<w:ind [^>]*w:left="(\d+)"/g)].map(([, twips]) =>
      Math.round(Number(twips) / 20),
    );
    expect([...new Set(indents)]).toEqual([40, 0]);
  });

  it('has a block of text in the middle of its page as a block, and not centred', async () => {
    const title = words(
      'A title that is as wide as the page, and that reaches out on both sides of the text below it',
      60,
      740,
      11,
    );
    const lines = [0, 1, 2, 3, 4].map((at) =>
      words('text of a block that is set to both edges', 180, 700 - at * 12, 11),
    );
    const content = title + lines.join('') + words('and that ends here.', 180, 640, 11);
    const document = await documentOf(content);
    const [, block = ''] = /<w:p>((?:(?!<w:p>).)*text of a block)/.exec(document) ?? [];
    expect(/<w:jc w:val="(\w+)"/.exec(block)?.[1]).toBe('left');
  });

  it('has a panel of a colour with text in it, and other text beside it, behind its text', async () => {
    const side = [0, 1, 2, 3, 4, 5].map((at) => words(`Skill ${at}`, 20, 780 - at * 40, 11)).join('');
    const body = Array.from({ length: 12 }, (_, at) => words('what the person did, and where', 220, 780 - at * 30, 11));
    const content = `0.2 0.2 0.4 rg 0 0 180 842 re f\n1 g\n${side}0 g\n${body.join('')}`;
    const document = await documentOf(content);
    expect([document.includes('behindDoc="1"'), document.includes('w:fill="333366"')]).toEqual([true, false]);
  });

  it('keeps the lines of an address', async () => {
    const said = ['Jane Margaret Doe', '12 High Street', 'LS1 4AB Leeds', 'United Kingdom'];
    const content = said.map((line, at) => words(line, 60, 760 - at * 14, 12)).join('');
    const paragraphs = (await documentOf(content)).split('</w:p>').map(bare);
    expect(paragraphs).toEqual(expect.arrayContaining(said.slice(1).map(bare)));
  });

  it('has a frame around text at its place on the page, and a picture among the text', async () => {
    const [frame, picture] = ['60 600 300 100 re S', '0.2 0.4 0.8 rg 60 500 40 40 re f 0 g'];
    const content = [frame, words('Within it', 120, 650, 12), words('Below it', 60, 560, 12), picture];
    const document = await documentOf(content);
    const [before = '', after = ''] = document.split('Below it');
    expect([before.includes('<wp:anchor'), before.includes('<wp:inline')]).toEqual([true, false]);
    expect([after.includes('<wp:anchor'), after.includes('<wp:inline')]).toEqual([false, true]);
  });

  it('has lines across its text as borders of paragraphs, but not the edges of a ground', async () => {
    const [line, ground] = ['0 0 1 RG 60 690 m 500 690 l S', '0.9 g 60 590 440 40 re f 0 g'];
    const long = 'A text that reaches over most of the width of its page, as they do in letters and reports';
    const content = [
      words('Experience', 60, 700, 12),
      line,
      words(long, 60, 660, 10),
      ground,
      words(long, 60, 605, 10),
    ];
    const document = await documentOf(content);
    const bordered = document.split('<w:p>').filter((paragraph) => paragraph.includes('<w:pBdr>'));
    expect(bordered.map(bare)).toEqual(['Experience']);
    expect(bordered[0]).toMatch(/<w:bottom w:val="single" [^>]*w:color="0000FF"/);
  });

  it('has words underlined over a rule that begins and ends with them, and light ones on a picture', async () => {
    const underline = (x: number, y: number, width: number) => `${x} ${y - 2} m ${x + width} ${y - 2} l S`;
    const content = [
      ...[words('Minutes', 60, 700, 12), underline(60, 700, 42), words('of June', 120, 700, 12)],
      ...[words('Ann', 60, 650, 12), underline(60, 650, 200)],
      ...[
        '0.2 0.4 0.8 rg 60 500 300 80 re f 0.8 0.4 0.2 rg 200 500 160 80 re f',
        'BT /F1 12 Tf 1 g 250 540 Td (On it) Tj ET',
      ],
    ];
    const document = await documentOf(content);
    const runs = [...document.matchAll(/<w:r>.*?<\/w:r>/gs)].map(([run]) => run).filter((run) => run.includes('<w:t'));
    expect(runs.filter((run) => run.includes('<w:u w:val="single"')).map(bare)).toEqual(['Minutes']);
    expect(runs.find((run) => run.includes('On it'))).toContain('<w:color w:val="FFFFFF"');
  });

  it('has no table where numbers stand before headings above short texts', async () => {
    const content = [700, 640, 580, 520].flatMap((y, at) => [
      `BT /F1 16 Tf 60 ${y} Td (1.${at + 1}) Tj 40 0 Td (Heading words) Tj ET`,
      `BT /F1 10 Tf 60 ${y - 18} Td (Summarize section ${at + 2} here.) Tj ET`,
    ]);
    const document = await documentOf(content);
    expect(document).not.toContain('<w:tbl>');
    expect(document.match(/<w:pStyle w:val="Heading1"/g)).toHaveLength(4);
  });

  it('keeps what runs upwards at its edge out of its lines', async () => {
    const { file } = await convert('stamp', 'odt');
    expect(spaced(textOf(file, 'odt'))).toContain('there. arXiv:1601.03642v1 of 12 Jan 2016');
  });

  it('keeps the colours behind words: of bands, cells and markers', async () => {
    const document = String(unzip((await convert('colours', 'docx')).file).get('word/document.xml'));
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
    const runs = marked.split('<w:r>').filter((run) => run.includes('<w:t'));
    expect(runs.map((run) => [/<w:t[^>]*>([^<]*)/.exec(run)?.[1]?.trim(), fills(run)[0]])).toEqual([
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

  it('has tables whose rules are double and texts fill their cells, without another break', async () => {
    const doubled = (place: number) => [place - 1.6, place + 1.6];
    const sides = [70, 132, 190].flatMap(doubled).map((x) => `${x} 638.4 m ${x} 701.6 l S`);
    const lines = [700, 680, 660, 640].flatMap(doubled).map((y) => `68.4 ${y} m 191.6 ${y} l S`);
    const cells = ['Article', 'Price', 'Long apples', '11.20', 'Plums', '3'].map((said, at) =>
      words(said, [73, 142][at % 2] as number, 686 - (at >> 1) * 20, 11),
    );
    const document = await documentOf(['0.5 w', ...sides, ...lines, ...cells]);
    const widths = [...document.matchAll(/<w:gridCol w:w="(\d+)"/g)].map(([, width]) => Number(width) / 20);
    expect(widths.map(Math.round)).toEqual([62, 58]);
    const [, margin] = /<w:tblCellMar>.*?<w:right w:w="(\d+)"/.exec(document) ?? [];
    expect(Number(margin) / 20).toBeLessThan(1.5);
  });

  it('becomes slides with their titles, and each list in one box', async () => {
    const slide = String(unzip((await convert('list', 'pptx')).file).get('ppt/slides/slide1.xml'));
    const boxes = slide.split('<p:sp>').slice(1);
    expect(boxes.map((box) => [box.includes('<p:ph type="title"/>'), box.split('<a:p>').length - 1])).toEqual([
      [true, 1],
      [false, 3],
    ]);
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

describe('tables of a PDF file', () => {
  it.each([
    ['bookings', 'one over two pages, with numbers as numbers where they are beyond doubt'],
    ['ruled', 'cells of several lines and over several columns and rows, from the lines that are drawn'],
    ['half-ruled', 'columns and rows that no line divides where lines divide the others'],
    ['boxed', 'columns that only lines around them divide'],
    ['headings', 'rows that go on below headings, and one whose first text is of several lines'],
    ['heads', 'heads of several lines, and those in the middle of columns'],
    ['narrow', 'narrow gaps that lie below each other, and not in text'],
    ['below-a-form', 'rows below lines in other columns'],
    ['more-heads', 'heads with more texts than the rows below'],
    ['downwards', 'text that runs downwards'],
    ['upwards', 'text that runs upwards'],
    ['heads-upwards', 'heads that run upwards'],
    ['framed', 'frames around links, and around all text, which are none'],
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

  it('have their columns where only the ground of some is another', async () => {
    const rows = ['Leeds 12.5 14.1', 'York 11.9 13.2', 'Hull 10.4 12.8', 'Bath 9.7 11.3'].flatMap((row, at) => [
      `0.5 G 60 ${588 - at * 20} m 400 ${588 - at * 20} l S`,
      ...row.split(' ').map((said, column) => words(said, [65, 215, 315][column] ?? 0, 594 - at * 20, 10)),
    ]);
    const content = [rectangle('1 1 0.8', 200, 528, 200, 80), ...rows].join('\n');
    const source = handWritten([{ width: 595, height: 842, content }]);
    const { file } = await convertWithOffice(source, 'pdf', 'csv');
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
    const refusal = { code: 'UNSUPPORTED_CONVERSION', message: expect.stringMatching(message) };
    await expect(convertWithOffice(pdf, 'pdf', 'xlsx')).rejects.toMatchObject(refusal);
  });
});
