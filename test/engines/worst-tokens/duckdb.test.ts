import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { many } from './many.ts';
import { QUICK, runAlone } from './run-alone.ts';

const FOOTER = 'duckdb/tables/parquet/check-footer.ts';
const WKT = 'duckdb/geo/shapefile/well-known-text.ts';
const MEMOS = 'duckdb/geo/shapefile/read-memos.ts';
const TABLE = 'duckdb/geo/shapefile/read-attributes.ts';
const LIMITS = pathToFileURL(join(import.meta.dirname, '../../../functions/engines/duckdb/limits.ts')).href;

/** The footer of a Parquet file: a version, and a list of so many things of a type, each of such bytes. */
const footer = (field: string, count: string, token: string) =>
  `m.checkSchema(Buffer.concat([Buffer.from('${field}${count}', 'hex'), Buffer.from(${many(token)}, 'latin1')]))`;

/** All of a file of long texts, over and over. */
const memos = (kind: string, bytes: string, cell: string) =>
  `(() => { const read = m.memoReader({ kind: '${kind}', bytes: ${bytes} }); let length = 0; for (let row = 0; row < 100_000; row++) length += read(Buffer.from(${cell})).length; return length; })()`;

/** A table (.dbf) of so many rows of so many bytes, with columns of these types and lengths. */
const table = (rows: number, columns: readonly (readonly [type: string, length: number])[], cells: string) => {
  const length = 1 + columns.reduce((sum, [, each]) => sum + each, 0);
  const first = 33 + 32 * columns.length;
  return `(async () => {
    const { ValueCount } = await import(${JSON.stringify(LIMITS)});
    const head = Buffer.alloc(${first});
    head.writeUInt32LE(${rows}, 4);
    head.writeUInt16LE(${first}, 8);
    head.writeUInt16LE(${length}, 10);
    ${JSON.stringify(columns)}.forEach(([type, each], index) => { head.write('a', 32 + 32 * index); head.write(type, 43 + 32 * index); head[48 + 32 * index] = each; });
    head[${first - 1}] = 13;
    const bytes = Buffer.concat([head, Buffer.from(${cells}, 'latin1').subarray(0, ${rows * length})]);
    return m.readAttributes(bytes, { encoding: undefined, memos: { kind: 'dbt', bytes: Buffer.alloc(1_000_000, 0x61) }, count: new ValueCount() }).length;
  })()`;
};

describe('a megabyte of the worst', () => {
  it.each<[string, string, string, unknown]>([
    // Structs without fields, in a list that is as long as it says: of row groups, of what nobody knows, and of a schema.
    ['row groups', FOOTER, footer('49fc', 'c0843d', '\0'), 'TOO_COMPLEX'],
    ['things in a schema', FOOTER, footer('29fc', 'c0843d', '\0'), 'TOO_COMPLEX'],
    ['lists of a footer that are longer than it', FOOTER, footer('29fc', 'ffffffff07', '\0'), 'UNREADABLE_FILE'],
    ['lists in lists', FOOTER, footer('', '19', '\x19'), 'UNREADABLE_FILE'],
    ['structs in structs', FOOTER, footer('', '', '\x1c'), 'UNREADABLE_FILE'],
    ['maps in maps', FOOTER, footer('', '1b', '\x01\xbb'), 'UNREADABLE_FILE'],
    ['numbers of no end', FOOTER, footer('', '16', '\xff'), 'UNREADABLE_FILE'],
    ['texts of nothing', FOOTER, footer('', '', '\x18\0'), 'UNREADABLE_FILE'],
    ['truths', FOOTER, footer('', '', '\x11'), 'UNREADABLE_FILE'],
    ['words of well-known text', WKT, `m.parseWkt('A[' + ${many('a,')} + ']').nodes.length`, 500_000],
    [
      'nodes of well-known text',
      WKT,
      `m.findNodes(m.parseWkt('A[' + ${many('UNIT[],')} + ']'), 'UNIT').length`,
      142_857,
    ],
    ['brackets', WKT, `String(m.parseWkt(${many('[')}))`, 'undefined'],
    ['brackets that are closed', WKT, `String(m.parseWkt(${many('[]')}))`, 'undefined'],
    ['open quotes', WKT, `String(m.parseWkt('A[' + ${many('"')}))`, 'undefined'],
    ['digits', WKT, `String(m.parseWkt('A[' + ${many('1')}))`, 'undefined'],
    ['digits behind a point', WKT, `m.parseWkt('A[.' + ${many('1')} + ']').numbers.length`, 1],
    ['exponents', WKT, `String(m.parseWkt('A[' + ${many('1e')}))`, 'undefined'],
    ['signs', WKT, `String(m.parseWkt('A[' + ${many('+')}))`, 'undefined'],
    ['blanks', WKT, `String(m.parseWkt(${many(' ')}))`, 'undefined'],
    ['long texts in one place', MEMOS, memos('dbt', 'Buffer.alloc(1_000_000, 0x61)', `'1'`), 'UNREADABLE_FILE'],
    ['long texts of nothing', MEMOS, memos('dbt', 'Buffer.alloc(1_000_000, 0x1a)', `'1'`), 0],
    [
      'long texts of FoxPro in one place',
      MEMOS,
      memos('fpt', `Buffer.from(${many('\0\0\0\x01\0\0\x03\xe8')}, 'latin1')`, `'8'`),
      'UNREADABLE_FILE',
    ],
    ['cells of long texts', TABLE, table(90_000, [['M', 10]], many('          1')), 'UNREADABLE_FILE'],
    ['rows of a table', TABLE, table(500_000, [['C', 1]], many(' a')), 500_000],
    [
      'columns of no room',
      TABLE,
      table(1000, [...new Array(2000).fill(['C', 0]), ['C', 99]], many(' a')),
      'TOO_COMPLEX',
    ],
    ['digits in cells', TABLE, table(3900, [['N', 255]], many('1')), 3900],
    ['stars in cells', TABLE, table(3900, [['N', 255]], many('*')), 3900],
  ])('is read or refused at once: %s', (_, file, expression, expected) => {
    const { value, seconds, megabytes } = runAlone(file, expression);
    expect(value).toEqual(expected);
    expect(seconds).toBeLessThan(QUICK.seconds);
    expect(megabytes).toBeLessThan(QUICK.megabytes);
  });
});
