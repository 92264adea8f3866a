import { describe, expect, it } from 'vitest';
import { convertWithOffice, sampleOf } from '../documents/convert-with-office.ts';
import { repeatedCells, sheetOf } from '../documents/far-cells.ts';
import { xlsx } from '../documents/office-open-xml.ts';
import { flatOpenDocument, openDocument, pages } from '../documents/open-document.ts';
import { zip } from '../documents/package.ts';
import { stopEnginesAfterwards } from '../support/engine.ts';
import { unzip } from '../support/unzip.ts';

stopEnginesAfterwards();

/** What is said where LibreOffice has tried, and was ended. */
const TAKEN = /more memory, space or time than is given/;

/** How a conversion ended. */
function outcome(...conversion: Parameters<typeof convertWithOffice>): Promise<{ code: string; message?: string }> {
  return convertWithOffice(...conversion).then(
    () => ({ code: 'none' }),
    ({ code, message }: { code: string; message: string }) => ({ code, message }),
  );
}

/** A package with one of its files rewritten. */
function replaceEntry(file: Buffer, name: string, change: (xml: string) => string): Promise<Buffer> {
  const files = unzip(file);
  return zip({ ...Object.fromEntries(files), [name]: change(String(files.get(name))) });
}

const paragraph = (text: string) => `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
const TABLE = [
  '<w:tbl><w:tblGrid><w:gridCol w:w="1000"/></w:tblGrid><w:tr><w:tc>',
  '<w:p/></w:tc></w:tr></w:tbl>',
] as const;
const rowsOf = (count: number) =>
  `<w:tbl>${`<w:tr>${`<w:tc>${paragraph('x')}</w:tc>`.repeat(10)}</w:tr>`.repeat(count)}</w:tbl>`;
const docxOf = async (body: string) => {
  const sample = await sampleOf('docx');
  return replaceEntry(sample, 'word/document.xml', (xml) =>
    xml.replace(/<w:body>[\s\S]*<\/w:body>/, () => `<w:body>${body}</w:body>`),
  );
};
const joinedSheet = async (range: string) =>
  replaceEntry(await sheetOf('A1', 'B2'), 'xl/worksheets/sheet1.xml', (xml) =>
    xml.replace('</sheetData>', `</sheetData><mergeCells><mergeCell ref="${range}"/></mergeCells>`),
  );

describe('what would take LibreOffice too long', () => {
  it.each([
    ['a million lines', () => Buffer.from('line of text\n'.repeat(1_000_000)), 'txt', 'pdf'],
    [
      '500,000 brackets in each other',
      () => Buffer.from(`${'[1,'.repeat(500_000)}1${']'.repeat(500_000)}${' '.repeat(500_000)}`),
      'txt',
      'pdf',
    ],
    ['tables in each other', () => Buffer.from('<table><tr><td>'.repeat(300)), 'html', 'pdf'],
    ['tables in each other', () => Buffer.from(`${'<table><tr><td>'.repeat(300)}\n`), 'md', 'pdf'],
    ['a far cell', () => sheetOf('A1', 'XFD1048576'), 'xlsx', 'pdf'],
    ['a far cell', () => sheetOf('A1', 'XFD1048576'), 'xlsx', 'csv'],
    ['a repeated cell', () => repeatedCells(), 'ods', 'csv'],
    ['more rows than a sheet has', () => Buffer.from('a,b\n'.repeat(1_100_000)), 'csv', 'xlsx'],
    ['more columns than a sheet has', () => Buffer.from(`${','.repeat(3_000_000)}\n`), 'csv', 'pdf'],
    ['more rows than pages have', () => Buffer.from('a,b\n'.repeat(400_000)), 'csv', 'pdf'],
    ['rows and columns of too many pages', () => Buffer.from(`${'1,'.repeat(16_000)}\n`.repeat(500)), 'csv', 'png'],
    ['cells that are joined over all of a sheet', () => joinedSheet('A1:XFD1048576'), 'xlsx', 'pdf'],
    ['tables in each other', () => docxOf(`${TABLE[0].repeat(300)}${TABLE[1].repeat(300)}`), 'docx', 'pdf'],
    ['a million paragraphs', () => docxOf(paragraph('word ').repeat(1_000_000)), 'docx', 'odt'],
    ['a paragraph of millions of letters', () => docxOf(paragraph('word '.repeat(1_000_000))), 'docx', 'pdf'],
    ['a table of 500,000 cells', () => docxOf(rowsOf(50_000)), 'docx', 'pdf'],
  ] as const)('is told early: %s', async (_, make, source, target) => {
    const { code, message } = await outcome(await make(), source, target);
    expect(code).toBe('TOO_COMPLEX');
    expect(message).not.toMatch(TAKEN);
  });

  it.each([
    ['a cell at the end of a sheet', () => sheetOf('A1', 'Z1048576'), 'xlsx', 'pdf'],
    ['a far cell among workbooks', () => sheetOf('A1', 'XFD1048576'), 'xlsx', 'ods'],
    ['joined cells of a column', () => joinedSheet('A1:A1048576'), 'xlsx', 'csv'],
    ['a document of 200 pages', () => docxOf(paragraph('word '.repeat(80)).repeat(4000)), 'docx', 'pdf'],
    ['tables in each other, a few', () => docxOf(`${TABLE[0].repeat(5)}${TABLE[1].repeat(5)}`), 'docx', 'pdf'],
    ['a table of 5,000 rows', () => Buffer.from('a,b,c\n'.repeat(5000)), 'csv', 'pdf'],
  ] as const)('is nothing else: %s', async (_, make, source, target) => {
    expect((await outcome(await make(), source, target)).code).toBe('none');
  });
});

describe('what lies too deep, or is too much, is refused at a limit that no honest file reaches', () => {
  const within = (count: number, open: string, close: string) => `${open.repeat(count)}<p>x</p>${close.repeat(count)}`;
  const lists = (count: number) => Buffer.from(`<html><body>${within(count, '<ul><li>', '</li></ul>')}`);
  const sections = (count: number) =>
    Array.from({ length: count }, (_, at) => `<text:section text:name="S${at}"><text:p>x</text:p></text:section>`).join(
      '',
    );
  const box = '<draw:rect svg:width="3cm" svg:height="3cm" svg:x="1cm" svg:y="1cm"/>';
  const groups = (count: number) =>
    `<draw:page draw:name="p" draw:master-page-name="Default">${'<draw:g>'.repeat(count)}${box}${'</draw:g>'.repeat(count)}</draw:page>`;
  const slides = (count: number) => pages(Array<string>(count).fill('x'));
  const slidesOf = async (count: number) =>
    replaceEntry(await sampleOf('pptx'), 'ppt/presentation.xml', (xml) =>
      xml.replace(/<p:sldIdLst>[\s\S]*<\/p:sldIdLst>/, (list) => {
        const [first = ''] = /<p:sldId [^>]*>/.exec(list) ?? [];
        return `<p:sldIdLst>${first.repeat(count)}</p:sldIdLst>`;
      }),
    );

  it.each([
    ['lists', 'html', (count: number) => lists(count), 1000, 'more than 1000 deep'],
    ['sections', 'odt', (count: number) => openDocument('text', sections(count)), 5000, 'at most 5000'],
    ['sections', 'fodt', (count: number) => flatOpenDocument('text', sections(count)), 5000, 'at most 5000'],
    ['groups', 'odg', (count: number) => openDocument('graphics', groups(count)), 2000, 'more than 2000 deep'],
    ['groups', 'fodg', (count: number) => flatOpenDocument('graphics', groups(count)), 2000, 'more than 2000 deep'],
    ['slides', 'odp', (count: number) => openDocument('presentation', slides(count)), 1000, 'at most 1000'],
    ['pages', 'odg', (count: number) => openDocument('graphics', slides(count)), 1000, 'at most 1000'],
  ] as const)('%s of %s', async (_, source, make, most, message) => {
    const { file } = await convertWithOffice(await make(most), source, 'pdf');
    expect(file.subarray(0, 5).toString()).toBe('%PDF-');
    // The latter would take LibreOffice longer than it has.
    for (const count of [most + 1, most * 20])
      await expect(convertWithOffice(await make(count), source, 'pdf')).rejects.toMatchObject({
        code: 'TOO_COMPLEX',
        message: expect.stringContaining(message),
      });
  });

  it('texts that formulas double', { timeout: 300_000 }, async () => {
    const doubled = Array.from({ length: 60 }, (_, row) => [{ formula: `A${row + 1}&amp;A${row + 1}` }]);
    const workbook = await xlsx({ A: [['aaaaaaaa'], ...doubled] });
    await expect(convertWithOffice(workbook, 'xlsx', 'pdf')).rejects.toMatchObject({ code: 'TOO_COMPLEX' });
    expect((await convertWithOffice(await xlsx({ A: [['a']] }), 'xlsx', 'pdf')).format).toBe('pdf');
  });

  it('slides of pptx', async () => {
    await expect(convertWithOffice(await slidesOf(20_000), 'pptx', 'pdf')).rejects.toMatchObject({
      code: 'TOO_COMPLEX',
      message: expect.stringContaining('20000 slides'),
    });
  });

  const rowsIn = async (count: number, row = '', after = '') =>
    replaceEntry(await sheetOf('A1'), 'xl/worksheets/sheet1.xml', (xml) =>
      xml.replace(
        /<sheetData>.*<\/sheetData>/,
        () => `<sheetData>${`<row${row} spans="1:1"><c><v>1</v></c></row>`.repeat(count)}</sheetData>${after}`,
      ),
    );
  const repeatedRow = (count: number) =>
    `<table:table table:name="S"><table:table-row table:number-rows-repeated="${count}"><table:table-cell office:value-type="string"><text:p>x</text:p></table:table-cell></table:table-row></table:table>`;

  it.each([
    ['xlsx', rowsIn],
    ['ods', (count: number) => openDocument('spreadsheet', repeatedRow(count))],
    ['fods', (count: number) => flatOpenDocument('spreadsheet', repeatedRow(count))],
  ] as const)('rows of %s', async (source, make) => {
    const { file } = await convertWithOffice(await make(20_000), source, 'pdf');
    expect(file.subarray(0, 5).toString()).toBe('%PDF-');
    await expect(convertWithOffice(await make(1_000_000), source, 'pdf')).rejects.toMatchObject({
      code: 'TOO_COMPLEX',
      message: expect.stringContaining('1000000 rows with something in them; at most 800000'),
    });
  });

  it.each([
    ['that are hidden', () => rowsIn(1_000_000, ' hidden="1"')],
    ['of which few are printed', () => printed(900_000)],
  ] as const)('but not rows %s', async (_, make) => {
    const { file } = await convertWithOffice(await make(), 'xlsx', 'pdf');
    expect(file.subarray(0, 5).toString()).toBe('%PDF-');
  });

  async function printed(count: number): Promise<Buffer> {
    return replaceEntry(await rowsIn(count), 'xl/workbook.xml', (xml) =>
      xml.replace(
        '</sheets>',
        '</sheets><definedNames><definedName name="_xlnm.Print_Area" localSheetId="0">S!$A$1:$A$9</definedName></definedNames>',
      ),
    );
  }
});

it('what takes more space than there is, is told so, and not tried again', { timeout: 200_000 }, async () => {
  const cells = Array.from(
    { length: 12 },
    (_, at) =>
      `<table:table-cell office:value-type="float" office:value="${at}"><text:p>${at}</text:p></table:table-cell>`,
  );
  const row = `<table:table-row table:number-rows-repeated="1000000">${cells.join('')}</table:table-row>`;
  const packed = await openDocument('spreadsheet', `<table:table table:name="S">${row}</table:table>`);
  await expect(convertWithOffice(packed, 'ods', 'fods')).rejects.toMatchObject({
    code: 'TOO_COMPLEX',
    message: expect.stringContaining('more memory'),
  });
});
