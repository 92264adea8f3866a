import { parquetMetadata } from 'hyparquet';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { duckdb } from '../../functions/engines/duckdb.ts';
import { committed } from '../support/committed.ts';
import { coveringPairs } from '../support/covering-pairs.ts';
import { unzip } from '../support/unzip.ts';
import { asJson, codeOfData, convertData, database } from './convert-data.ts';
import { table } from './dbase.ts';
import { readByPython, readParquet, writtenByPython } from './foreign.ts';

it.each<[why: string, content: string | Buffer, expected: string]>([
  ['numbers and truth', 'a,b\n1,true\n-2,FALSE\n', '[{"a":1,"b":true},{"a":-2,"b":false}]'],
  ['leading zeros', 'a\n007\n1\n', '[{"a":"007"},{"a":"1"}]'],
  ['one text among numbers', 'a\n1\nx\n', '[{"a":"1"},{"a":"x"}]'],
  ['dates', 'a,b\n2024-02-29,03/04/2024\n', '[{"a":"2024-02-29","b":"03/04/2024"}]'],
  ['more digits than a number holds', 'a\n0.12345678901234567890\n', '[{"a":"0.12345678901234567890"}]'],
  ['more digits than a number of 64 bits', 'a\n12345678901234567890\n', '[{"a":12345678901234567890}]'],
  ['empty fields in quotes among numbers', 'a,b\n1,x\n"",y\n', '[{"a":1,"b":"x"},{"a":null,"b":"y"}]'],
  ['names that come twice, or not at all', 'a,A,,a\n1,2,3,4\n', '[{"a":1,"A_2":2,"column3":3,"a_3":4}]'],
  ['short and long lines', 'a,b\n1\n2,3,4\n\n', '[{"a":1,"b":null,"column3":null},{"a":2,"b":3,"column3":4}]'],
  ['quotes in the middle', 'a;b\n5" x;"y"\n', '[{"a":"5\\" x","b":"y"}]'],
  ['a named separator', 'sep=|\r\na|b\r\n1|2\r\n', '[{"a":1,"b":2}]'],
  ['UTF-16', Buffer.from('\ufeffa,b\n1,ä\n', 'utf16le'), '[{"a":1,"b":"ä"}]'],
  ['an old encoding', Buffer.from('a,b\n1,ä\n', 'latin1'), '[{"a":1,"b":"ä"}]'],
])('csv is read with %s', async (_, content, expected) => {
  const { content: read } = await convertData(content, { from: 'csv', to: 'json' });
  // Numbers as they are written, which JSON.parse would round.
  expect(String(read).replace(/\n\t?/g, '')).toBe(expected);
});

it('csv has dates and times in parquet', async () => {
  const source = 'day,time\n2024-02-29,2024-02-29 10:00:00.5\n';
  const { content } = await convertData(source, { from: 'csv', to: 'parquet' });
  const [row] = await readParquet(content);
  expect([row?.day, row?.time]).toEqual([new Date('2024-02-29T00:00:00Z'), new Date('2024-02-29T10:00:00.500Z')]);
});

const NESTED = '[{"a": {"b": [1, null]}, "c": "x", "n": 12345678901234567890123}, {"c": 5, "d": true}]';

it('records become nested JSON in cells', async () => {
  const { content } = await convertData(NESTED, { from: 'json', to: 'csv' });
  expect(readByPython('csv', content)).toEqual([
    { a: '{"b":[1,null]}', c: 'x', n: '12345678901234567890123', d: '' },
    { a: '', c: '5', n: '', d: 'true' },
  ]);
});

it('records are the same after a round trip through parquet', async () => {
  const { content } = await convertData(NESTED, { from: 'json', to: 'parquet' });
  const { content: back } = await convertData(content, { from: 'parquet', to: 'ndjson' });
  expect(String(back)).toBe(
    '{"a":{"b":[1,null]},"c":"x","n":12345678901234567890123,"d":null}\n{"a":null,"c":5,"n":null,"d":true}\n',
  );
});

it.each(['[1, 2]', '"x"', '[{}]'])('records are missing in %s', async (content) => {
  expect(await codeOfData(content, 'json', 'csv')).toBe('UNSUPPORTED_CONVERSION');
});

it('texts keep line ends, quotes and spaces in a table', async () => {
  const rows = ['a\rb', 'a\r\nb\nc', '\r', '\n', '\\N', '"', ' '].map((text) => ({ text }));
  const { content } = await convertData(JSON.stringify(rows), { from: 'json', to: 'sqlite' });
  expect(await asJson(content, 'sqlite')).toEqual(rows);
  const csv = await convertData(content, { from: 'sqlite', to: 'csv' });
  expect(await asJson(csv.content, 'csv')).toEqual(rows);
});

it('decimals that no double holds are strings in json', async () => {
  expect(await asJson(committed('data/files/decimals.parquet'), 'parquet')).toEqual([
    { a: '999999999999999.99999', b: 1.5, c: 0.25 },
  ]);
});

it('bytes stored as text in sqlite are in Base64, and texts unchanged', async () => {
  const content = database(
    "CREATE TABLE t (a TEXT, b); INSERT INTO t VALUES ('plain', 1), (CAST(x'ff00fe41' AS TEXT), 2), ('\ufffd', 3), (x'ff', 4)",
  );
  const texts = ((await asJson(content, 'sqlite')) as { a: string }[]).map(({ a }) => a);
  expect(texts).toEqual(['plain', '/wD+QQ==', '\ufffd', '/w==']);
});

it('several tables of sqlite become an object of lists, or a zip of tables', async () => {
  const content = database(
    "CREATE TABLE a (x); INSERT INTO a VALUES (1); CREATE TABLE 'b/../c' (y); INSERT INTO 'b/../c' VALUES ('z'); CREATE TABLE empty (q)",
  );
  expect(await asJson(content, 'sqlite')).toEqual({ a: [{ x: 1 }], 'b/../c': [{ y: 'z' }] });
  const result = await convertData(content, { from: 'sqlite', to: 'csv' });
  expect(result.format).toBe('zip');
  const files = unzip(result.content);
  expect(Object.fromEntries([...files].map(([name, file]) => [name, String(file)]))).toEqual({
    'a.csv': 'x\n1\n',
    'b_.._c.csv': 'y\nz\n',
  });
});

const source = '[{"a": 1, "b": "x;y"}]';
const csv = async (options: Readonly<Record<string, string | boolean>>) =>
  String((await convertData(source, { from: 'json', to: 'csv', options })).content);

it('options set separator, quoting and header of csv', async () => {
  expect(await csv({})).toBe('a,b\n1,x;y\n');
  expect(await csv({ separator: 'semicolon' })).toBe('a;b\n1;"x;y"\n');
  expect(await csv({ separator: 'tab' })).toBe('a\tb\n1\tx;y\n');
  expect(await csv({ separator: 'pipe', header: false })).toBe('1|x;y\n');
  expect(await csv({ quoting: 'all' })).toBe('"a","b"\n"1","x;y"\n');
});

it.each(['snappy', 'none'])('parquet is compressed as asked: %s', async (compression) => {
  const { content } = await convertData(source, { from: 'json', to: 'parquet', options: { compression } });
  const [group] = parquetMetadata(Uint8Array.from(content).buffer).row_groups;
  expect(group?.columns[0]?.meta_data?.codec).toBe(compression === 'none' ? 'UNCOMPRESSED' : 'SNAPPY');
});
it.each([
  [
    'a: &x {p: 1, q: 2}\nb: {<<: *x, q: 3}\nc:\n  q: 9\n  <<: [*x, {z: 1}]\n',
    { a: { p: 1, q: 2 }, b: { p: 1, q: 3 }, c: { q: 9, p: 1, z: 1 } },
  ],
  ['? [a, b]\n: 1\n~: 2\n', { '[ a, b ]': 1, '': 2 }],
  ['a: !!binary aGVsbG8=\nb: !!timestamp 2001-12-14\n', { a: 'aGVsbG8=', b: '2001-12-14' }],
  ['---\na: &a 1\n---\nb: 2\n', [{ a: 1 }, { b: 2 }]],
])('YAML is read with its tags and anchors: %j', async (text, expected) => {
  expect(await asJson(text, 'yaml')).toEqual(expected);
});

const ROWS = [
  { name: 'Zoë, "the" first', count: 7, share: 0.25, note: 'two\nlines' },
  { name: '漢字 🙂', count: -4503599627370495, share: 1e-7, note: null },
] as const;

/** The same, written by other libraries or by hand. */
const WRITTEN: readonly FormatName[] = ['yaml', 'toml', 'parquet'];

function sourceOf(format: FormatName): Buffer {
  if (WRITTEN.includes(format)) return committed(`data/files/rows.${format}`);
  if (format === 'dbf') return committed('data/files/dbase3.dbf');
  return writtenByPython(format, ROWS);
}

async function read(format: FormatName, content: Buffer): Promise<unknown> {
  if (format === 'yaml') return parse(content.toString());
  return format === 'parquet' ? readParquet(content) : readByPython(format, content);
}

/** The records of a tree, wherever the format has them, with values as texts, since some formats have no others. */
function texts(found: unknown): Record<string, string>[] {
  let rows = found;
  while (!Array.isArray(rows)) {
    const [only, ...others] = Object.values(rows as object) as unknown[];
    if (others.length > 0 || typeof only !== 'object') return [fields(rows as object)];
    rows = only;
  }
  return rows.map(fields);
}

function fields(row: object): Record<string, string> {
  const filled = Object.entries(row).filter(([, value]) => value !== null && value !== '' && value !== undefined);
  return Object.fromEntries(filled.map(([name, value]) => [name, text(value)]));
}

/** Numbers may be written as texts in several ways. */
function text(value: unknown): string {
  const number = Number(value);
  return typeof value === 'object' || Number.isNaN(number) ? String(value) : String(number);
}

/** Calendars, cards and geographic data hold other records. */
const APART: readonly string[] = ['ics', 'vcf', 'geojson', 'kml', 'kmz', 'gpx'];
const PLACES: readonly string[] = ['geojson', 'kml', 'gpx'];

const PAIRS = Object.entries(coveringPairs(duckdb.conversions))
  .filter(([from]) => !APART.includes(from))
  .flatMap(([from, targets]) =>
    targets.filter((to) => !PLACES.includes(to)).map((to) => [from as FormatName, to] as const),
  );

it.each(PAIRS)('a pair %s becomes %s with all its values', async (from, to) => {
  const { format, content } = await convertData(sourceOf(from), { from, to });
  expect(format).toBe(to);
  expect(texts(await read(to, content))).toEqual(ROWS.map(fields));
});

const sample = (name: string) => committed(`data/files/${name}`);
const NAMES = {
  name: 'name',
  type: 'C',
  length: 10,
  cells: ['007', 'Zo\xeb', 'gone'].map((text) => Buffer.from(text, 'latin1')),
};

it('dBase tables keep the texts, numbers and binary columns that FoxPro writes', async () => {
  expect(await asJson(sample('foxpro.dbf'), 'dbf')).toEqual([
    {
      ...{ name: 'Žluťoučký kůň', born: '2024-02-29', seen: '2024-02-29T13:37:59', count: -2147483648 },
      ...{ share: 0.1, cost: 1234.5678, paid: true, price: 12.34 },
    },
    { name: 'Łódź', born: null, seen: null, count: 0, share: -1e-7, cost: 0, paid: false, price: null },
  ]);
  const { content } = await convertData(sample('foxpro.dbf'), { from: 'dbf', to: 'parquet' });
  const [row] = (await readParquet(content)) as { born: unknown; seen: unknown }[];
  expect([row?.born, row?.seen]).toEqual([new Date('2024-02-29'), new Date('2024-02-29T13:37:59Z')]);
});

it('dBase tables keep digits and leading zeros, and leave out deleted rows', async () => {
  const long = { name: 'long', type: 'N', length: 20, cells: ['9007199254740993', '-1', '5'] };
  const content = table([NAMES, long], { deleted: [2] });
  const { content: csv } = await convertData(content, { from: 'dbf', to: 'csv' });
  expect(String(csv)).toBe('name,long\n007,9007199254740993\nZoë,-1\n');
});

it('dBase tables keep marks in columns of numbers as texts, and have nothing where a value is not known', async () => {
  const size = { name: 'size', type: 'N', length: 4, cells: ['12', 'n/a', '****'] };
  const empty = { name: 'notes', type: 'M', length: 10, cells: ['', '0', '         0'] };
  const paid = { name: 'paid', type: 'L', length: 1, cells: ['T', 'n', '?'] };
  const day = { name: 'day', type: 'D', length: 8, cells: ['20240229', '00000000', ''] };
  expect(await asJson(table([NAMES, size, empty, paid, day]), 'dbf')).toMatchObject([
    { size: '12', notes: null, paid: true, day: '2024-02-29' },
    { size: 'n/a', notes: null, paid: false, day: null },
    { size: null, notes: null, paid: null, day: null },
  ]);
});

it.each([
  ['that are cut off', sample('dbase3.dbf').subarray(0, -60), 'UNREADABLE_FILE'],
  [
    'whose long texts lie in another file',
    table([NAMES, { ...NAMES, type: 'M', cells: ['1'] }]),
    'UNSUPPORTED_CONVERSION',
  ],
  ['of dBase 7', Buffer.from(sample('dbase3.dbf')).fill(4, 0, 1), 'UNSUPPORTED_CONVERSION'],
  [
    'without a column',
    Buffer.concat([Buffer.from([3, 1, 1, 1, 0, 0, 0, 0, 33, 0, 1, 0]), Buffer.alloc(20), Buffer.from('\r')]),
    'UNREADABLE_FILE',
  ],
])('dBase tables are refused %s', async (_, content, code) => {
  expect(await codeOfData(content, 'dbf', 'csv')).toBe(code);
});
