import { expect, it } from 'vitest';
import { committed } from '../support/committed.ts';
import { asJson, codeOfData, convertData } from './convert-data.ts';
import { table } from './dbase.ts';
import { readParquet } from './foreign.ts';

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
