import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { CONVERSIONS, WORKBOOKS } from '../../functions/engines/calc/conversions.ts';
import { calc } from '../../functions/engines/calc.ts';
import { coveringPairs } from '../support/covering-pairs.ts';
import { stopEnginesAfterwards } from '../support/engine.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { codeOf, convertData } from './convert-data.ts';
import { arrow, avro, parquet, writtenByPython } from './foreign.ts';
import { readWorkbook } from './read-workbook.ts';
import { table } from './shapefile.ts';

const TIME = 180_000;
const folder = temporaryFolder();
stopEnginesAfterwards();

const convert = (content: string | Buffer, from: FormatName, to: FormatName) =>
  convertData(folder, content, { from, to, engine: calc });
const cells = async (content: string | Buffer, from: FormatName, to: 'xlsx' | 'ods') =>
  readWorkbook<([string, string] | null)[][]>(folder, to, (await convert(content, from, to)).content);

const ROWS = [
  { name: 'Zoë, "the" <first>', sum: 7 },
  { name: '漢字 🙂', sum: -12 },
] as const;

async function sourceOf(format: FormatName): Promise<string | Buffer> {
  const names = ROWS.map(({ name }) => name);
  const counts = ROWS.map(({ sum }) => BigInt(sum));
  if (format === 'yaml') return JSON.stringify(ROWS);
  if (format === 'toml') return ROWS.map(({ name, sum }) => `[[r]]\nname = '${name}'\nsum = ${sum}\n`).join('');
  if (format === 'parquet')
    return parquet([
      { name: 'name', data: names },
      { name: 'sum', data: counts, type: 'INT64' },
    ]);
  if (format === 'arrow') return arrow({ name: names }, { sum: counts }, {});
  if (format === 'avro') {
    const fields = [
      { name: 'name', type: 'string' },
      { name: 'sum', type: 'long' },
    ];
    return avro({ type: 'record', name: 'thing', fields }, ROWS);
  }
  if (format === 'dbf')
    return table([
      { name: 'name', type: 'C', length: 40, cells: names },
      { name: 'sum', type: 'N', length: 5, cells: counts.map(String) },
    ]);
  if (format === 'geojson') {
    const features = ROWS.map((properties) => ({ type: 'Feature', properties, geometry: null }));
    return JSON.stringify({ type: 'FeatureCollection', features });
  }
  return writtenByPython(folder, format, ROWS);
}

const PAIRS = (Object.entries(coveringPairs(CONVERSIONS)) as [FormatName, FormatName[]][])
  .filter(([from]) => !(WORKBOOKS as readonly FormatName[]).includes(from))
  .flatMap(([from, targets]) => targets.map((to) => [from, to] as const));

describe('a pair', () => {
  it.each(PAIRS)('%s becomes %s', { timeout: TIME }, async (from, to) => {
    const source = await sourceOf(from);
    if (to === 'html') {
      const page = String((await convert(source, from, to)).content);
      expect(page).toContain('Zoë, &quot;the&quot; &lt;first&gt;');
      expect(page).toMatch(/sdval="-12"/);
      return;
    }
    const [rows = []] = Object.values(await cells(source, from, to as 'xlsx' | 'ods'));
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
  it.each(['xlsx', 'ods'] as const)('are what they were in %s', { timeout: TIME }, async (to) => {
    const rows = [
      { a: '=1+1', b: 12.5, c: '007', d: true, e: null, f: ' x  y\nz', g: '2024-02-29' },
      { a: '+cmd|x!A1', b: 1e-7, c: '1e5', d: false, e: 9007199254740993n, f: '@SUM(1)', g: "'quoted" },
    ];
    const json = JSON.stringify(rows, (_, each) => (typeof each === 'bigint' ? `#${each}#` : each));
    const found = await cells(json.replace(/"#(\d+)#"/g, '$1'), 'json', to);
    const [, first = [], second = []] = Object.values(found)[0] ?? [];
    const values = (row: typeof first) => row.slice(0, 7).map((cell) => cell?.[1]);
    const truths = to === 'xlsx' ? ['1', '0'] : ['true', 'false'];
    expect(values(first).filter((_, at) => at !== 4 && at !== 5)).toEqual([
      '=1+1',
      '12.5',
      '007',
      truths[0],
      '2024-02-29',
    ]);
    expect(values(second).map((value, at) => (at === 1 ? Number(value) : value))).toEqual([
      '+cmd|x!A1',
      1e-7,
      '1e5',
      truths[1],
      '9007199254740993',
      '@SUM(1)',
      "'quoted",
    ]);
    if (to === 'xlsx') expect(first[5]?.[1]).toBe(' x  y\nz');
    expect([...first, ...second].map((cell) => cell?.[0])).not.toContain('formula');
    expect(second[3]?.[0]).toBe('boolean');
  });

  it('with dates and times are dates, and decimals are numbers', { timeout: TIME }, async () => {
    const columns = { day: [new Date('2024-02-29')], at: [new Date('2024-02-29T12:00:00Z')], price: [12.34] };
    const source = parquetWriteBuffer({
      columnData: Object.entries(columns).map(([name, data]) => ({ name, data })),
      schema: [
        { name: 'root', num_children: 3 },
        { name: 'day', type: 'INT32', converted_type: 'DATE' },
        { name: 'at', type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
        { name: 'price', type: 'INT32', converted_type: 'DECIMAL', precision: 8, scale: 2 },
      ],
    });
    const [rows = []] = Object.values(await cells(Buffer.from(source), 'parquet', 'xlsx'));
    // Days since 1899-12-30.
    expect(rows[1]).toEqual([
      ['date', '45351'],
      ['date', '45351.5'],
      ['number', '12.34'],
    ]);
  });
});

describe('hostile', () => {
  it('names and texts of several tables end nothing', { timeout: TIME }, async () => {
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

  it('sizes are refused', { timeout: TIME }, async () => {
    expect(await codeOf(convert(JSON.stringify([{ a: 'x'.repeat(32_768) }]), 'json', 'xlsx'))).toBe('TOO_COMPLEX');
    expect(await codeOf(convert('{"a":1}\n'.repeat(1_048_576), 'ndjson', 'xlsx'))).toBe('TOO_COMPLEX');
    expect(await codeOf(convert('[1, 2]', 'json', 'xlsx'))).toBe('UNSUPPORTED_CONVERSION');
  });
});
