import { describe, expect, it } from 'vitest';
import { office } from '../../functions/engines/office.ts';
import { convertWithOffice } from '../documents/convert-with-office.ts';
import { repeatedCells, sheetOf } from '../documents/far-cells.ts';
import { xlsx } from '../documents/office-open-xml.ts';
import { openDocument } from '../documents/open-document.ts';
import { zip } from '../documents/package.ts';
import { sampleOf } from '../documents/sources.ts';
import { briefly, stopEnginesAfterwards } from '../support/engine.ts';
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
    ['a far cell', () => sheetOf('A1', 'XFD1048576'), 'xlsx', 'pdf'],
    ['a far cell', () => sheetOf('A1', 'XFD1048576'), 'xlsx', 'csv'],
    ['a repeated cell', () => repeatedCells(), 'ods', 'csv'],
    ['more rows than a sheet has', () => Buffer.from('a,b\n'.repeat(1_100_000)), 'csv', 'xlsx'],
    ['more columns than a sheet has', () => Buffer.from(`${','.repeat(3_000_000)}\n`), 'csv', 'pdf'],
    ['more rows than pages have', () => Buffer.from('a,b\n'.repeat(400_000)), 'csv', 'pdf'],
    ['rows and columns of too many pages', () => Buffer.from(`${'1,'.repeat(16_000)}\n`.repeat(500)), 'csv', 'png'],
    ['cells that are joined over all of a sheet', () => joinedSheet('A1:XFD1048576'), 'xlsx', 'pdf'],
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

describe('what keeps LibreOffice busy ends with its time or memory, and not as a fault of ours', () => {
  it('tables in each other', async () => {
    const { code } = await outcome(await docxOf(`${TABLE[0].repeat(300)}${TABLE[1].repeat(300)}`), 'docx', 'pdf');
    expect(['none', 'TOO_COMPLEX', 'UNREADABLE_FILE']).toContain(code);
  });

  it('texts that formulas double', { timeout: 300_000 }, async () => {
    const doubled = Array.from({ length: 60 }, (_, row) => [{ formula: `A${row + 1}&amp;A${row + 1}` }]);
    const workbook = await xlsx({ A: [['aaaaaaaa'], ...doubled] });
    const convert = (source: Buffer) => convertWithOffice(source, 'xlsx', 'pdf', 'medium', {}, briefly(office, 20));
    await expect(convert(workbook)).rejects.toMatchObject({ code: 'TOO_COMPLEX' });
    expect((await convert(await xlsx({ A: [['a']] }))).format).toBe('pdf');
  });
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
