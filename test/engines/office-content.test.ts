import { describe, expect, it } from 'vitest';
import { convertWithOffice } from '../documents/convert-with-office.ts';
import { pptx, xlsx } from '../documents/office-open-xml.ts';
import { flatOpenDocument, openDocument } from '../documents/open-document.ts';
import { pagesOfPdf, textOf, textOfPdf, wordsOfPdf } from '../documents/read-result.ts';
import { plain } from '../support/pictures.ts';
import { unzip } from '../support/unzip.ts';

const text = async (source: Uint8Array, from: 'txt' | 'html', to: 'txt') =>
  (await convertWithOffice(source, from, to)).file.toString();

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

  it('without content is refused', async () => {
    await expect(convertWithOffice(await xlsx({ a: [] }), 'xlsx', 'csv')).rejects.toMatchObject({
      code: 'UNREADABLE_FILE',
    });
  });
});

describe('a text', () => {
  it('of empty paragraphs is refused as txt, which could hold nothing of it', async () => {
    await expect(
      convertWithOffice(await openDocument('text', '<text:p/><text:p/>'), 'odt', 'txt'),
    ).rejects.toMatchObject({ code: 'UNREADABLE_FILE', message: expect.stringContaining('no text') });
  });

  it('with only an object names it in txt', async () => {
    const content =
      '<text:p><draw:frame svg:width="5cm" svg:height="4cm"><draw:object xlink:href="./Object 1"/></draw:frame></text:p>';
    const { file } = await convertWithOffice(await openDocument('text', content), 'odt', 'txt');
    expect(file.toString().trim()).toBe('[Object]');
  });

  it('keeps the caption in a box with a picture in txt', async () => {
    const picture = `<draw:frame text:anchor-type="as-char" svg:width="1cm" svg:height="1cm"><draw:image><office:binary-data>${(await plain('red', 9, 9)).toString('base64')}</office:binary-data></draw:image></draw:frame>`;
    const box = `<draw:frame text:anchor-type="char" svg:width="5cm"><draw:text-box><text:p>${picture}</text:p><text:p>caption</text:p></draw:text-box></draw:frame>`;
    const content = `<text:p>before${box}</text:p>`;
    const { file } = await convertWithOffice(flatOpenDocument('text', content), 'fodt', 'txt');
    expect(file.toString()).toMatch(/before\s+caption/);
  });
});

describe('a table of texts', () => {
  it.each([',', ';', '\t', '|'])('is split at %j', async (separator) => {
    const source = ['a', 'b', '"c, d; e"'].join(separator);
    const { file } = await convertWithOffice(Buffer.from(`${source}\n1${separator}2${separator}3\n`), 'csv', 'fods');
    const sheet = file.toString().slice(file.toString().indexOf('<office:spreadsheet'));
    expect([...sheet.matchAll(/<text:p>(.*?)<\/text:p>/g)].map(([, cell]) => cell)).toEqual([
      'a',
      'b',
      'c, d; e',
      '1',
      '2',
      '3',
    ]);
  });

  it('keeps leading zeros, long numbers, dates and formulas as they are written', async () => {
    const rows = 'zip,id,day,sum\n01234,12345678901234567890,1/2,=1+1\n';
    expect((await convertWithOffice(Buffer.from(rows.replaceAll(',', '\t')), 'tsv', 'csv')).file.toString()).toBe(rows);
  });
});

describe('the encoding of a text', () => {
  const said = 'Grüße – „schön“';
  const legacy = Buffer.from('Gr\xfc\xdfe \x96 \x84sch\xf6n\x93', 'latin1');

  it.each([
    ['UTF-8', Buffer.from(said)],
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${said}`)],
    ['UTF-16', Buffer.from(`\uFEFF${said}`, 'utf16le')],
    ['Windows-1252', legacy],
  ])('is %s', async (_, source) => {
    expect(textOfPdf((await convertWithOffice(source, 'txt', 'pdf')).file).trim()).toBe(said);
    const page = Buffer.concat([source, Buffer.from('<p>x</p>', source[0] === 0xff ? 'utf16le' : 'latin1')]);
    expect(await text(page, 'html', 'txt')).toContain(said);
  });
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

  it('is drawn in letters as wide as those of Arial, where a font without a kind is missing', async () => {
    const inFont = (font: string) => `</a:t></a:r><a:r><a:rPr><a:latin typeface="${font}"/></a:rPr><a:t>Measured`;
    const { file } = await convertWithOffice(await pptx([inFont('Arial'), inFont('Open Sans')]), 'pptx', 'pdf');
    const [known = 0, unknown = 1] = wordsOfPdf(file).map(({ left, right }) => right - left);
    expect(unknown).toBeCloseTo(known, 1);
  });
});
