import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { checkApple } from '../../functions/engines/office/apple/check-apple.ts';
import { mendCells } from '../../functions/engines/office/apple/mend-cells.ts';
import { mendNumbers } from '../../functions/engines/office/apple/mend-numbers.ts';
import { tablesOf } from '../../functions/engines/office/apple/tables.ts';
import {
  archive,
  cell,
  changedApple,
  decimal,
  numbersWithoutChart,
  objects,
  varint,
  workbook,
} from '../documents/apple.ts';
import { convertWithOffice } from '../documents/convert-with-office.ts';
import { failureOf } from '../documents/locked.ts';
import { zip } from '../documents/package.ts';
import { stopEnginesAfterwards } from '../support/engine.ts';
import { unzip } from '../support/unzip.ts';

stopEnginesAfterwards();

const place = mkdtempSync(join(tmpdir(), 'office-apple-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));
const sample = (name: string) => readFileSync(join(import.meta.dirname, '../documents/files', name));

let count = 0;
function placed(content: Uint8Array): string {
  const path = join(place, String(count++));
  writeFileSync(path, content);
  return path;
}

describe('a workbook of Numbers', () => {
  it('shows amounts with what is behind the point, and what menus say', async () => {
    const { file, format } = await convertWithOffice(await numbersWithoutChart(), 'numbers', 'csv');
    expect(format).toBe('zip');
    const tables = [...unzip(file).values()].map(String);
    expect(tables[0]).toContain('101,10/1/09,Rent,Home,-775.00 EUR,3875.00 EUR');
    expect(tables[0]).toContain('-62.50 EUR,5039.10 EUR');
    expect(tables[1]).toContain('Total,-2575.90 EUR');
  });

  it('keeps formulas that come to what they should, and values alone of others', async () => {
    const { file } = await convertWithOffice(await numbersWithoutChart(), 'numbers', 'fods');
    const xml = String(file);
    expect(xml).toContain('office:value="-2575.9"');
    expect(xml).toMatch(/table:formula="of:=[^"]*"[^<>]*office:value="3875"/);
    expect(xml).not.toContain('calcext:value-type="error"');
  });

  it('with a chart is not converted to what would lack it, but to its words alone', async () => {
    const withChart = sample('apple.numbers');
    for (const target of ['pdf', 'xlsx', 'png'] as const)
      await expect(convertWithOffice(withChart, 'numbers', target)).rejects.toMatchObject({
        code: 'UNSUPPORTED_CONVERSION',
        message: expect.stringContaining('has charts'),
      });
    expect((await convertWithOffice(withChart, 'numbers', 'csv')).format).toBe('zip');
  });
});

describe('cells of Numbers', () => {
  it('are read with all of their digits, in tables within groups that hold themselves', async () => {
    const seconds = Buffer.alloc(8);
    seconds.writeDoubleLE(86_400.5);
    const nine = Buffer.from([9, 0, 0, 0]);
    const file = await workbook([
      cell(2, 1, decimal(1234567890123n, -2)),
      cell(10, 1, decimal((1n << 90n) + 1n, -20, true)),
      cell(3, 8, nine),
      cell(5, 4, seconds),
      cell(7, 2, seconds),
      cell(6, 2, seconds),
      cell(8, 0, nine),
      cell(2, 1, Buffer.alloc(2)),
    ]);
    const [{ name, rows } = { name: '', rows: new Map() }] = tablesOf(placed(file));
    expect(name).toBe('Sheet_Table');
    expect([...(rows.get(0) ?? [])]).toEqual([
      [0, { kind: 'number', value: 12345678901.23 }],
      [1, { kind: 'number', value: -12379400.392853802 }],
      [2, { kind: 'text', value: 'nine & more' }],
      [3, { kind: 'date', value: 86_400.5 }],
      [4, { kind: 'span', value: 86_400.5 }],
      [5, { kind: 'truth', value: true }],
    ]);
  });

  const table = (cells: string, name = 'Sheet_Table') =>
    `<table:table table:name="${name}"><table:table-row table:number-rows-repeated="3">${cells}</table:table-row></table:table>`;
  const known = (
    ...values: Parameters<typeof mendCells>[1][number]['rows'] extends ReadonlyMap<number, infer R> ? R[] : never
  ) => [{ name: 'Sheet_Table', rows: new Map(values.map((value, row) => [row, value])) }];

  it('get the digits that were lost, where the same stood several times as well', () => {
    const cells =
      '<table:table-cell table:number-columns-repeated="2" office:value-type="float" office:value="1.2345679"/>';
    const row = (first: number, second: number) =>
      new Map([first, second].map((value, column) => [column, { kind: 'number', value } as const]));
    expect(mendCells(table(cells), known(row(1.23456789, 1.23456791), row(1.23456789, 1.23456789)), true)).toBe(
      '<table:table table:name="Sheet_Table">' +
        '<table:table-row><table:table-cell office:value-type="float" office:value="1.23456789"/><table:table-cell office:value-type="float" office:value="1.23456791"/></table:table-row>' +
        '<table:table-row><table:table-cell table:number-columns-repeated="2" office:value-type="float" office:value="1.23456789"/></table:table-row>' +
        `<table:table-row>${cells}</table:table-row></table:table>`,
    );
  });

  it.each([
    [
      'a number',
      { kind: 'number', value: 7 },
      'office:value-type="float" office:value="7" calcext:value-type="float">',
    ],
    [
      'a text',
      { kind: 'text', value: 'a\n<b>' },
      'calcext:value-type="string"><text:p>a</text:p><text:p>&lt;b&gt;</text:p>',
    ],
    ['a truth', { kind: 'truth', value: true }, 'office:boolean-value="true"'],
    ['a span', { kind: 'span', value: 90_061 }, 'office:time-value="PT25H01M01S"'],
    ['a date', { kind: 'date', value: 86_400 }, 'office:date-value="2001-01-02T00:00:00"'],
  ] as const)('of a formula that comes to an error hold %s', (_, value, expected) => {
    const wrong =
      '<table:table-cell table:formula="of:=X()" office:value-type="string" office:string-value="" calcext:value-type="error"><text:p>#NAME?</text:p></table:table-cell>';
    const mended = mendCells(table(wrong), known(new Map([[0, value]])), true);
    const [first = ''] = mended.split('</table:table-row>');
    expect(first).toContain(expected);
    expect(first).not.toContain('X()');
  });

  it('of a table that is missing are told', () => {
    const value = new Map([[0, { kind: 'number', value: 1 } as const]]);
    expect(() => mendCells(table('', 'Other'), known(value), true)).toThrow(
      expect.objectContaining({ code: 'UNREADABLE_FILE' }),
    );
  });

  it('are shown as what they are', () => {
    const symbol = '<number:currency-symbol>GBP</number:currency-symbol>';
    const amount = `<number:currency-style style:name="N1">\n ${symbol}\n</number:currency-style>`;
    expect(mendNumbers(amount, false)).toContain(
      `number:min-decimal-places="2" number:min-integer-digits="1"/><number:text> </number:text>${symbol}`,
    );
    const clock = '<number:time-style style:name="N2">\n <number:hours/>\n <number:am-pm/>\n</number:time-style>';
    const span = mendNumbers(clock, false);
    expect(span).not.toContain('am-pm');
    expect(mendNumbers(span, false)).toBe(span);
  });
});

describe('a document of Apple', () => {
  it('whose parts are damaged is unreadable', async () => {
    const cut = await changedApple('apple.pages', (content) => content.subarray(0, -1));
    expect(await failureOf(cut, 'pages')).toBe('UNREADABLE_FILE');
    const spoilt = sample('apple.pages');
    const at = spoilt.indexOf('Index/Document.iwa') + 400;
    spoilt.writeUInt8((spoilt[at] ?? 0) ^ 1, at);
    expect(await failureOf(spoilt, 'pages')).toBe('UNREADABLE_FILE');
    const lacking = await zip({ 'index.xml': '<?xml version="1.0"?><sl:document><sf:p>half' });
    expect(await failureOf(lacking, 'pages')).toBe('UNREADABLE_FILE');
  });

  it('of before 2013 with charts, or with numbers of more digits than are read, is refused', async () => {
    const failure = async (inner: string) => {
      const file = await zip({ 'index.xml': `<?xml version="1.0"?><ls:document>${inner}</ls:document>` });
      return failureOf(file, 'numbers');
    };
    expect(await failure('<sf:chart-info sfa:ID="a">')).toBe('UNSUPPORTED_CONVERSION');
    expect(await failure('<sf:n sf:s="a" sf:v="1234567.89"/>')).toBe('UNSUPPORTED_CONVERSION');
  });

  it('with films is refused, but for what has room for words alone', async () => {
    const file = await zip({ 'Index/Document.iwa': archive(objects([[1, 3007, []]])) });
    const job = { sourcePath: placed(file), sourceFormat: 'key', targetFormat: 'pdf' } as const;
    expect(() => checkApple(job)).toThrow('films or sounds');
    expect(() => checkApple(job, { wordsOnly: true })).not.toThrow();
  });

  it('that unpacks without end is refused before LibreOffice opens it', async () => {
    // A piece of 16 MB says that it comes to a gigabyte.
    const piece = Buffer.concat([varint(1 << 30), Buffer.alloc(16_700_000, 0xfe)]);
    const head = Buffer.alloc(4);
    head.writeUIntLE(piece.length, 1, 3);
    const bomb = await zip({ 'Index/Document.iwa': Buffer.concat([head, piece]) });
    expect(await failureOf(bomb, 'key')).toBe('TOO_COMPLEX');
    const text = await zip({ 'index.xml': Buffer.alloc(300_000_000, ' ') });
    expect(await failureOf(text, 'pages')).toBe('TOO_COMPLEX');
  });
});
