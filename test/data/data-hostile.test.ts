import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { Database } from '../../functions/engines/duckdb/database.ts';
import { duckdb } from '../../functions/engines/duckdb.ts';
import { committed } from '../support/committed.ts';
import { briefly } from '../support/engine.ts';
import { codeOf } from '../support/failure.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { asJson, convertData } from './convert-data.ts';

const folder = temporaryFolder();

/** A file of ours: see the README beside it. */
const sample = (name: string) => committed(`data/files/${name}`);
const LEVELS = 100_000;

describe('nesting of 100,000 levels', () => {
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
    expect(await codeOf(convertData(content, { from, to }))).toMatch(/^(TOO_COMPLEX|UNREADABLE_FILE)$/);
  });
});

describe('bombs', () => {
  it('of YAML aliases are refused', { timeout: 120_000 }, async () => {
    const lines = [...'bcdefghijk'].map(
      (name, index) => `${name}: &${name} [${`*${'abcdefghijk'[index]},`.repeat(9)}]`,
    );
    const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${lines.join('\n')}\n`;
    expect(await codeOf(convertData(bomb, { from: 'yaml', to: 'json' }))).toBe('TOO_COMPLEX');
    const list = `a: &a [${'1,'.repeat(100_000)}1]\nb: [${'*a,'.repeat(900)}*a]\n`;
    expect(await codeOf(convertData(list, { from: 'yaml', to: 'json' }))).toBe('TOO_COMPLEX');
    const names = Array.from({ length: 2000 }, (_, index) => `n${index}: 1`);
    const merged = `a: &a {${names.join(', ')}}\n${names.map((name) => `${name.slice(0, -3)}: {<<: *a}`).join('\n')}\n`;
    expect(await codeOf(convertData(merged, { from: 'yaml', to: 'json' }))).toBe('TOO_COMPLEX');
  });

  it('of only anchors, or aliases, are read from YAML', async () => {
    const lines = (line: (index: number) => string, length = 20_000) =>
      Array.from({ length }, (_, at) => line(at)).join('');
    const documents = [
      lines((at) => `n${at}: 1\n`),
      `{${lines((at) => `n${at}: 1, `)}}\n`,
      `!!omap [${lines((at) => `n${at}: 1, `)}]\n`,
      lines((at) => `- &a${at} 1\n- *a${at}\n`, 5000),
    ];
    const text = documents.join('---\n');
    expect(await codeOf(convertData(text, { from: 'yaml', to: 'json' }))).toBe('none');
  });

  it.each(['xml', 'plist'] as const)(
    'of entities in %s are refused, and so are entities from elsewhere',
    async (from) => {
      const within = (declared: string) =>
        `<?xml version="1.0"?><!DOCTYPE plist [${declared}]><plist><string>&b;</string></plist>`;
      for (const declared of ['<!ENTITY a "ha"><!ENTITY b "&a;&a;">', '<!ENTITY b SYSTEM "file:///etc/passwd">'])
        expect(await codeOf(convertData(within(declared), { from, to: 'json' }))).toBe('UNSUPPORTED_CONVERSION');
    },
  );

  it('of columns are refused', async () => {
    const line = `${Array.from({ length: 100_000 }, (_, index) => `c${index}`).join(',')}\n`;
    expect(await codeOf(convertData(line, { from: 'csv', to: 'json' }))).toBe('TOO_COMPLEX');
    const record = JSON.stringify([
      Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`c${index}`, 1])),
    ]);
    expect(await codeOf(convertData(record, { from: 'json', to: 'csv' }))).toBe('TOO_COMPLEX');
  });

  it('of continued lines are read from cards', async () => {
    const card = `BEGIN:VCARD\nVERSION:2.1\nNOTE;QUOTED-PRINTABLE:=\n${'a=\n'.repeat(1_000_000)}\nEND:VCARD\n`;
    expect(await codeOf(convertData(card, { from: 'vcf', to: 'json' }))).toBe('none');
  });

  it.each<[string, FormatName, () => Buffer | string]>([
    ['missing cells in CSV', 'csv', () => `${'a,'.repeat(4095)}a\n${'b\n'.repeat(100_000)}`],
    [
      'missing fields',
      'ndjson',
      () => Array.from({ length: 60_000 }, (_, index) => `{"a${index % 4096}":1}\n`).join(''),
    ],
    ['rows in Arrow', 'arrow', () => sample('bomb-of-rows.arrow.gz')],
    ['buffers in Arrow', 'arrow', () => sample('bomb-of-buffers.arrow.gz')],
    ['nothing in lists of Arrow', 'arrow', () => sample('bomb-of-nothing-in-a-list.arrow')],
  ])('of %s end with the limits of their job', async (_, from, content) => {
    const engine = briefly(duckdb);
    const to = from === 'csv' ? 'json' : 'csv';
    expect(await codeOf(convertData(content(), { from, to, engine }))).toBe('TOO_COMPLEX');
  });

  it('of 12 levels are read from Parquet, and deeper ones refused', async () => {
    const code = async (levels: number) => {
      const value = `${'['.repeat(levels)}DATE '2024-02-29'${']'.repeat(levels)}`;
      return codeOf(convertData(await parquet(`SELECT ${value} AS a`), { from: 'parquet', to: 'csv' }));
    };
    expect([await code(12), await code(40)]).toEqual(['none', 'TOO_COMPLEX']);
  });

  async function parquet(rows: string): Promise<Buffer> {
    const own = mkdtempSync(join(folder, 'parquet-'));
    const base = await Database.open(own, own);
    await base.run(`COPY (${rows}) TO '${own}/file.parquet' (FORMAT parquet, COMPRESSION zstd)`);
    base.close();
    return readFileSync(join(own, 'file.parquet'));
  }

  it('of values are refused', async () => {
    const many = `{"a": [${'[],'.repeat(2_100_000)}[]]}`;
    expect(await codeOf(convertData(many, { from: 'json', to: 'yaml' }))).toBe('TOO_COMPLEX');
  });
});

describe('damaged data', () => {
  const whole = sample('texts.parquet');

  it.each([0.5, 0.99])('as Parquet truncated to %d of its size is refused', async (part) => {
    const cut = whole.subarray(0, Math.floor(whole.length * part));
    expect(await codeOf(convertData(cut, { from: 'parquet', to: 'json' }))).toBe('UNREADABLE_FILE');
  });

  it.each<[FormatName, string]>([
    ['json', '[{"a": 1}, {"a": ]'],
    ['json', '[{"a": 1} {"a": 2}]'],
    ['json', '[{"a": 1}'],
    ['json', '{"a": "x'],
    ['ndjson', '{"a": 1}\n{"a": \n'],
    ['yaml', 'a: [1\nb: 2'],
    ['yaml', 'a: 1\nb: 2\na: 3'],
    ['yaml', 'a: *a'],
    ['toml', 'a = = 1'],
    ['xml', '<a><b></a>'],
    ['plist', '<plist><dict><key>a</key></dict></plist>'],
    ['plist', '<plist><dict><key>a</key><true/><key>a</key><false/></dict></plist>'],
    ['csv', '\n\n\n'],
  ])('as %s like %j is refused', async (from, content) => {
    expect(await codeOf(convertData(content, { from, to: from === 'json' ? 'ndjson' : 'json' }))).toBe(
      'UNREADABLE_FILE',
    );
  });
});

describe('Avro and Arrow', () => {
  it.each(['avro', 'arrow'] as const)('damaged at any byte are refused or read, and end no host: %s', async (from) => {
    const whole = sample(from === 'avro' ? 'bzip2.avro' : 'lz4.arrow');
    for (const part of [0.01, 0.1, 0.5, 0.9]) {
      const cut = whole.subarray(0, Math.floor(whole.length * part));
      expect(await codeOf(convertData(cut, { from, to: 'csv' }))).toMatch(/^(UNREADABLE_FILE|TOO_COMPLEX)$/);
      const noisy = Buffer.from(whole);
      randomBytes(40).copy(noisy, Math.floor(whole.length * part));
      expect(await codeOf(convertData(noisy, { from, to: 'csv' }))).toMatch(
        /^(none|UNREADABLE_FILE|TOO_COMPLEX|UNSUPPORTED_CONVERSION)$/,
      );
    }
  });

  it.each([
    ['lists of nothing without end', 'endless-lists-of-nothing.avro'],
    ['rows of nothing without end', 'endless-rows-of-nothing.avro'],
    ['a text longer than the file', 'endless-text.avro'],
    ['a record in itself', 'record-in-itself.avro'],
  ])('with %s is refused', async (_, name) => {
    expect(await codeOf(convertData(sample(name), { from: 'avro', to: 'csv' }))).toMatch(
      /^(UNREADABLE_FILE|TOO_COMPLEX)$/,
    );
  });
});

it.each<[FormatName, string]>([
  ['csv', 'name,age\n'],
  ['json', '[]'],
  ['yaml', '[]\n'],
])('%s without records is refused for ndjson, which would be empty', async (from, content) => {
  expect(await codeOf(convertData(content, { from, to: 'ndjson' }))).toBe('UNSUPPORTED_CONVERSION');
});

describe('SQLite', () => {
  it.each([0.6, 0.9])('truncated to %d of its size is refused, not read without its rows', async (part) => {
    const whole = database('CREATE TABLE t (a INTEGER); INSERT INTO t VALUES (1)');
    const cut = whole.subarray(0, Math.floor(whole.length * part));
    expect(await codeOf(convertData(cut, { from: 'sqlite', to: 'csv' }))).toBe('UNREADABLE_FILE');
  });

  it('runs neither views nor triggers nor virtual tables', async () => {
    const content = database(`
      CREATE TABLE t (a INTEGER, flag BOOLEAN); INSERT INTO t VALUES (1, 0);
      CREATE VIEW v AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n;
      CREATE VIRTUAL TABLE f USING fts5(words);
      CREATE TRIGGER g AFTER INSERT ON t BEGIN DELETE FROM t; END`);
    expect(await asJson(content, 'sqlite')).toEqual([{ a: 1, flag: false }]);
  });

  it('reads generated columns, and refuses those that take too much', async () => {
    const rewritten = (columns: string) =>
      database(`
        CREATE TABLE t (a INTEGER); INSERT INTO t VALUES (100000000); PRAGMA writable_schema = ON;
        UPDATE sqlite_master SET sql = 'CREATE TABLE t (a INTEGER, ${columns})'`);
    const doubled = Array.from({ length: 40 }, (_, at) => `b${at + 1} AS (b${at} || b${at})`).join();
    const read = await asJson(rewritten("b AS (a + 1), c AS (a || '')".replaceAll("'", "''")), 'sqlite');
    expect(read).toEqual([{ a: 100_000_000, b: 100_000_001, c: '100000000' }]);
    const source = rewritten(`b0 AS (a), ${doubled}`);
    const engine = briefly(duckdb);
    expect(await codeOf(convertData(source, { from: 'sqlite', to: 'csv', engine }))).toBe('TOO_COMPLEX');
  });

  /** A database of SQLite itself. */
  function database(sql: string): Buffer {
    const path = join(mkdtempSync(join(folder, 'base-')), 'base.sqlite');
    const base = new DatabaseSync(path);
    base.enableDefensive(false);
    base.exec(sql);
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

  it.each(['csv', 'ndjson', 'parquet', 'sqlite'] as const)('never end a quoted string: %s', async (to) => {
    const record = `{${NAMES.map((name, index) => `${JSON.stringify(name)}: ${index}`).join(', ')}}`;
    const { content } = await convertData(`[${record}]`, { from: 'json', to });
    const found = to === 'ndjson' ? [JSON.parse(String(content))] : await asJson(content, to);
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
  ])('refuses %s', async (sql) => {
    const own = mkdtempSync(join(folder, 'locked-'));
    const base = await Database.open(own, join(own, 'source'));
    await expect(base.run(sql)).rejects.toThrow(/Permission|disabled|locked|not allowed|Cannot/i);
    base.close();
  });
});
