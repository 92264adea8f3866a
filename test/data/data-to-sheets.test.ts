import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, vi } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { calc } from '../../functions/engines/calc.ts';
import { committed } from '../support/committed.ts';
import { codeOf } from '../support/failure.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { convertData } from './convert-data.ts';
import { writtenByPython } from './foreign.ts';
import { readWorkbook } from './read-workbook.ts';

vi.setConfig({ testTimeout: 180_000 });
const folder = temporaryFolder();

const convert = (content: string | Buffer, from: FormatName, to: FormatName) =>
  convertData(content, { from, to, engine: calc });
const cells = async (content: string | Buffer, from: FormatName, to: 'xlsx' | 'ods') =>
  readWorkbook<([string, string] | null)[][]>(to, (await convert(content, from, to)).content);

const ROWS = [
  { name: 'Zoë, "the" <first>', sum: 7 },
  { name: '漢字 🙂', sum: -12 },
] as const;

/** Tables and trees; the tests of pairs of data cover how each format is read. */
const PAIRS = [
  ['json', 'xlsx'],
  ['ndjson', 'ods'],
  ['xml', 'xlsx'],
  ['sqlite', 'html'],
] as const;

describe('a pair', () => {
  it.each(PAIRS)('%s becomes %s', async (from, to) => {
    const source = writtenByPython(from, ROWS);
    if (to === 'html') {
      const page = String((await convert(source, from, to)).content);
      expect(page).toContain('Zoë, &quot;the&quot; &lt;first&gt;');
      expect(page).toMatch(/sdval="-12"/);
      return;
    }
    const [rows = []] = Object.values(await cells(source, from, to));
    // In XML all values are texts.
    const kind = from === 'xml' ? 'text' : 'number';
    const known = { string: 'text', float: 'number' } as Readonly<Record<string, string>>;
    const found = rows.map((row) => row.slice(0, 2).map((cell) => cell && [known[cell[0]] ?? cell[0], cell[1]]));
    expect(found.slice(0, 3)).toEqual([
      [
        ['text', 'name'],
        ['text', 'sum'],
      ],
      ...ROWS.map(({ name, sum }) => [
        ['text', name],
        [kind, String(sum)],
      ]),
    ]);
  });
});

describe('cells', () => {
  it.each(['xlsx', 'ods'] as const)('keep their values and types in %s', async (to) => {
    const rows = [
      { a: '=1+1', b: 12.5, c: '007', d: true, e: null, f: ' x  y\nz', g: '2024-02-29' },
      { a: '+cmd|x!A1', b: 1e-7, c: '1e5', d: false, e: 9007199254740993n, f: '@SUM(1)', g: "'quoted" },
    ];
    const json = JSON.stringify(rows, (_, each) => (typeof each === 'bigint' ? `#${each}#` : each));
    const found = await cells(json.replace(/"#(\d+)#"/g, '$1'), 'json', to);
    const [, first = [], second = []] = Object.values(found)[0] ?? [];
    const values = (row: typeof first) => row.slice(0, 7).map((cell) => cell?.[1]);
    const booleans = to === 'xlsx' ? ['1', '0'] : ['true', 'false'];
    expect(values(first).filter((_, at) => at !== 4 && at !== 5)).toEqual([
      '=1+1',
      '12.5',
      '007',
      booleans[0],
      '2024-02-29',
    ]);
    expect(values(second).map((value, at) => (at === 1 ? Number(value) : value))).toEqual([
      '+cmd|x!A1',
      1e-7,
      '1e5',
      booleans[1],
      '9007199254740993',
      '@SUM(1)',
      "'quoted",
    ]);
    if (to === 'xlsx') expect(first[5]?.[1]).toBe(' x  y\nz');
    expect([...first, ...second].map((cell) => cell?.[0])).not.toContain('formula');
    expect(second[3]?.[0]).toBe('boolean');
  });

  it('have dates and times as dates, and decimals as numbers', async () => {
    const [rows = []] = Object.values(
      await cells(committed('data/files/day-time-and-price.parquet'), 'parquet', 'xlsx'),
    );
    // Days since 1899-12-30.
    expect(rows[1]).toEqual([
      ['date', '45351'],
      ['date', '45351.5'],
      ['number', '12.34'],
    ]);
  });
});

describe('hostile tables', () => {
  it('keep markup in names and texts escaped', async () => {
    const base = new DatabaseSync(`${folder}/many.sqlite`);
    base.exec(
      `CREATE TABLE "a</table:table>[x]" ("<b>&" TEXT); INSERT INTO "a</table:table>[x]" VALUES ('</text:p>]]>')`,
    );
    base.exec(`CREATE TABLE "${'n'.repeat(60)}" (v INTEGER); INSERT INTO "${'n'.repeat(60)}" VALUES (1)`);
    base.exec(`CREATE TABLE "${'n'.repeat(61)}" (v INTEGER); INSERT INTO "${'n'.repeat(61)}" VALUES (2)`);
    base.close();
    const found = await cells(readFileSync(`${folder}/many.sqlite`), 'sqlite', 'xlsx');
    expect(Object.keys(found)).toEqual(['a<_table_table>_x_', 'n'.repeat(25), `${'n'.repeat(25)}_2`]);
    expect(Object.values(found)[0]).toEqual([[['text', '<b>&']], [['text', '</text:p>]]>']]]);
  });

  it('beyond the size of a sheet are refused', async () => {
    expect(await codeOf(convert(JSON.stringify([{ a: 'x'.repeat(32_768) }]), 'json', 'xlsx'))).toBe('TOO_COMPLEX');
    expect(await codeOf(convert('{"a":1}\n'.repeat(1_048_576), 'ndjson', 'xlsx'))).toBe('TOO_COMPLEX');
    expect(await codeOf(convert('[1, 2]', 'json', 'xlsx'))).toBe('UNSUPPORTED_CONVERSION');
  });
});
