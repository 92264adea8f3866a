import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parquetMetadata } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import { Database } from '../../functions/engines/duckdb/database.ts';
import { committed } from '../support/committed.ts';
import { codeOf } from '../support/failure.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { unzip } from '../support/unzip.ts';
import { asJson, convertData } from './convert-data.ts';
import { readByPython, readParquet } from './foreign.ts';

const folder = temporaryFolder();

const lines = (...rows: readonly string[]) => `${rows.join('\n')}\n`;

describe('csv', () => {
  it.each<[why: string, content: string | Buffer, expected: string]>([
    ['numbers', 'a,b\n1,1.5\n-2,2e3\n', '[{"a":1,"b":1.5},{"a":-2,"b":2000}]'],
    ['leading zeros', 'a\n007\n1\n', '[{"a":"007"},{"a":"1"}]'],
    ['one text among numbers', 'a\n1\nx\n', '[{"a":"1"},{"a":"x"}]'],
    ['truth', 'a\ntrue\nFALSE\n', '[{"a":true},{"a":false}]'],
    ['dates', 'a,b\n2024-02-29,03/04/2024\n', '[{"a":"2024-02-29","b":"03/04/2024"}]'],
    ['more digits than a number holds', 'a\n0.12345678901234567890\n', '[{"a":"0.12345678901234567890"}]'],
    ['empty fields', 'a,b\n1,\n,""\n', '[{"a":1,"b":null},{"a":null,"b":""}]'],
    ['empty fields in quotes among numbers', 'a,b\n1,x\n"",y\n', '[{"a":1,"b":"x"},{"a":null,"b":"y"}]'],
    ['names that come twice, or not at all', 'a,A,,a\n1,2,3,4\n', '[{"a":1,"A_2":2,"column3":3,"a_3":4}]'],
    ['short and long lines', 'a,b\n1\n2,3,4\n\n', '[{"a":1,"b":null,"column3":null},{"a":2,"b":3,"column3":4}]'],
    ['quotes in the middle', 'a;b\n5" x;"y"\n', '[{"a":"5\\" x","b":"y"}]'],
    ['line ends of all kinds', 'a,b\r\n1,"x\ny"\r2,z\n', '[{"a":1,"b":"x\\ny"},{"a":2,"b":"z"}]'],
    ['a named separator', 'sep=|\r\na|b\r\n1|2\r\n', '[{"a":1,"b":2}]'],
    ['UTF-16', Buffer.from('\ufeffa,b\n1,ä\n', 'utf16le'), '[{"a":1,"b":"ä"}]'],
    ['an old encoding', Buffer.from('a,b\n1,ä\n', 'latin1'), '[{"a":1,"b":"ä"}]'],
    ['a byte order mark', '\ufeffa,b\n1,2\n', '[{"a":1,"b":2}]'],
    ['no rows', 'a,b\n', '[]'],
  ])('is read with %s', async (_, content, expected) => {
    expect(JSON.stringify(await asJson(content, 'csv'))).toBe(expected);
  });

  it('keeps integers of more than 64 bits', async () => {
    const { content } = await convertData(lines('a', '12345678901234567890'), { from: 'csv', to: 'json' });
    expect(String(content)).toContain('12345678901234567890');
  });

  it('has dates and times in parquet', async () => {
    const source = lines('day,time', '2024-02-29,2024-02-29 10:00:00.5');
    const { content } = await convertData(source, { from: 'csv', to: 'parquet' });
    const [row] = await readParquet(content);
    expect([row?.day, row?.time]).toEqual([new Date('2024-02-29T00:00:00Z'), new Date('2024-02-29T10:00:00.500Z')]);
    const { content: back } = await convertData(content, { from: 'parquet', to: 'csv' });
    expect(readByPython('csv', back)).toEqual([{ day: '2024-02-29', time: '2024-02-29T10:00:00.5' }]);
  });
});

describe('records', () => {
  const NESTED = '[{"a": {"b": [1, null]}, "c": "x", "n": 12345678901234567890123}, {"c": 5, "d": true}]';

  it('become nested JSON in cells', async () => {
    const { content } = await convertData(NESTED, { from: 'json', to: 'csv' });
    expect(readByPython('csv', content)).toEqual([
      { a: '{"b":[1,null]}', c: 'x', n: '12345678901234567890123', d: '' },
      { a: '', c: '5', n: '', d: 'true' },
    ]);
  });

  it('are the same after a round trip through parquet', async () => {
    const { content } = await convertData(NESTED, { from: 'json', to: 'parquet' });
    const { content: back } = await convertData(content, { from: 'parquet', to: 'json' });
    expect(JSON.parse(String(back))).toEqual([
      { a: { b: [1, null] }, c: 'x', n: Number('12345678901234567890123'), d: null },
      { a: null, c: 5, n: null, d: true },
    ]);
    expect(String(back)).toContain('12345678901234567890123');
  });

  it.each(['[1, 2]', '"x"', '[]', '[{}]'])('are missing in %s', async (content) => {
    expect(await codeOf(convertData(content, { from: 'json', to: 'csv' }))).toBe('UNSUPPORTED_CONVERSION');
  });
});

describe('texts', () => {
  it('keep line ends, quotes and spaces in a table', async () => {
    const rows = ['a\rb', 'a\r\nb\nc', '\r', '\n', '\\N', '"', ' '].map((text) => ({ text }));
    const { content } = await convertData(JSON.stringify(rows), { from: 'json', to: 'sqlite' });
    expect(await asJson(content, 'sqlite')).toEqual(rows);
    const csv = await convertData(content, { from: 'sqlite', to: 'csv' });
    expect(await asJson(csv.content, 'csv')).toEqual(rows);
  });
});

describe('decimals', () => {
  it.each([
    [
      'csv',
      'wide,narrow,usual,list\n1.50,1.50,1.50,"[""1.50""]"\n-12345678901234567890123456789012345678901234567890.25,,,[]\n',
    ],
    ['json', '"wide":"-12345678901234567890123456789012345678901234567890.25","narrow":null'],
  ] as const)('of 256 bits are read from arrow with all their digits, for %s', async (to, expected) => {
    const source = committed('data/files/decimal256.arrow');
    expect(String((await convertData(source, { from: 'arrow', to })).content)).toContain(expected);
  });

  it('that no double holds are strings in json', async () => {
    const own = mkdtempSync(join(folder, 'decimals-'));
    const base = await Database.open(own, own);
    await base.run(
      `COPY (SELECT 999999999999999.99999::DECIMAL(20,5) AS a, 1.5::DECIMAL(20,5) AS b, 0.25::DECIMAL(2,2) AS c) TO '${own}/a.parquet'`,
    );
    base.close();
    expect(await asJson(readFileSync(join(own, 'a.parquet')), 'parquet')).toEqual([
      { a: '999999999999999.99999', b: 1.5, c: 0.25 },
    ]);
  });
});

describe('avro', () => {
  it.each(['bzip2', 'xz'])('is read where it is compressed with %s', async (codec) => {
    const whole = committed(`data/files/${codec}.avro`);
    const rows = (await asJson(whole, 'avro')) as unknown[];
    expect([rows.length, rows[0], rows[2999]]).toEqual([3000, { id: 0, t: null }, { id: 2999, t: 'text 3' }]);
    for (const at of [500, 2000]) {
      const damaged = Buffer.from(whole);
      damaged[at] = (damaged[at] ?? 0) ^ 0xff;
      expect(await codeOf(convertData(damaged, { from: 'avro', to: 'csv' }))).toBe('UNREADABLE_FILE');
    }
  });
});

describe('arrow', () => {
  it.each(['lz4', 'zstd'])('is read where it is compressed with %s', async (name) => {
    const content = committed(`data/files/${name}.arrow`);
    const rows = (await asJson(content, 'arrow')) as unknown[];
    expect([rows.length, rows[1], rows[299]]).toEqual([
      300,
      { id: 1, word: 'word 1 of many words', list: [1, 2], at: '2023-11-14T22:13:21.001Z', kind: 'b' },
      { id: 299, word: 'word 5 of many words', list: [299, 300], at: '2023-11-14T22:18:19.299Z', kind: null },
    ]);
  });
});

describe('times in arrow', () => {
  it.each([
    ['seconds', ['00:00:00', '10:30:00', '23:59:59']],
    ['microseconds', ['00:00:00.000001', '10:30:00.5']],
  ])('of day are texts: %s', async (name, expected) => {
    const content = committed(`data/files/${name}.arrow`);
    expect(await asJson(content, 'arrow')).toEqual(expected.map((a) => ({ a })));
    const { content: parquet } = await convertData(content, { from: 'arrow', to: 'parquet' });
    expect(await asJson(parquet, 'parquet')).toEqual(expected.map((a) => ({ a })));
  });

  it('that are durations are refused with advice', async () => {
    const content = committed('data/files/times.arrow');
    await expect(convertData(content, { from: 'arrow', to: 'csv' })).rejects.toMatchObject({
      code: 'UNSUPPORTED_CONVERSION',
      message: expect.stringContaining('durations'),
    });
  });

  it.each(['big-endian', 'big-endian-stream'])(
    'are refused where numbers begin with their highest byte: %s',
    async (name) => {
      const other = committed(`data/files/${name}.arrow`);
      const conversion = convertData(other, { from: 'arrow', to: 'csv' });
      await expect(conversion).rejects.toMatchObject({
        code: 'UNSUPPORTED_CONVERSION',
        message: expect.stringContaining('big-endian'),
      });
    },
  );
});

describe('sqlite with bytes stored as text', () => {
  it('has these in Base64, and texts unchanged', async () => {
    const path = join(mkdtempSync(join(folder, 'bytes-')), 'base.sqlite');
    const base = new DatabaseSync(path);
    base.exec(
      "CREATE TABLE t (a TEXT, b); INSERT INTO t VALUES ('plain', 1), (CAST(x'ff00fe41' AS TEXT), 2), ('\ufffd', 3), (x'ff', 4)",
    );
    base.close();
    expect(await asJson(readFileSync(path), 'sqlite')).toEqual([
      { a: 'plain', b: 1 },
      { a: '/wD+QQ==', b: 2 },
      { a: '\ufffd', b: 3 },
      { a: '/w==', b: 4 },
    ]);
  });
});

describe('sqlite with several tables', () => {
  const path = join(mkdtempSync(join(folder, 'base-')), 'base.sqlite');
  const base = new DatabaseSync(path);
  base.exec(
    "CREATE TABLE a (x); INSERT INTO a VALUES (1); CREATE TABLE 'b/../c' (y); INSERT INTO 'b/../c' VALUES ('z'); CREATE TABLE empty (q)",
  );
  base.close();
  const content = readFileSync(path);

  it('becomes an object of lists', async () => {
    expect(await asJson(content, 'sqlite')).toEqual({ a: [{ x: 1 }], 'b/../c': [{ y: 'z' }] });
  });

  it('becomes a zip of tables', async () => {
    const result = await convertData(content, { from: 'sqlite', to: 'csv' });
    expect(result.format).toBe('zip');
    const files = unzip(result.content);
    expect(Object.fromEntries([...files].map(([name, file]) => [name, String(file)]))).toEqual({
      'a.csv': 'x\n1\n',
      'b_.._c.csv': 'y\nz\n',
    });
  });
});

describe('options', () => {
  const source = '[{"a": 1, "b": "x;y"}]';
  const csv = async (options: Readonly<Record<string, string | boolean>>) =>
    String((await convertData(source, { from: 'json', to: 'csv', options })).content);

  it('set separator, quoting and header of csv', async () => {
    expect(await csv({})).toBe('a,b\n1,x;y\n');
    expect(await csv({ separator: 'semicolon' })).toBe('a;b\n1;"x;y"\n');
    expect(await csv({ separator: 'tab' })).toBe('a\tb\n1\tx;y\n');
    expect(await csv({ separator: 'pipe', header: false })).toBe('1|x;y\n');
    expect(await csv({ quoting: 'all' })).toBe('"a","b"\n"1","x;y"\n');
  });

  it.each(['zstd', 'snappy', 'gzip', 'none'])('compress parquet: %s', async (compression) => {
    const { content } = await convertData(source, { from: 'json', to: 'parquet', options: { compression } });
    const [group] = parquetMetadata(Uint8Array.from(content).buffer).row_groups;
    expect(group?.columns[0]?.meta_data?.codec).toBe(
      compression === 'none' ? 'UNCOMPRESSED' : compression.toUpperCase(),
    );
    expect(await readParquet(content)).toEqual([{ a: 1n, b: 'x;y' }]);
  });

  it.each([0, 1, 8])('indent json by %d spaces', async (indent) => {
    const { content } = await convertData('a:\n  b: 1\n', { from: 'yaml', to: 'json', options: { indent } });
    expect(String(content)).toBe(`${JSON.stringify({ a: { b: 1 } }, null, indent)}\n`);
  });
});

describe('YAML', () => {
  it.each([
    [
      'a: &x {p: 1, q: 2}\nb: {<<: *x, q: 3}\nc:\n  q: 9\n  <<: [*x, {z: 1}]\n',
      { a: { p: 1, q: 2 }, b: { p: 1, q: 3 }, c: { q: 9, p: 1, z: 1 } },
    ],
    ['? [a, b]\n: 1\n~: 2\n', { '[ a, b ]': 1, '': 2 }],
    ['!!set {a, b}\n', { a: null, b: null }],
    ['!!omap [a: 1, b: 2]\n', [{ a: 1 }, { b: 2 }]],
    ['a: !!binary aGVsbG8=\nb: !!timestamp 2001-12-14\n', { a: 'aGVsbG8=', b: '2001-12-14' }],
    ['%YAML 1.1\n---\na: 2001-12-14\nb: yes\n', { a: '2001-12-14', b: true }],
    ['---\na: &a 1\n---\nb: 2\n', [{ a: 1 }, { b: 2 }]],
  ])('is read with its tags and anchors: %j', async (text, expected) => {
    expect(await asJson(text, 'yaml')).toEqual(expected);
  });
});

it('a binary property list is refused with the command that converts it', async () => {
  const refused = convertData(Buffer.from('bplist00\x5fa', 'latin1'), { from: 'plist', to: 'json' });
  await expect(refused).rejects.toMatchObject({ message: expect.stringContaining('plutil -convert xml1') });
});
