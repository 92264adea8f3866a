import { describe, expect, it } from 'vitest';
import { office } from '../../functions/engines/office.ts';
import { convertWithOffice } from '../documents/convert-with-office.ts';
import { repeatedCells, sheetOf } from '../documents/far-cells.ts';
import { xlsx } from '../documents/office-open-xml.ts';
import { zip } from '../documents/package.ts';
import { briefly } from '../support/engine.ts';
import { unzip } from '../support/unzip.ts';

/** What is said where LibreOffice has tried, and was ended. */
const TAKEN = /more memory, space or time than one conversion may use/;

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
    ['cells that are merged over a whole sheet', () => joinedSheet('A1:XFD1048576'), 'xlsx', 'pdf'],
  ] as const)('is told early: %s', async (_, make, source, target) => {
    const { code, message } = await outcome(await make(), source, target);
    expect(code).toBe('TOO_COMPLEX');
    expect(message).not.toMatch(TAKEN);
  });

  it.each([
    ['a cell at the end of a sheet', () => sheetOf('A1', 'Z1048576'), 'xlsx', 'pdf'],
    ['a far cell, where the target is a workbook', () => sheetOf('A1', 'XFD1048576'), 'xlsx', 'ods'],
    ['merged cells of a column', () => joinedSheet('A1:A1048576'), 'xlsx', 'csv'],
  ] as const)('is nothing else: %s', async (_, make, source, target) => {
    expect((await outcome(await make(), source, target)).code).toBe('none');
  });
});

describe('a document that keeps LibreOffice busy is too complex, and no fault of ours', () => {
  it('texts that formulas double', { timeout: 300_000 }, async () => {
    const doubled = Array.from({ length: 60 }, (_, row) => [{ formula: `A${row + 1}&amp;A${row + 1}` }]);
    const workbook = await xlsx({ A: [['aaaaaaaa'], ...doubled] });
    const convert = (source: Buffer) => convertWithOffice(source, 'xlsx', 'pdf', 'medium', {}, briefly(office, 20));
    await expect(convert(workbook)).rejects.toMatchObject({ code: 'TOO_COMPLEX' });
    expect((await convert(await xlsx({ A: [['a']] }))).format).toBe('pdf');
  });
});
