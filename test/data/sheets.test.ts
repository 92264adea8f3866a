import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import type { FormatName } from '../../functions/conversion/formats.ts';
import type { Options } from '../../functions/conversion/options.ts';
import { WORKBOOKS } from '../../functions/engines/calc/conversions.ts';
import { calc } from '../../functions/engines/calc.ts';
import { convertWithOffice } from '../documents/convert-with-office.ts';
import { xlsx } from '../documents/office-open-xml.ts';
import { flatOpenDocument } from '../documents/open-document.ts';
import { sampleOf, wordOf } from '../documents/sources.ts';
import { committed } from '../support/committed.ts';
import { codeOf } from '../support/failure.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { unzip } from '../support/unzip.ts';
import { convertData } from './convert-data.ts';
import { readByPython, readParquet, readWorkbook, writtenByPython } from './foreign.ts';

vi.setConfig({ testTimeout: 180_000 });
const folder = temporaryFolder();

const convert = (content: string | Buffer, from: FormatName, to: FormatName, options: Options = {}) =>
  convertData(content, { from, to, options, engine: calc });
const bytesOf = async (...given: Parameters<typeof convert>) => (await convert(...given)).content;
const textOf = async (...given: Parameters<typeof convert>) => String(await bytesOf(...given));
const codeOfSheet = (...given: Parameters<typeof convert>) => codeOf(convert(...given));

/** A sheet with cells of every type, alone, and before an empty sheet and one named `..x`. */
const WORKBOOK = committed('data/files/one-sheet.fods');
const SEVERAL = committed('data/files/three-sheets.fods');

const ROWS = [
  {
    ...{ name: 'Zoë, "the" first', count: 7, share: 0.1234567890123, day: '2024-02-29', at: '2024-02-29T10:30:00' },
    ...{ yes: true, code: '007', mixed: 1, sum: 42 },
  },
  {
    ...{ name: '=1+1\na  b 🙂', count: -3, share: 0.5, day: '1999-12-31', at: null },
    ...{ yes: false, code: '12', mixed: 'n/a', sum: null },
  },
];
const plain = (value: unknown) =>
  JSON.parse(JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? Number(each) : each)));

it.each(['xlsx', 'ods', 'xls', 'fods'] as const)(
  'the cells of a workbook of %s keep their values and types',
  async (from) => {
    const source = from === 'fods' ? WORKBOOK : (await convertWithOffice(WORKBOOK, 'fods', from)).file;
    // LibreOffice writes booleans as numbers into an xls file.
    const expected = from === 'xls' ? ROWS.map((each) => ({ ...each, yes: Number(each.yes) })) : ROWS;
    expect(JSON.parse(await textOf(source, from, 'json'))).toEqual(expected);
  },
);

it('a date may be the name of a column', async () => {
  const [date = ''] = /<table:table-cell[^>]*date-value="2024-02-29"[^>]*>/.exec(String(WORKBOOK)) ?? [];
  const dated = String(WORKBOOK).replace(/<table:table-cell[^>]*>(?=\s*<text:p>day<)/, date);
  expect(JSON.parse(await textOf(dated, 'fods', 'json'))[0]).toHaveProperty('2024-02-29', ROWS[0]?.day);
});

it('the cells of a workbook have their types in parquet', async () => {
  const day = Date.parse('2024-02-29');
  const [at, mixed] = [Date.parse('2024-02-29T10:30:00Z'), '1'];
  const ofParquet = await readParquet(await bytesOf(WORKBOOK, 'fods', 'parquet'));
  expect(ofParquet[0]).toEqual({ ...ROWS[0], count: 7n, sum: 42n, mixed, day: new Date(day), at: new Date(at) });
});

it('the cells of a workbook have their types in sqlite, with a table for each sheet', async () => {
  const content = await bytesOf(SEVERAL, 'fods', 'sqlite');
  const found = readWorkbook<{ columns: string[][]; rows: object[] }>('sqlite', content);
  expect(Object.keys(found)).toEqual(['Größen 漢字', '..x']);
  expect(Object.fromEntries(found['Größen 漢字']?.columns ?? [])).toMatchObject({ count: 'INTEGER', share: 'REAL' });
  expect(found['Größen 漢字']?.rows[0]).toEqual({ ...ROWS[0], yes: 1, mixed: '1' });
});

it('several sheets become an object of lists in json and yaml', async () => {
  const expected = { 'Größen 漢字': ROWS, '..x': [{ id: 1 }, { id: 2 }] };
  expect(JSON.parse(await textOf(SEVERAL, 'fods', 'json'))).toEqual(expected);
  expect(parse(await textOf(SEVERAL, 'fods', 'yaml'))).toEqual(expected);
});

it.each(['ndjson', 'parquet'] as const)(
  'several sheets are a file each in %s, but for the one that is asked for',
  async (to) => {
    const { format, content } = await convert(SEVERAL, 'fods', to);
    expect([format, [...unzip(content).keys()]]).toEqual(['zip', [`Größen 漢字.${to}`, `x.${to}`]]);
    const one = await bytesOf(SEVERAL, 'fods', to, { sheet: '3' });
    const rows = to === 'parquet' ? await readParquet(one) : readByPython(to, one);
    expect(plain(rows)).toEqual([{ id: 1 }, { id: 2 }]);
  },
);

/** Of these the cells above are read. */
const READ: readonly FormatName[] = ['xlsx', 'ods', 'xls', 'fods'];
const TARGETS = ['parquet', 'sqlite'] as const;

it.each(WORKBOOKS.filter((from) => !READ.includes(from)))('%s becomes data', async (from) => {
  const to = TARGETS[WORKBOOKS.indexOf(from) % TARGETS.length] ?? 'sqlite';
  const { format, content } = await convert(await sampleOf(from), from, to);
  const files = format === 'zip' ? [...unzip(content).values()] : [content];
  // The names of columns stand in each of these files in plain text.
  expect(files.some((file) => file.includes(wordOf(from)))).toBe(true);
});

it('a workbook is refused that is locked, damaged or empty, or lacks the sheet', async () => {
  expect(await codeOfSheet(committed('documents/files/locked.xls'), 'xls', 'json')).toBe('PASSWORD_PROTECTED');
  const whole = await xlsx({ S: [['a'], [1]] });
  expect(await codeOfSheet(whole.subarray(0, whole.length / 2), 'xlsx', 'json')).toBe('UNREADABLE_FILE');
  expect(await codeOfSheet(await xlsx({ S: [] }), 'xlsx', 'sqlite')).toBe('UNREADABLE_FILE');
  expect(await codeOfSheet(whole, 'xlsx', 'json', { sheet: 'T' })).toBe('INVALID_OPTION');
  // A list of records has the names of columns only where it has rows.
  expect(await codeOfSheet(await sampleOf('qpw'), 'qpw', 'json')).toBe('UNREADABLE_FILE');
});

it('a workbook is refused with far cells, or with repeated rows', async () => {
  expect(await codeOfSheet(committed('documents/files/far-cell.xlsx'), 'xlsx', 'parquet')).toBe('TOO_COMPLEX');
  const cell = '<table:table-cell office:value-type="float" office:value="1"><text:p/></table:table-cell>';
  const rows = `<table:table-row table:number-rows-repeated="510000">${cell.repeat(5)}</table:table-row>`;
  const repeated = flatOpenDocument('spreadsheet', `<table:table table:name="S">${rows}</table:table>`);
  expect(await codeOfSheet(repeated, 'fods', 'parquet')).toBe('TOO_COMPLEX');
});

describe('records become workbooks', () => {
  const cells = async (content: string | Buffer, from: FormatName, to: 'xlsx' | 'ods') =>
    readWorkbook<([string, string] | null)[][]>(to, await bytesOf(content, from, to));

  it.each(['xlsx', 'ods'] as const)('with their values and types in %s', async (to) => {
    const rows = `[{"a":"=1+1","b":12.5,"c":"007","d":true,"e":null,"f":"x y","g":"2024-02-29"},
      {"a":"+cmd|x!A1","b":1e-7,"c":"1e5","d":false,"e":9007199254740993,"f":"@SUM(1)","g":"'quoted"}]`;
    const [, ...found] = Object.values(await cells(rows, 'json', to))[0] ?? [];
    const [yes, no] = to === 'xlsx' ? ['1', '0'] : ['true', 'false'];
    expect(found.map((row) => row.map((cell) => cell?.[1] ?? null))).toEqual([
      ['=1+1', '12.5', '007', yes, null, 'x y', '2024-02-29'],
      [
        '+cmd|x!A1',
        expect.stringMatching(/^(?:1E-007|0\.0000001)$/),
        '1e5',
        no,
        '9007199254740993',
        '@SUM(1)',
        "'quoted",
      ],
    ]);
    expect(found.flat().map((cell) => cell?.[0])).not.toContain('formula');
    expect(found[1]?.[3]?.[0]).toBe('boolean');
  });

  it('with dates and times as dates, and decimals as numbers', async () => {
    const found = await cells(committed('data/files/day-time-and-price.parquet'), 'parquet', 'xlsx');
    // Days since 1899-12-30.
    expect(JSON.stringify(Object.values(found)[0]?.[1])).toBe(
      '[["date","45351"],["date","45351.5"],["number","12.34"]]',
    );
  });

  it('and pages with their markup escaped', async () => {
    const page = await textOf(writtenByPython('sqlite', [{ name: 'Zoë, "the" <first>', sum: -12 }]), 'sqlite', 'html');
    expect(page).toMatch(/Zoë, &quot;the&quot; &lt;first&gt;[\s\S]*sdval="-12"/);
  });

  it('with markup in names and texts escaped', async () => {
    const base = new DatabaseSync(`${folder}/many.sqlite`);
    for (const [table, value] of Object.entries({
      'a</table:table>[x]': '</text:p>]]>',
      ['n'.repeat(60)]: 1,
      ['n'.repeat(61)]: 2,
    }))
      base.exec(`CREATE TABLE "${table}" ("<b>&"); INSERT INTO "${table}" VALUES ('${value}')`);
    base.close();
    const found = await cells(readFileSync(`${folder}/many.sqlite`), 'sqlite', 'xlsx');
    expect(Object.keys(found)).toEqual(['a<_table_table>_x_', 'n'.repeat(25), `${'n'.repeat(25)}_2`]);
    expect(Object.values(found)[0]?.map((row) => row[0]?.[1])).toEqual(['<b>&', '</text:p>]]>']);
  });

  it('unless they are beyond the size of a sheet, or no records', async () => {
    expect(await codeOfSheet(JSON.stringify([{ a: 'x'.repeat(32_768) }]), 'json', 'xlsx')).toBe('TOO_COMPLEX');
    expect(await codeOfSheet('{"a":1}\n'.repeat(1_048_576), 'ndjson', 'xlsx')).toBe('TOO_COMPLEX');
    expect(await codeOfSheet('[1, 2]', 'json', 'xlsx')).toBe('UNSUPPORTED_CONVERSION');
  });
});
