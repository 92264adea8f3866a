import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { Database } from '../../functions/engines/duckdb/database.ts';
import { duckdb } from '../../functions/engines/duckdb.ts';
import { committed } from '../support/committed.ts';
import { briefly } from '../support/engine.ts';
import { codeOf, failure } from '../support/failure.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { asJson, codeOfData, convertData, database } from './convert-data.ts';

const folder = temporaryFolder();

/** A file of ours: see the README beside it. */
const sample = (name: string) => committed(`data/files/${name}`);
const LEVELS = 100_000;

it.each<[FormatName, FormatName, string]>([
  ['json', 'yaml', '['.repeat(LEVELS) + ']'.repeat(LEVELS)],
  ['json', 'parquet', `[{"a":${'['.repeat(LEVELS)}${']'.repeat(LEVELS)}}]`],
  ['ndjson', 'csv', `{"a":${'{"a":'.repeat(LEVELS)}1${'}'.repeat(LEVELS)}}\n`],
  ['yaml', 'json', '- '.repeat(LEVELS)],
  ['toml', 'json', `a=${'['.repeat(LEVELS)}${']'.repeat(LEVELS)}`],
  ['toml', 'json', `${'a.'.repeat(LEVELS)}a=1`],
  ['xml', 'json', '<a>'.repeat(LEVELS) + '</a>'.repeat(LEVELS)],
])('nesting of 100,000 levels is refused in %s, for %s', async (from, to, content) => {
  expect(await codeOfData(content, from, to)).toMatch(/^(TOO_COMPLEX|UNREADABLE_FILE)$/);
});

it('bombs of YAML aliases are refused', { timeout: 120_000 }, async () => {
  const lines = [...'bcdefghijk'].map((name, index) => `${name}: &${name} [${`*${'abcdefghijk'[index]},`.repeat(9)}]`);
  const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${lines.join('\n')}\n`;
  expect(await codeOfData(bomb, 'yaml', 'json')).toBe('TOO_COMPLEX');
  const list = `a: &a [${'1,'.repeat(100_000)}1]\nb: [${'*a,'.repeat(900)}*a]\n`;
  expect(await codeOfData(list, 'yaml', 'json')).toBe('TOO_COMPLEX');
  const names = Array.from({ length: 2000 }, (_, index) => `n${index}: 1`);
  const merged = `a: &a {${names.join(', ')}}\n${names.map((name) => `${name.slice(0, -3)}: {<<: *a}`).join('\n')}\n`;
  expect(await codeOfData(merged, 'yaml', 'json')).toBe('TOO_COMPLEX');
});
it('bombs of only anchors, or aliases, are read from YAML', async () => {
  const lines = (line: (index: number) => string, length = 20_000) =>
    Array.from({ length }, (_, at) => line(at)).join('');
  const documents = [
    lines((at) => `n${at}: 1\n`),
    `{${lines((at) => `n${at}: 1, `)}}\n`,
    `!!omap [${lines((at) => `n${at}: 1, `)}]\n`,
    lines((at) => `- &a${at} 1\n- *a${at}\n`, 5000),
  ];
  const text = documents.join('---\n');
  expect(await codeOfData(text, 'yaml', 'json')).toBe('none');
});

it.each(['<!ENTITY a "ha"><!ENTITY b "&a;&a;">', '<!ENTITY b SYSTEM "file:///etc/passwd">'])(
  'bombs of entities in XML are refused, and so are entities from elsewhere: %s',
  async (declared) => {
    const source = `<?xml version="1.0"?><!DOCTYPE a [${declared}]><a>&b;</a>`;
    expect(await codeOfData(source, 'xml', 'json')).toBe('UNSUPPORTED_CONVERSION');
  },
);

const names = Array.from({ length: 100_000 }, (_, index) => `c${index}`);

it.each<[string, FormatName, FormatName, () => string | Buffer]>([
  ['columns', 'csv', 'json', () => `${names.join(',')}\n`],
  ['fields', 'json', 'csv', () => JSON.stringify([Object.fromEntries(names.map((name) => [name, 1]))])],
  ['values', 'json', 'yaml', () => `{"a": [${'[],'.repeat(2_100_000)}[]]}`],
])('bombs of %s are refused in %s, for %s', async (_, from, to, make) => {
  expect(await codeOfData(make(), from, to)).toBe('TOO_COMPLEX');
});

it('bombs of continued lines are read from cards', async () => {
  const card = `BEGIN:VCARD\nVERSION:2.1\nNOTE;QUOTED-PRINTABLE:=\n${'a=\n'.repeat(1_000_000)}\nEND:VCARD\n`;
  expect(await codeOfData(card, 'vcf', 'json')).toBe('none');
});

it.each<[string, FormatName, FormatName, () => string | Buffer]>([
  ['missing cells', 'csv', 'json', () => `${'a,'.repeat(4095)}a\n${'b\n'.repeat(100_000)}`],
  ['lists of 40 levels', 'parquet', 'csv', () => sample('lists-of-40-levels.parquet')],
])('bombs of %s end with the limits of their job', async (_, from, to, make) => {
  const conversion = convertData(make(), { from, to, engine: briefly(duckdb, 1) });
  expect(await codeOf(conversion)).toBe('TOO_COMPLEX');
});

it.each<[FormatName, string | Buffer]>([
  ['json', '[{"a": 1}, {"a": ]'],
  ['json', '[{"a": 1} {"a": 2}]'],
  ['ndjson', '{"a": 1}\n{"a": \n'],
  ['yaml', 'a: [1\nb: 2'],
  ['yaml', 'a: 1\nb: 2\na: 3'],
  ['toml', 'a = = 1'],
  ['xml', '<a><b></a>'],
  ['csv', '\n\n\n'],
  ['parquet', sample('texts.parquet').subarray(0, -200)],
])('damaged data as %s like %j is refused', async (from, content) => {
  expect(await codeOf(convertData(content, { from, to: from === 'json' ? 'ndjson' : 'json' }))).toBe('UNREADABLE_FILE');
});

it.each<[FormatName, string]>([
  ['csv', 'name,age\n'],
  ['json', '[]'],
])('%s without records is refused for ndjson, which would be empty', async (from, content) => {
  expect(await codeOfData(content, from, 'ndjson')).toBe('UNSUPPORTED_CONVERSION');
});

it.each<[FormatName, () => string | Buffer]>([
  ['csv', () => `a,b\n${'x'.repeat(17_000_000)},1\n`],
  ['sqlite', () => database('CREATE TABLE t (a); INSERT INTO t VALUES (zeroblob(12600000))')],
])('%s with a row of more than 16 MB is told the limit', async (from, content) => {
  const { code, message } = await failure(convertData(content(), { from, to: 'json' }));
  expect([code, message]).toEqual(['TOO_COMPLEX', expect.stringContaining('A row is larger than the 16 MB')]);
});

describe('SQLite', () => {
  it('that is truncated is refused, not read without its rows', async () => {
    const whole = database('CREATE TABLE t (a INTEGER); INSERT INTO t VALUES (1)');
    const cut = whole.subarray(0, Math.floor(whole.length * 0.6));
    expect(await codeOfData(cut, 'sqlite', 'csv')).toBe('UNREADABLE_FILE');
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
    const conversion = convertData(source, { from: 'sqlite', to: 'csv', engine: briefly(duckdb) });
    expect(await codeOf(conversion)).toBe('TOO_COMPLEX');
  });
});

const NAMES = ['"', "'", '""; DROP TABLE x; --', "a') TO '/etc/x' --", '\\', '}', '__proto__', '$1', '?'];

it.each(['csv', 'ndjson', 'parquet', 'sqlite'] as const)('names never end a quoted string: %s', async (to) => {
  const record = `{${NAMES.map((name, index) => `${JSON.stringify(name)}: ${index}`).join(', ')}}`;
  const { content } = await convertData(`[${record}]`, { from: 'json', to });
  const found = to === 'ndjson' ? [JSON.parse(String(content))] : await asJson(content, to);
  expect(Object.keys((found as object[])[0] ?? {})).toEqual(NAMES);
});

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
])('DuckDB refuses %s', async (sql) => {
  const own = mkdtempSync(join(folder, 'locked-'));
  const base = await Database.open(own, join(own, 'source'));
  await expect(base.run(sql)).rejects.toThrow(/Permission|disabled|locked|not allowed|Cannot/i);
  base.close();
});
