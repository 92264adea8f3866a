import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { detectFormat } from '../../functions/detection/detect.ts';
import { convertWithOffice, failureOf } from '../documents/convert-with-office.ts';
import { epub } from '../documents/epub.ts';
import { docxOf, pptx, xlsx } from '../documents/office-open-xml.ts';
import { flatOpenDocument, openDocument } from '../documents/open-document.ts';
import { relationships, XML, zip } from '../documents/package.ts';
import { pagesOfPdf, textOf, textOfPdf, wordsOfPdf } from '../documents/read-result.ts';
import { look } from '../pdfs/convert-pdf.ts';
import { committed } from '../support/committed.ts';
import { codeOf, expectRefused } from '../support/failure.ts';
import { plain } from '../support/pictures.ts';
import { unzip } from '../support/unzip.ts';

const convert = async (...of: Parameters<typeof convertWithOffice>) => (await convertWithOffice(...of)).file.toString();

it('links to other files stay relative, without the path of our copy, in every format', async () => {
  const page = '<p><a href="next/other.html">Below</a>, <a href="../up.html">above</a>, and <a href="">here</a>.</p>';
  const { file: docx } = await convertWithOffice(Buffer.from(page), 'html', 'docx');
  const targets = `${unzip(docx).get('word/_rels/document.xml.rels')}`.matchAll(/Target="([^"]*)" TargetMode/g);
  expect([...targets].map(([, target]) => target)).toEqual(['next/other.html', '../up.html', './']);
  expect(await convert(docx, 'docx', 'rtf')).toContain('HYPERLINK "next/other.html"');
  // Those of OpenDocument begin within its package.
  const { file: odt } = await convertWithOffice(docx, 'docx', 'odt');
  expect(`${unzip(odt).get('content.xml')}`).toContain('xlink:href="../../up.html"');
  expect(odt.toString('latin1', 30, 46)).toBe('mimetypeapplicat');
  const pdf = (await convertWithOffice(docx, 'docx', 'pdf')).file.toString('latin1');
  expect([...pdf.matchAll(/\/URI\(([^)]*)\)/g)].map(([, target]) => target)).toContain('../up.html');
});

it('a field with the path of a file says its name alone', async () => {
  const field = '<text:p>Kept as <text:file-name text:display="full">/home/a.fodt</text:file-name></text:p>';
  const { file } = await convertWithOffice(flatOpenDocument('text', field), 'fodt', 'docx');
  const document = `${unzip(file).get('word/document.xml')}`;
  expect(document).toContain('<w:t>source.fodt</w:t>');
});

describe('a workbook', () => {
  it('gives a table of each sheet with content, named like the sheet', async () => {
    const source = await xlsx({ 'a|b': [['eins']], Zwölf: [['zwei']], con: [['drei']], leer: [] });
    const { format, file } = await convertWithOffice(source, 'xlsx', 'csv');
    expect(format).toBe('zip');
    const sheets = [...unzip(file)].map(([name, content]) => [name, content.toString()]);
    expect(sheets).toEqual([
      ['a_b.csv', 'eins\n'],
      ['Zwölf.csv', 'zwei\n'],
      ['_con.csv', 'drei\n'],
    ]);
  });

  it('with content in one sheet gives a bare table', async () => {
    const { format, file } = await convertWithOffice(await xlsx({ a: [], b: [['x', 1]] }), 'xlsx', 'tsv');
    expect([format, file.toString()]).toEqual(['tsv', 'x\t1\n']);
  });

  it('has the errors and the name of its sheet as Excel stored them', async () => {
    const cells = [
      { formula: 'VALUE("a")', value: '#VALUE!' },
      { formula: 'SQRT(-1)', value: '#NUM!' },
      { formula: 'MID(CELL("filename",A1),FIND("]",CELL("filename",A1))+1,9)', value: 'Sales' },
    ];
    const source = await xlsx({ Sales: [cells] });
    expect(await convert(source, 'xlsx', 'csv')).toBe('#VALUE!,#NUM!,Sales\n');
    expect(await convert(source, 'xlsx', 'html')).toContain('>#NUM!<');
  });

  it('is computed where the program that wrote it asks for that', async () => {
    const row = [
      { formula: '1+2', value: 0 },
      { formula: 'A1*2', value: 0 },
      { formula: '[1]Other!A1', value: 7 },
    ];
    for (const [recomputed, shown] of [
      [true, '3,6,7\n'],
      [false, '0,0,7\n'],
    ] as const)
      expect(await convert(await xlsx({ a: [row] }, undefined, recomputed), 'xlsx', 'csv')).toBe(shown);
  });

  it('without content is refused', async () => {
    expect(await codeOf(convert(await xlsx({ a: [] }), 'xlsx', 'csv'))).toBe('UNREADABLE_FILE');
  });
});

describe('a text', () => {
  it.each(['<text:p/>', '<text:p> <text:s/></text:p>'])('of paragraphs %s is refused as txt', async (paragraph) => {
    const empty = await openDocument('text', paragraph.repeat(2));
    await expectRefused(convert(empty, 'odt', 'txt'), 'UNREADABLE_FILE', 'no text');
  });

  it('keeps the file name that stands in it', async () => {
    const field = '<w:fldSimple w:instr=" FILENAME \\p "><w:r><w:t>C:/Report.docx</w:t></w:r></w:fldSimple>';
    const odt = '<text:p><text:file-name text:display="full">C:/Report.odt</text:file-name></text:p>';
    const rtf = String.raw`{\rtf1 {\field{\*\fldinst {\b FILENAME \\p}}{\fldrslt C:/Report.rtf}}\par}`;
    const texts = [
      await convert(await docxOf(`<w:p>${field}</w:p>`), 'docx', 'txt'),
      await convert(await openDocument('text', odt), 'odt', 'txt'),
      await convert(Buffer.from(rtf), 'rtf', 'txt'),
    ];
    expect(texts.map((text) => text.trim())).toEqual(['C:/Report.docx', 'C:/Report.odt', 'C:/Report.rtf']);
  });

  /** A Word document in the font of its theme. */
  const inFont = (font: string, text: string) =>
    docxOf(
      `<w:p><w:r><w:rPr><w:rFonts w:asciiTheme="minorHAnsi" w:hAnsiTheme="minorHAnsi"/><w:sz w:val="24"/></w:rPr><w:t>${text}</w:t></w:r></w:p>`,
      {
        'word/_rels/document.xml.rels': relationships([['rId1', 'theme', 'theme/theme1.xml']]),
        'word/theme/theme1.xml': `${XML}<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" name="t"><a:themeElements><a:fontScheme name="f"><a:majorFont><a:latin typeface="${font}"/></a:majorFont><a:minorFont><a:latin typeface="${font}"/></a:minorFont></a:fontScheme></a:themeElements></a:theme>`,
      },
    );

  it.each([
    ['Aptos', 551, 853],
    ['Calibri Light', 520, 791],
    ['Consolas', 550, 550],
    ['Segoe UI', 566, 861],
    ['Georgia', 591, 881],
    ['Century Gothic', 610, 938],
  ])('is drawn in letters as wide as those of %s, which is not here', async (font, n, m) => {
    const { file } = await convertWithOffice(await inFont(font, `${'n'.repeat(30)} ${'m'.repeat(20)}`), 'docx', 'pdf');
    const widths = wordsOfPdf(file).map(({ left, right }) => ((right - left) / 25.4) * 72);
    expect(widths).toEqual([expect.closeTo((n * 30 * 12) / 1000, 0), expect.closeTo((m * 20 * 12) / 1000, 0)]);
  });

  /** The ink of a line of text, and the width of what it covers. */
  async function drawn(text: string, properties: string): Promise<{ readonly ink: number; readonly width: number }> {
    const run = `<w:p><w:r><w:rPr><w:sz w:val="96"/>${properties}</w:rPr><w:t>${text}</w:t></w:r></w:p>`;
    const { file } = await convertWithOffice(await docxOf(run), 'docx', 'png');
    const { data, info } = await sharp(file).greyscale().trim().raw().toBuffer({ resolveWithObject: true });
    return { ink: data.reduce((sum, value) => sum + 255 - value, 0), width: info.width };
  }

  it.each(['Rubik', 'Roboto'])('is italic and bold in %s, which is not here', async (font) => {
    const fonts = `<w:rFonts w:ascii="${font}" w:hAnsi="${font}"/>`;
    const [upright, italic, bold, both] = [
      await drawn('l', fonts),
      await drawn('l', `${fonts}<w:i/>`),
      await drawn('l', `${fonts}<w:b/>`),
      await drawn('l', `${fonts}<w:b/><w:i/>`),
    ];
    expect([italic.width > 1.5 * upright.width, both.width > 1.5 * bold.width]).toEqual([true, true]);
    expect([bold.ink > 1.2 * upright.ink, both.ink > 1.2 * italic.ink]).toEqual([true, true]);
    expect(italic.ink / upright.ink).toBeLessThan(1.2);
  });

  it.each([
    ['zh-CN', '宋体', '粗体文字'],
    ['ko-KR', '맑은 고딕', '굵은 글자'],
  ])('is bold and italic in %s', async (language, font, text) => {
    const properties = `<w:rFonts w:ascii="${font}" w:eastAsia="${font}"/><w:lang w:eastAsia="${language}"/>`;
    const upright = await drawn(text, properties);
    expect((await drawn(text, `${properties}<w:b/>`)).ink).toBeGreaterThan(1.2 * upright.ink);
    expect((await drawn(text, `${properties}<w:i/>`)).width).toBeGreaterThan(upright.width);
  });

  /** How high a line of a Word document is in an East Asian font, as a share of its size. */
  async function lineHeight(language: string, font: string, parts: Readonly<Record<string, string>> = {}) {
    const fonts = `<w:rFonts w:ascii="${font}" w:eastAsia="${font}"/><w:lang w:eastAsia="${language}"/>`;
    const line = `<w:p><w:r><w:rPr>${fonts}<w:sz w:val="40"/></w:rPr><w:t>字</w:t></w:r></w:p>`;
    const { file } = await convertWithOffice(await docxOf(line.repeat(11), parts), 'docx', 'pdf');
    const tops = wordsOfPdf(file).map(({ top }) => (top / 25.4) * 72);
    return ((tops.at(-1) ?? 0) - (tops[0] ?? 0)) / 10 / 20;
  }

  it.each([
    ['zh-CN', '宋体', 1.3],
    ['ja-JP', '游明朝', 1.433],
    ['ko-KR', '맑은 고딕', 1.729],
  ])('has lines as high as Word makes them in %s in %s', async (language, font, height) => {
    expect(await lineHeight(language, font)).toBeCloseTo(height, 1);
  });

  it('has lines as high as its fonts say where fonts lie in it', async () => {
    expect(await lineHeight('ko-KR', '맑은 고딕', { 'word/fonts/font1.odttf': 'x' })).toBeCloseTo(1.33, 1);
  });

  it('keeps the fonts that a Word document names, where it does not become pages', async () => {
    const run = '<w:r><w:rPr><w:rFonts w:eastAsia="맑은 고딕"/></w:rPr><w:t>글</w:t></w:r>';
    expect(await convert(await docxOf(`<w:p>${run}</w:p>`), 'docx', 'fodt')).toContain('맑은 고딕');
  });

  it('is read in a browser: without marks of fields, and with lines as high as their letters', async () => {
    const field = (kind: string) => `<w:r><w:fldChar w:fldCharType="${kind}"/></w:r>`;
    const parts = [
      'begin',
      '<w:r><w:instrText> FORMTEXT </w:instrText></w:r>',
      'separate',
      '<w:r><w:t>x</w:t></w:r>',
      'end',
    ];
    const run = parts.map((part) => (part.startsWith('<') ? part : field(part))).join('');
    const low = '<w:pPr><w:spacing w:line="23" w:lineRule="atLeast"/></w:pPr>';
    const html = await convert(await docxOf(`<w:p>${low}${run}</w:p>`), 'docx', 'html');
    expect(html).not.toMatch(/[^\P{Cc}\n\r\t]|line-height: 0\.0/u);
  });

  const THAI = 'กระทรวงศึกษาธิการได้ดำเนินการปรับปรุงหลักสูตร';
  // The widths of the letters of each text, added up, in thousandths of the font size.
  it.each([
    ['Arial', 'تعرف اتفاقية حقوق الطفل الطفل بأنه كل إنسان لم يتجاوز الثامنة عشرة', 19_253],
    ['TH SarabunPSK', THAI, 13_272],
    ['Angsana New', THAI, 13_763],
    ['Browallia New', THAI, 14_080],
  ])('takes as much room as in %s, which is not here, in Arabic or Thai', async (font, text, expected) => {
    const fonts = `<w:rFonts w:ascii="${font}" w:hAnsi="${font}" w:cs="${font}"/><w:szCs w:val="24"/>`;
    const run = `<w:p><w:r><w:rPr>${fonts}<w:cs/></w:rPr><w:t>${text}</w:t></w:r></w:p>`;
    const { file } = await convertWithOffice(await docxOf(run), 'docx', 'pdf');
    const width = wordsOfPdf(file).reduce((sum, { left, right }) => sum + ((right - left) / 25.4) * 72, 0);
    expect(Math.abs((width * 1000) / 12 / expected - 1)).toBeLessThan(0.04);
  });

  it('has the columns of its tables from left to right in a page from right to left, but where they say otherwise', async () => {
    const table = (direction: string) =>
      `<w:tbl><w:tblPr>${direction}<w:tblW w:w="6000" w:type="dxa"/></w:tblPr><w:tblGrid><w:gridCol w:w="3000"/><w:gridCol w:w="3000"/></w:tblGrid><w:tr>${['first', 'second'].map((text) => `<w:tc><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:tc>`).join('')}</w:tr></w:tbl><w:p/>`;
    const body = `${table('')}${table('<w:bidiVisual/>')}<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:bidi/></w:sectPr>`;
    const words = wordsOfPdf((await convertWithOffice(await docxOf(body), 'docx', 'pdf')).file);
    const [first, second, mirrored, other] = words.toSorted((a, b) => a.top - b.top || a.word.localeCompare(b.word));
    expect([first, second, mirrored, other].map((word) => word?.word)).toEqual(['first', 'second', 'first', 'second']);
    expect(second?.left).toBeGreaterThan(first?.left ?? 0);
    expect(other?.left).toBeLessThan(mirrored?.left ?? 0);
  });

  const VERSION = ['w:name="compatibilityMode"', 'w:uri="http://schemas.microsoft.com/office/word"', 'w:val="15"'];

  it.each([
    ['Word', VERSION],
    ['other programs', VERSION.toReversed()],
  ])('from right to left, of which LibreOffice cannot narrow a line, is done as %s writes it', async (_, version) => {
    const text =
      'کوچک رفتن یک روز یک یک در کوه راه، این ۱۳۹۹، در راه، یک سه، کتاب یک آن از. آن روز از. سه، خانه خانه در آمدن سرخ سرخ کوه ' +
      'دریا سه، دیدن دیدن کتاب خانه رفتن دیدن خانه سرو. کوچک در کوه ۱۳۹۹، برگ ۱۲(۳۴)، خواندن ۱۲(۳۴)، یک یک ۱۳۹۹، کوه سرخ سرو. ' +
      'دریا کوچک ۱۲(۳۴)، این سه، دیدن';
    const compatibility = `<w:compatSetting ${version.join(' ')}/>`;
    const source = await docxOf(
      `<w:p><w:pPr><w:bidi/><w:jc w:val="both"/></w:pPr><w:r><w:rPr><w:rFonts w:cs="Noto Sans Arabic"/><w:rtl/><w:szCs w:val="24"/></w:rPr><w:t>${text}</w:t></w:r></w:p>`,
      {
        'word/_rels/document.xml.rels': relationships([['rId1', 'settings', 'settings.xml']]),
        'word/settings.xml': `${XML}<w:settings xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:compat>${compatibility}</w:compat></w:settings>`,
      },
    );
    expect(textOfPdf((await convertWithOffice(source, 'docx', 'pdf')).file)).toContain('کتاب');
  });

  it('keeps the look of a field of which other programs write all into one run', async () => {
    const mark = (type: string) => `<w:fldChar w:fldCharType="${type}"/>`;
    const text = (said: string) => `<w:t xml:space="preserve">${said}</w:t>`;
    const field = `${mark('begin')}<w:instrText>PAGE</w:instrText>${mark('separate')}${mark('end')}`;
    const run = `<w:r><w:rPr><w:b/><w:sz w:val="16"/></w:rPr>${text('- ')}${field}${text(' -')}</w:r>`;
    const { file } = await convertWithOffice(await docxOf(`<w:p>${run}</w:p>`), 'docx', 'pdf');
    const found = wordsOfPdf(file);
    expect(found.map(({ word }) => word)).toEqual(['-', '1', '-']);
    expect(new Set(found.map(({ top, bottom }) => (bottom - top).toFixed(1))).size).toBe(1);
  });

  it('keeps the caption in a box with a picture in txt', async () => {
    const picture = `<draw:frame text:anchor-type="as-char" svg:width="1cm" svg:height="1cm"><draw:image><office:binary-data>${(await plain('red', 9, 9)).toString('base64')}</office:binary-data></draw:image></draw:frame>`;
    const box = `<draw:frame text:anchor-type="char" svg:width="5cm"><draw:text-box><text:p>${picture}</text:p><text:p>caption</text:p></draw:text-box></draw:frame>`;
    const source = flatOpenDocument('text', `<text:p>before${box}</text:p>`);
    expect(await convert(source, 'fodt', 'txt')).toMatch(/before\s+caption/);
  });
});

describe('a table of texts', () => {
  it.each([',', ';', '\t', '|'])('is split at %j', async (separator) => {
    const source = ['a', 'b', '"c, d; e"'].join(separator);
    const made = await convert(Buffer.from(`${source}\n1${separator}2\n`), 'csv', 'fods');
    const cells = made.slice(made.indexOf('<office:spreadsheet')).matchAll(/<text:p>(.*?)<\/text:p>/g);
    expect([...cells].map(([, cell]) => cell)).toEqual(['a', 'b', 'c, d; e', '1', '2']);
  });

  it('keeps leading zeros, long numbers, dates and formulas as they are written', async () => {
    const rows = 'zip,id,day,sum\n01234,12345678901234567890,1/2,=1+1\n';
    expect(await convert(Buffer.from(rows.replaceAll(',', '\t')), 'tsv', 'csv')).toBe(rows);
  });
});

it.each([
  ['UTF-8', Buffer.from('Grüße – „schön“')],
  ['UTF-8 with a byte order mark', Buffer.from('\uFEFFGrüße – „schön“')],
  ['UTF-16', Buffer.from('\uFEFFGrüße – „schön“', 'utf16le')],
  ['Windows-1252', Buffer.from('Gr\xfc\xdfe \x96 \x84sch\xf6n\x93', 'latin1')],
])('a text in %s is read', async (_, source) => {
  expect(textOfPdf((await convertWithOffice(source, 'txt', 'pdf')).file).trim()).toBe('Grüße – „schön“');
  const page = Buffer.concat([source, Buffer.from('<p>x</p>', source[0] === 0xff ? 'utf16le' : 'latin1')]);
  expect(await convert(page, 'html', 'txt')).toContain('Grüße – „schön“');
});

describe('a presentation', () => {
  it('leaves hidden slides out of a PDF, and keeps them elsewhere', async () => {
    const source = await pptx(['eins', 'geheim', 'drei'], [1]);
    const pdf = (await convertWithOffice(source, 'pptx', 'pdf')).file;
    expect([pagesOfPdf(pdf), /geheim/.test(textOfPdf(pdf))]).toEqual([2, false]);
    const odp = (await convertWithOffice(source, 'pptx', 'odp')).file;
    expect(textOf(odp, 'odp')).toContain('geheim');
    const { format, file } = await convertWithOffice(source, 'pptx', 'png');
    expect([format, [...unzip(file).keys()]]).toEqual(['zip', ['page-001.png', 'page-002.png', 'page-003.png']]);
  });

  it('is in its language, and in Korean has no space before Latin digits, which PowerPoint adds none to', async () => {
    const text = '신입사원 보안 교육 과정은 2026년 하반기';
    const korean = (await convertWithOffice(await pptx([text]), 'pptx', 'pdf')).file;
    expect(wordsOfPdf(korean).map(({ word }) => word)).toEqual(text.split(' '));
    const german = await pptx(['Hallo</a:t></a:r><a:r><a:rPr lang="de-DE"/><a:t> Welt']);
    const files = [korean, (await convertWithOffice(german, 'pptx', 'pdf')).file];
    files.push((await convertWithOffice(await pptx(['Hello']), 'pptx', 'pdf')).file);
    expect(files.map((file) => /\/Lang ?\(([^)]*)\)/.exec(file.toString('latin1'))?.[1])).toEqual([
      ...['ko-KR', 'de-DE', 'en-US'],
    ]);
  });

  it('has its round bullets in the middle of small letters, as PowerPoint, where they name no font', async () => {
    const bullet = (font: string) => `<a:pPr marL="342900" indent="-342900">${font}<a:buChar char="&#x2022;"/></a:pPr>`;
    const entry = (font: string) => `x</a:t></a:r></a:p><a:p>${bullet(font)}<a:r><a:t>entry`;
    const fonts = async (font: string) => {
      const { file } = await convertWithOffice(await pptx([entry(font)]), 'pptx', 'pdf');
      return [...file.toString('latin1').matchAll(/\/BaseFont ?\/\w+\+(\w+)/g)].map(([, name]) => name);
    };
    expect(await fonts('')).not.toContain('OpenSymbol');
    expect(await fonts('<a:buFont typeface="Wingdings"/>')).toContain('OpenSymbol');
  });

  it('shows its slides in a PDF where all of them are hidden', async () => {
    const pdf = (await convertWithOffice(await pptx(['eins', 'zwei'], [0, 1]), 'pptx', 'pdf')).file;
    expect(textOfPdf(pdf).split(/\s+/).filter(Boolean)).toEqual(['eins', 'zwei']);
  });

  it('is drawn in letters as wide as those of Arial, where a font without a kind is missing', async () => {
    const inFont = (font: string) => `</a:t></a:r><a:r><a:rPr><a:latin typeface="${font}"/></a:rPr><a:t>Measured`;
    const { file } = await convertWithOffice(await pptx([inFont('Arial'), inFont('Nobody Sans')]), 'pptx', 'pdf');
    const [known = 0, unknown = 1] = wordsOfPdf(file).map(({ left, right }) => right - left);
    expect(unknown).toBeCloseTo(known, 1);
  });
});

describe('a book', () => {
  it('has pictures that are wider than the text in its width', async () => {
    const wide = await epub(['x'], { png: await plain('red', 2000, 400) });
    const parts = unzip((await convertWithOffice(wide, 'epub', 'docx')).file);
    // 600 pixels, in English Metric Units.
    const size = `<wp:extent cx="${600 * 9525}" cy="${120 * 9525}"`;
    expect(String(parts.get('word/document.xml'))).toContain(size);
  });

  it('has pictures that are chapters', async () => {
    const parts = unzip((await convertWithOffice(committed('ebooks/pages/fixed-layout.epub'), 'epub', 'docx')).file);
    expect([...parts.keys()].filter((name) => name.startsWith('word/media/'))).toHaveLength(1);
  });

  it('loses its active and its external content', async () => {
    const hostile = '<script>alert(1)</script><img src="http://127.0.0.1:9/a.png"/><img src="../../../etc/passwd"/>x';
    expect(await convert(await epub([hostile]), 'epub', 'html')).not.toMatch(/<script|127\.0\.0\.1|passwd/);
  });

  it.each([
    ['http://www.w3.org/2001/04/xmlenc#aes128-cbc', 'PASSWORD_PROTECTED'],
    ['http://www.idpf.org/2008/embedding', 'none'],
  ])('with DRM is refused, but not for obfuscated fonts: %s', async (encryption, code) => {
    expect(await failureOf(await epub(['x'], { encryption }), 'epub')).toBe(code);
  });
});

it('a document of Word 2 is detected by its first bytes and read, but not without its end', async () => {
  const file = committed('documents/files/word2.doc');
  expect(await detectFormat(file, 'letter')).toBe('doc');
  expect((await convert(file, 'doc', 'txt')).match(/lorem/g)?.length).toBeGreaterThan(100);
  expect(await failureOf(file.subarray(0, -1000), 'doc')).toBe('UNREADABLE_FILE');
});

it('a Visio drawing of which nothing can be read is refused', async () => {
  const file = committed('documents/files/visio.vsd');
  expect(await failureOf(file, 'vsd')).toBe('none');
  expect(await failureOf(file.subarray(0, file.length * 0.99), 'vsd')).toBe('UNREADABLE_FILE');
});

/** Of CorelDRAW 4: a page of four inches by two, with a red square or nothing on it. */
const DRAWING = committed('drawings/files/square.cdr');
const PACKED = { 'content/riffData.cdr': DRAWING };
const X6 = 'application/x-vnd.corel.zcf.draw.document+zip';

describe('a CorelDRAW drawing', () => {
  it('is detected by its first bytes, and by the parts of its package', async () => {
    expect(await detectFormat(DRAWING, 'a')).toBe('cdr');
    expect(await detectFormat(await zip(PACKED), 'a')).toBe('cdr');
    expect(await detectFormat(await zip({ mimetype: X6, 'content/root.dat': 'x' }), 'a')).toBe('cdr');
    expect(await detectFormat(await zip({ 'content/other.cdr': DRAWING }), 'a')).toBe('zip');
  });

  it.each(['png', 'svg', 'jpg', 'webp'] as const)('becomes %s', async (target) => {
    const { file } = await convertWithOffice(DRAWING, 'cdr', target);
    const picture = sharp(file).flatten({ background: '#fff' }).toColorspace('srgb');
    const { width, height, at } = await look(await picture.png().toBuffer());
    expect(width / height).toBeCloseTo(2, 1);
    // From the middle of the page to its right and upper edge.
    expect([at(0.75, 0.25), at(0.25, 0.25), at(0.75, 0.75)]).toEqual(['red', 'white', 'white']);
  });

  it.each([
    ['without a shape', committed('drawings/files/empty.cdr')],
    ['that is cut off', DRAWING.subarray(0, -9)],
    ['of which only the beginning is left', DRAWING.subarray(0, 12)],
    ['of random bytes', Buffer.concat([DRAWING.subarray(0, 4), Buffer.from('\0\0\x01\0CDR4'), randomBytes(70_000)])],
  ])('%s is refused', async (_, file) => expect(await failureOf(file, 'cdr')).toBe('UNREADABLE_FILE'));

  it('in a package that is cut off, or holds something else, is refused', async () => {
    const packed = await zip(PACKED);
    expect(await failureOf(packed.subarray(0, -30), 'cdr')).toBe('UNREADABLE_FILE');
    expect(await failureOf(await zip({ 'content/riffData.cdr': 'no drawing' }), 'cdr')).toBe('UNREADABLE_FILE');
  });
});
