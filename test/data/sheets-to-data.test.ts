import { tableFromIPC } from 'apache-arrow';
import { describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import type { FormatName } from '../../functions/conversion/formats.ts';
import type { Options } from '../../functions/conversion/options.ts';
import { DATA_TARGETS, WORKBOOKS } from '../../functions/engines/calc/conversions.ts';
import { calc } from '../../functions/engines/calc.ts';
import { convertWithOffice } from '../documents/convert-with-office.ts';
import { sheetOf } from '../documents/far-cells.ts';
import { xlsx } from '../documents/office-open-xml.ts';
import { flatOpenDocument, starOfficeXml } from '../documents/open-document.ts';
import { sampleOf, wordOf } from '../documents/sources.ts';
import { committed } from '../support/committed.ts';
import { coveringPairs } from '../support/covering-pairs.ts';
import { codeOf } from '../support/failure.ts';
import { unzip } from '../support/unzip.ts';
import { convertData } from './convert-data.ts';
import { readArrow, readAvro, readByPython, readParquet } from './foreign.ts';
import { readWorkbook } from './read-workbook.ts';

vi.setConfig({ testTimeout: 180_000 });

const convert = (content: string | Buffer, from: FormatName, to: FormatName, options: Options = {}) =>
  convertData(content, { from, to, options, engine: calc });

const number = (value: number) =>
  `<table:table-cell office:value-type="float" office:value="${value}"><text:p/></table:table-cell>`;
/** A sheet with cells of every type, alone, and before an empty sheet and one named `..x`. */
const WORKBOOK = committed('data/files/one-sheet.fods');
const SEVERAL = committed('data/files/three-sheets.fods');

const ROWS = [
  {
    name: 'Zoë, "the" first',
    count: 7,
    share: 0.1234567890123,
    day: '2024-02-29',
    at: '2024-02-29T10:30:00',
    yes: true,
    code: '007',
    mixed: 1,
    sum: 42,
  },
  {
    name: '=1+1\na  b 🙂',
    count: -3,
    share: 0.5,
    day: '1999-12-31',
    at: null,
    yes: false,
    code: '12',
    mixed: 'n/a',
    sum: null,
  },
];
const plain = (value: unknown) =>
  JSON.parse(JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? Number(each) : each)));

describe('the cells of a workbook', () => {
  it.each(['xlsx', 'ods', 'xls', 'fods'] as const)('of %s keep their values and types', async (from) => {
    const source = from === 'fods' ? WORKBOOK : (await convertWithOffice(WORKBOOK, 'fods', from)).file;
    // LibreOffice writes booleans as numbers into an xls file.
    const expected = from === 'xls' ? ROWS.map((each) => ({ ...each, yes: Number(each.yes) })) : ROWS;
    expect(JSON.parse(String((await convert(source, from, 'json')).content))).toEqual(expected);
  });

  it('have their types in parquet, arrow and avro', async () => {
    const day = Date.parse('2024-02-29');
    const [at, mixed] = [Date.parse('2024-02-29T10:30:00Z'), '1'];
    const ofParquet = await readParquet((await convert(WORKBOOK, 'fods', 'parquet')).content);
    expect(ofParquet[0]).toEqual({ ...ROWS[0], count: 7n, sum: 42n, mixed, day: new Date(day), at: new Date(at) });
    const arrow = (await convert(WORKBOOK, 'fods', 'arrow')).content;
    expect(tableFromIPC(arrow).schema.fields.map(({ type }) => String(type))).toEqual(
      expect.arrayContaining(['Utf8', 'Int64', 'Float64', 'Date32<DAY>', 'Bool']),
    );
    expect(plain(readArrow(arrow)[0])).toEqual({ ...ROWS[0], mixed, day, at });
    const avro = plain(await readAvro((await convert(WORKBOOK, 'fods', 'avro')).content));
    expect(avro[1]).toMatchObject({ name: ROWS[1]?.name, share: 0.5, at: null, yes: false, mixed: 'n/a' });
  });

  it('have their types in sqlite, with a table for each sheet', async () => {
    const { format, content } = await convert(SEVERAL, 'fods', 'sqlite');
    expect(format).toBe('sqlite');
    const found = readWorkbook<{ columns: string[][]; rows: object[] }>('sqlite', content);
    expect(Object.keys(found)).toEqual(['Größen 漢字', '..x']);
    expect(Object.fromEntries(found['Größen 漢字']?.columns ?? [])).toMatchObject({ count: 'INTEGER', share: 'REAL' });
    expect(found['Größen 漢字']?.rows[0]).toEqual({ ...ROWS[0], yes: 1, mixed: '1' });
    expect(found['..x']?.rows).toEqual([{ id: 1 }, { id: 2 }]);
  });
});

describe('several sheets', () => {
  it('become an object of lists in json and yaml', async () => {
    const expected = { 'Größen 漢字': ROWS, '..x': [{ id: 1 }, { id: 2 }] };
    expect(JSON.parse(String((await convert(SEVERAL, 'fods', 'json')).content))).toEqual(expected);
    expect(parse(String((await convert(SEVERAL, 'fods', 'yaml')).content))).toEqual(expected);
  });

  it.each(['parquet', 'arrow', 'avro', 'ndjson'] as const)(
    'are a file each in %s, but for the one that is asked for',
    async (to) => {
      const { format, content } = await convert(SEVERAL, 'fods', to);
      expect(format).toBe('zip');
      const names = [...unzip(content).keys()];
      expect(names).toEqual([`Größen 漢字.${to}`, `x.${to}`]);
      const one = await convert(SEVERAL, 'fods', to, { sheet: '3' });
      expect(one.format).toBe(to);
      expect(plain(await rowsOf(to, one.content))).toEqual([{ id: 1 }, { id: 2 }]);
    },
  );
});

async function rowsOf(format: FormatName, content: Buffer): Promise<unknown> {
  if (format === 'yaml') return parse(String(content));
  if (format === 'avro') return readAvro(content);
  if (format === 'arrow') return readArrow(content);
  if (format === 'sqlite') return Object.values(readWorkbook<{ rows: unknown }>('sqlite', content))[0]?.rows;
  return format === 'parquet' ? readParquet(content) : readByPython(format, content);
}

/** Samples that other programs wrote, of one row: the names of columns. */
const NAMES_ONLY: readonly FormatName[] = ['qpw', 'sdc'];
const LISTS: readonly FormatName[] = ['json', 'ndjson', 'xml', 'yaml'];
const row = (...cells: string[]) => `<table:table-row>${cells.join('')}</table:table-row>`;
const text = (words: string) =>
  `<table:table-cell office:value-type="string"><text:p>${words}</text:p></table:table-cell>`;
const SIMPLE = `<table:table table:name="S">${row(text('Kranichflug'), text('Menge'))}${row(text('Zeile'), number(42))}</table:table>`;
const LIKE_OURS: readonly FormatName[] = ['xlsb', 'gnumeric', 'slk', 'dif', 'xlsx', 'xls', 'ods', 'fods', 'sxc'];

async function sourceOf(format: (typeof WORKBOOKS)[number]): Promise<Buffer> {
  const flat = flatOpenDocument('spreadsheet', SIMPLE);
  if (format === 'fods') return flat;
  if (format === 'xlsx' || format === 'xls' || format === 'ods')
    return (await convertWithOffice(flat, 'fods', format)).file;
  if (format === 'sxc') return starOfficeXml('sxc', SIMPLE.replaceAll('office:value', 'table:value'));
  return sampleOf(format);
}

describe('a pair', () => {
  const pairs = coveringPairs(Object.fromEntries(WORKBOOKS.map((from) => [from, DATA_TARGETS])));

  it.each(WORKBOOKS.flatMap((from) => (pairs[from] ?? []).map((to) => [from, to] as const)))(
    '%s becomes %s',
    async (from, to) => {
      const source = await sourceOf(from);
      if (NAMES_ONLY.includes(from) && LISTS.includes(to)) {
        expect(await codeOf(convert(source, from, to))).toBe('UNREADABLE_FILE');
        return;
      }
      const { format, content } = await convert(source, from, to);
      if (LIKE_OURS.includes(from)) {
        const rows = (await rowsOf(to, content)) as Record<string, unknown>[];
        expect(rows.map(({ Kranichflug, Menge }) => `${Kranichflug} ${Menge}`)).toEqual(['Zeile 42']);
      } else {
        const files = format === 'zip' ? [...unzip(content).values()] : [content];
        // Each of these files has the names in plain text.
        expect(files.some((file) => file.includes(wordOf(from)))).toBe(true);
      }
    },
  );
});

describe('refused workbooks', () => {
  it('are those that are encrypted or damaged', async () => {
    expect(await codeOf(convert(committed('documents/files/locked.xls'), 'xls', 'json'))).toBe('PASSWORD_PROTECTED');
    const whole = await xlsx({ S: [['a'], [1]] });
    expect(await codeOf(convert(whole, 'xlsx', 'json'))).toBe('none');
    expect(await codeOf(convert(whole.subarray(0, whole.length / 2), 'xlsx', 'json'))).toBe('UNREADABLE_FILE');
    expect(await codeOf(convert(await xlsx({ S: [] }), 'xlsx', 'sqlite'))).toBe('UNREADABLE_FILE');
    expect(await codeOf(convert(whole, 'xlsx', 'json', { sheet: 'T' }))).toBe('INVALID_OPTION');
  });

  it('are those with far cells, and with repeated rows', async () => {
    expect(await codeOf(convert(await sheetOf('A1', 'XFD1048576'), 'xlsx', 'parquet'))).toBe('TOO_COMPLEX');
    const rows = row(number(1).repeat(5)).replace('>', ' table:number-rows-repeated="510000">');
    const repeated = `<table:table table:name="S">${rows}</table:table>`;
    expect(await codeOf(convert(flatOpenDocument('spreadsheet', repeated), 'fods', 'parquet'))).toBe('TOO_COMPLEX');
  });
});
