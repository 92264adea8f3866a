import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import { Field, FixedSizeList, List, makeData, makeVector, Null, Table, tableToIPC, type Vector } from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { Database } from '../../functions/engines/duckdb/database.ts';
import { stopEnginesAfterwards } from '../support/engine.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { asJson, codeOf, convertData } from './convert-data.ts';
import { arrow, avro, parquet } from './foreign.ts';

const folder = temporaryFolder();
stopEnginesAfterwards();

const LEVELS = 500_000;

describe('nesting of 500,000 levels', () => {
  it.each<[FormatName, FormatName, string]>([
    ['json', 'yaml', '['.repeat(LEVELS) + ']'.repeat(LEVELS)],
    ['json', 'parquet', `[{"a":${'['.repeat(LEVELS)}${']'.repeat(LEVELS)}}]`],
    ['ndjson', 'csv', `{"a":${'{"a":'.repeat(LEVELS)}1${'}'.repeat(LEVELS)}}\n`],
    ['yaml', 'json', '['.repeat(LEVELS) + ']'.repeat(LEVELS)],
    ['yaml', 'json', '- '.repeat(LEVELS)],
    ['toml', 'json', `a=${'['.repeat(LEVELS)}${']'.repeat(LEVELS)}`],
    ['toml', 'json', `${'a.'.repeat(LEVELS)}a=1`],
    ['toml', 'json', `[${'a.'.repeat(LEVELS)}a]`],
    ['xml', 'json', '<a>'.repeat(LEVELS) + '</a>'.repeat(LEVELS)],
    ['plist', 'json', `<plist>${'<array>'.repeat(LEVELS)}${'</array>'.repeat(LEVELS)}</plist>`],
  ])('is refused in %s, for %s', async (from, to, content) => {
    expect(await codeOf(convertData(folder, content, { from, to }))).toMatch(/^(TOO_COMPLEX|UNREADABLE_FILE)$/);
  });
});

describe('bombs', () => {
  it('of YAML aliases are refused', async () => {
    const lines = [...'bcdefghijk'].map(
      (name, index) => `${name}: &${name} [${`*${'abcdefghijk'[index]},`.repeat(9)}]`,
    );
    const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${lines.join('\n')}\n`;
    expect(await codeOf(convertData(folder, bomb, { from: 'yaml', to: 'json' }))).toBe('TOO_COMPLEX');
    const list = `a: &a [${'1,'.repeat(100_000)}1]\nb: [${'*a,'.repeat(900)}*a]\n`;
    expect(await codeOf(convertData(folder, list, { from: 'yaml', to: 'json' }))).toBe('TOO_COMPLEX');
    const names = Array.from({ length: 20_000 }, (_, index) => `n${index}: 1`);
    const merged = `a: &a {${names.join(', ')}}\n${names.map((name) => `${name.slice(0, -3)}: {<<: *a}`).join('\n')}\n`;
    expect(await codeOf(convertData(folder, merged, { from: 'yaml', to: 'json' }))).toBe('TOO_COMPLEX');
  });

  it('of nothing but names, or aliases, are read from YAML', async () => {
    const lines = (line: (index: number) => string, length = 50_000) =>
      Array.from({ length }, (_, at) => line(at)).join('');
    const documents = [
      lines((at) => `n${at}: 1\n`),
      `{${lines((at) => `n${at}: 1, `)}}\n`,
      `!!omap [${lines((at) => `n${at}: 1, `)}]\n`,
      lines((at) => `- &a${at} 1\n- *a${at}\n`, 5000),
    ];
    const text = documents.join('---\n');
    expect(await codeOf(convertData(folder, text, { from: 'yaml', to: 'json' }))).toBe('none');
  });

  it.each(['xml', 'plist'] as const)(
    'of entities in %s are refused, and so are entities from elsewhere',
    async (from) => {
      const within = (declared: string) =>
        `<?xml version="1.0"?><!DOCTYPE plist [${declared}]><plist><string>&b;</string></plist>`;
      for (const declared of ['<!ENTITY a "ha"><!ENTITY b "&a;&a;">', '<!ENTITY b SYSTEM "file:///etc/passwd">'])
        expect(await codeOf(convertData(folder, within(declared), { from, to: 'json' }))).toBe(
          'UNSUPPORTED_CONVERSION',
        );
    },
  );

  it('of columns are refused', async () => {
    const line = `${Array.from({ length: 100_000 }, (_, index) => `c${index}`).join(',')}\n`;
    expect(await codeOf(convertData(folder, line, { from: 'csv', to: 'json' }))).toBe('TOO_COMPLEX');
    const record = JSON.stringify([
      Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`c${index}`, 1])),
    ]);
    expect(await codeOf(convertData(folder, record, { from: 'json', to: 'csv' }))).toBe('TOO_COMPLEX');
  });

  it('of continued lines are read from cards', async () => {
    const card = `BEGIN:VCARD\nVERSION:2.1\nNOTE;QUOTED-PRINTABLE:=\n${'a=\n'.repeat(1_000_000)}\nEND:VCARD\n`;
    expect(await codeOf(convertData(folder, card, { from: 'vcf', to: 'json' }))).toBe('none');
  });

  it('of cells that are missing are refused', async () => {
    const ragged = `${'a,'.repeat(4095)}a\n${'b\n'.repeat(100_000)}`;
    const sparse = Array.from({ length: 60_000 }, (_, index) => `{"a${index % 4096}":1}\n`).join('');
    for (const [content, from, to] of [
      [ragged, 'csv', 'json'],
      [ragged.replaceAll(',', '\t'), 'tsv', 'csv'],
      [sparse, 'ndjson', 'csv'],
    ] as const)
      expect(await codeOf(convertData(folder, content, { from, to }))).toBe('TOO_COMPLEX');
  });

  it.each([
    ['rows', "SELECT 1 AS a, 'x' AS b FROM range(130000000)"],
    ['texts', "SELECT repeat('x', 1000000) AS a FROM range(5000)"],
  ])('of Parquet are refused: %s', { timeout: 120_000 }, async (_, rows) => {
    const own = mkdtempSync(join(folder, 'bomb-'));
    const base = await Database.open(own, own);
    await base.run(`COPY (${rows}) TO '${own}/bomb.parquet' (FORMAT parquet, COMPRESSION zstd)`);
    base.close();
    const bomb = readFileSync(join(own, 'bomb.parquet'));
    expect(bomb.length).toBeLessThan(30_000_000);
    expect(await codeOf(convertData(folder, bomb, { from: 'parquet', to: 'csv' }))).toBe('TOO_COMPLEX');
  });

  it.each([
    ['lists', (inner: string) => `[${inner}]`],
    ['structs', (inner: string) => `{'f': ${inner}, 'g': 1.5}`],
    ['maps', (inner: string) => `map([1], [${inner}])`],
  ])('of levels are refused in Parquet, and a dozen of them are read: %s', async (_, wrap) => {
    const nested = async (levels: number) => {
      const own = mkdtempSync(join(folder, 'levels-'));
      const base = await Database.open(own, own);
      let value = "DATE '2024-02-29'";
      for (let level = 0; level < levels; level++) value = wrap(value);
      await base.run(`COPY (SELECT ${value} AS a) TO '${own}/levels.parquet' (FORMAT parquet)`);
      base.close();
      return readFileSync(join(own, 'levels.parquet'));
    };
    const code = async (levels: number) =>
      codeOf(convertData(folder, await nested(levels), { from: 'parquet', to: 'csv' }));
    expect([await code(12), await code(40)]).toEqual(['none', 'TOO_COMPLEX']);
  });

  it('of levels, columns and row groups that a footer of Parquet claims end no host', async () => {
    const column = [0x15, 2, 0x25, 2, 0x18, 1, 0x63, 0];
    const group = (children: number) => [0x35, 2, 0x18, 1, 0x67, 0x15, ...whole(2 * children), 0];
    const list = (size: number) => [0xfc, ...whole(size)];
    const schema = (size: number, ...things: number[][]) => [0x15, 2, 0x19, ...list(size), ...things.flat()];
    const one = schema(2, group(1), column);
    const footers: [string, number[]][] = [
      ['none', [...one, 0x16, 0, 0x19, ...list(0), 0]],
      ['UNREADABLE_FILE', schema(20_002, ...new Array(20_001).fill(group(1)), column)],
      ['UNREADABLE_FILE', schema(100_001, group(100_000), ...new Array(100_000).fill(column))],
      ['UNREADABLE_FILE', [...one, 0x16, 0, 0x19, ...list(1_000_000), ...new Array(1_000_000).fill(0), 0]],
    ];
    for (const [code, footer] of footers) {
      const length = Buffer.alloc(4);
      length.writeUInt32LE(footer.length + 1);
      const file = Buffer.concat([Buffer.from('PAR1'), Buffer.from([...footer, 0]), length, Buffer.from('PAR1')]);
      expect(await codeOf(convertData(folder, file, { from: 'parquet', to: 'csv' }))).toBe(code);
    }
  });

  /** A number of the compact protocol of Thrift: seven bits a byte. */
  function whole(value: number): number[] {
    return value < 128 ? [value] : [(value % 128) + 128, ...whole(Math.floor(value / 128))];
  }

  it('of nothing are refused in lists of Arrow', async () => {
    const many = 1_000_000_000;
    const nothing = makeData({ type: new Null(), length: many });
    const fixed = new FixedSizeList(many, new Field('item', new Null()));
    const list = new List(new Field('item', new Null()));
    const valueOffsets = Int32Array.of(0, many);
    const columns: Vector[] = [
      makeVector(makeData({ type: fixed, length: 1, nullCount: 0, child: nothing })),
      makeVector(makeData({ type: list, length: 1, nullCount: 0, child: nothing, valueOffsets })),
    ];
    for (const column of columns) {
      const file = Buffer.from(tableToIPC(new Table({ a: column }), 'file'));
      expect(file.length).toBeLessThan(2000);
      expect(await codeOf(convertData(folder, file, { from: 'arrow', to: 'csv' }))).toBe('TOO_COMPLEX');
    }
  });

  it('of rows, and of buffers that are small together, are refused in Arrow', async () => {
    for (const name of ['rows', 'buffers']) {
      const file = gunzipSync(readFileSync(join(import.meta.dirname, `files/bomb-of-${name}.arrow.gz`)));
      expect(await codeOf(convertData(folder, file, { from: 'arrow', to: 'csv' }))).toBe('TOO_COMPLEX');
    }
  });

  it('of values are refused', async () => {
    const many = `{"a": [${'[],'.repeat(2_100_000)}[]]}`;
    expect(await codeOf(convertData(folder, many, { from: 'json', to: 'yaml' }))).toBe('TOO_COMPLEX');
  });
});

describe('damage', () => {
  const whole = parquet([{ name: 'a', data: Array.from({ length: 5000 }, (_, index) => `text ${index}`) }]);

  it.each([0.5, 0.99])('a Parquet file that breaks off after %d of it is refused', async (part) => {
    const cut = whole.subarray(0, Math.floor(whole.length * part));
    expect(await codeOf(convertData(folder, cut, { from: 'parquet', to: 'json' }))).toBe('UNREADABLE_FILE');
  });

  it.each([1, 2])('a Parquet file with noise in it (%d) is refused, or read, and ends no host', async () => {
    const noisy = Buffer.from(whole);
    randomBytes(20).copy(noisy, Math.floor(Math.random() * (noisy.length - 20)));
    const code = await codeOf(convertData(folder, noisy, { from: 'parquet', to: 'csv' }));
    expect(code).toMatch(/^(none|UNREADABLE_FILE|TOO_COMPLEX)$/);
  });

  it.each<[FormatName, string]>([
    ['json', '[{"a": 1}, {"a": ]'],
    ['json', '[{"a": 1} {"a": 2}]'],
    ['json', '[{"a": 1},, {"a": 2}]'],
    ['json', '[{"a": 1}'],
    ['json', '{"a": "x'],
    ['ndjson', '{"a": 1}\n{"a": \n'],
    ['yaml', 'a: [1\nb: 2'],
    ['yaml', 'a: 1\nb: 2\na: 3'],
    ['yaml', 'a: *a'],
    ['yaml', '<<: 1'],
    ['toml', 'a = = 1'],
    ['xml', '<a><b></a>'],
    ['plist', '<plist><dict><key>a</key></dict></plist>'],
    ['plist', '<plist><dict><key>a</key><true/><key>a</key><false/></dict></plist>'],
    ['csv', '\n\n\n'],
  ])('%s like %j is refused', async (from, content) => {
    expect(await codeOf(convertData(folder, content, { from, to: from === 'json' ? 'ndjson' : 'json' }))).toBe(
      'UNREADABLE_FILE',
    );
  });
});

describe('Avro and Arrow', () => {
  const SCHEMA = { type: 'record', name: 'r', fields: [{ name: 'a', type: 'string' }] };
  const rows = Array.from({ length: 2000 }, (_, index) => ({ a: `text ${index}` }));
  const sources = {
    avro: () => avro(SCHEMA, rows),
    arrow: async () => arrow({ a: rows.map(({ a }) => a) }, {}, {}),
  };

  it.each(['avro', 'arrow'] as const)('of damaged files are refused or read, and end no host: %s', async (from) => {
    const whole = await sources[from]();
    for (const part of [0.01, 0.1, 0.5, 0.9]) {
      const cut = whole.subarray(0, Math.floor(whole.length * part));
      expect(await codeOf(convertData(folder, cut, { from, to: 'csv' }))).toMatch(/^(UNREADABLE_FILE|TOO_COMPLEX)$/);
      const noisy = Buffer.from(whole);
      randomBytes(40).copy(noisy, Math.floor(whole.length * part));
      expect(await codeOf(convertData(folder, noisy, { from, to: 'csv' }))).toMatch(
        /^(none|UNREADABLE_FILE|TOO_COMPLEX|UNSUPPORTED_CONVERSION)$/,
      );
    }
  });

  /** An Avro file made by hand: numbers are one byte each. */
  function handMade(schema: object, count: readonly number[], block: readonly number[]): Buffer {
    const text = (value: string) => [...varint(Buffer.byteLength(value)), ...Buffer.from(value)];
    const meta = [2, ...text('avro.schema'), ...text(JSON.stringify(schema)), 0];
    const sync = new Array<number>(16).fill(7);
    return Buffer.from([
      ...Buffer.from('Obj\u0001'),
      ...meta,
      ...sync,
      ...count,
      ...varint(block.length),
      ...block,
      ...sync,
    ]);
  }

  const varint = (value: number) => (value < 64 ? [value * 2] : [((value * 2) & 0x7f) | 0x80, (value * 2) >> 7]);
  /** About 2 ** 60. */
  const ENDLESS = [...new Array<number>(8).fill(0xfe), 0x1f];

  it('with as many values of nothing as one likes is refused', async () => {
    const nulls = { type: 'record', name: 'r', fields: [{ name: 'a', type: { type: 'array', items: 'null' } }] };
    const lists = handMade(nulls, [2], [...ENDLESS, 0]);
    const empty = handMade({ type: 'record', name: 'r', fields: [{ name: 'a', type: 'null' }] }, ENDLESS, []);
    for (const file of [lists, empty])
      expect(await codeOf(convertData(folder, file, { from: 'avro', to: 'csv' }))).toMatch(
        /^(UNREADABLE_FILE|TOO_COMPLEX)$/,
      );
  });

  it('with a text longer than the file is refused', async () => {
    const file = handMade(SCHEMA, [2], [...ENDLESS, 0x61]);
    expect(await codeOf(convertData(folder, file, { from: 'avro', to: 'csv' }))).toBe('UNREADABLE_FILE');
  });

  it('with a record in itself, without end, is refused', async () => {
    const type = { type: 'record', name: 'r', fields: [{ name: 'a', type: ['null', 'r'] }] };
    const file = handMade(type, [2], new Array<number>(5000).fill(2));
    expect(await codeOf(convertData(folder, file, { from: 'avro', to: 'csv' }))).toBe('TOO_COMPLEX');
  });
});

describe('SQLite', () => {
  it('of damaged files is refused or read, and ends no host', async () => {
    const whole = database(
      'CREATE TABLE t (a, b); INSERT INTO t SELECT value, hex(randomblob(200)) FROM generate(500)',
    );
    for (const at of [16, 100, 2000, 4096, 20_000]) {
      const noisy = Buffer.from(whole);
      randomBytes(60).copy(noisy, at);
      expect(await codeOf(convertData(folder, noisy, { from: 'sqlite', to: 'csv' }))).toMatch(
        /^(none|UNREADABLE_FILE|UNSUPPORTED_CONVERSION)$/,
      );
    }
  });

  it('runs neither views nor triggers nor virtual tables', async () => {
    const content = database(`
      CREATE TABLE t (a INTEGER, flag BOOLEAN); INSERT INTO t VALUES (1, 0);
      CREATE VIEW v AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n;
      CREATE VIRTUAL TABLE f USING fts5(words);
      CREATE TRIGGER g AFTER INSERT ON t BEGIN DELETE FROM t; END`);
    expect(await asJson(folder, content, 'sqlite')).toEqual([{ a: 1, flag: false }]);
  });

  it('reads columns that are calculated, unless they are made to be too much', async () => {
    const rewritten = (columns: string) =>
      database(`
        CREATE TABLE t (a INTEGER); INSERT INTO t VALUES (100000000); PRAGMA writable_schema = ON;
        UPDATE sqlite_master SET sql = 'CREATE TABLE t (a INTEGER, ${columns})'`);
    const doubled = Array.from({ length: 40 }, (_, at) => `b${at + 1} AS (b${at} || b${at})`).join();
    const read = await asJson(folder, rewritten("b AS (a + 1), c AS (a || '')".replaceAll("'", "''")), 'sqlite');
    expect(read).toEqual([{ a: 100_000_000, b: 100_000_001, c: '100000000' }]);
    for (const columns of ['b AS (zeroblob(a))', `b0 AS (a), ${doubled}`])
      expect(await codeOf(convertData(folder, rewritten(columns), { from: 'sqlite', to: 'csv' }))).toBe('TOO_COMPLEX');
  });

  /** A database as SQLite itself writes it. */
  function database(sql: string): Buffer {
    const path = join(mkdtempSync(join(folder, 'base-')), 'base.sqlite');
    const base = new DatabaseSync(path);
    const generated = sql.replace(
      /FROM generate\((\d+)\)/,
      'FROM (WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n LIMIT $1) SELECT value FROM n)',
    );
    base.enableDefensive(false);
    base.exec(generated);
    base.close();
    return readFileSync(path);
  }
});

describe('names', () => {
  const NAMES = [
    '"',
    "'",
    '""; DROP TABLE x; --',
    "a') TO '/etc/x' --",
    '\\',
    '}',
    '__proto__',
    'constructor',
    '$1',
    '?',
  ];

  it.each(['csv', 'ndjson', 'parquet', 'sqlite'] as const)('are never taken for anything else: %s', async (to) => {
    const record = `{${NAMES.map((name, index) => `${JSON.stringify(name)}: ${index}`).join(', ')}}`;
    const { content } = await convertData(folder, `[${record}]`, { from: 'json', to });
    const found = to === 'ndjson' ? [JSON.parse(String(content))] : await asJson(folder, content, to);
    expect(Object.keys((found as object[])[0] ?? {})).toEqual(NAMES);
  });
});

describe('DuckDB', () => {
  it.each([
    "SELECT * FROM read_text('/etc/passwd')",
    "SELECT * FROM read_csv('/proc/self/environ')",
    "SELECT * FROM read_csv('http://127.0.0.1:1/x')",
    "COPY (SELECT 1) TO '/tmp/outside.csv'",
    "ATTACH '/tmp/outside.db'",
    'INSTALL sqlite',
    'LOAD httpfs',
    'SET enable_external_access=true',
    "SET allowed_directories=['/']",
  ])('does not do %s', async (sql) => {
    const own = mkdtempSync(join(folder, 'locked-'));
    const base = await Database.open(own, join(own, 'source'));
    await expect(base.run(sql)).rejects.toThrow(/Permission|disabled|locked|not allowed|Cannot/i);
    base.close();
  });
});
