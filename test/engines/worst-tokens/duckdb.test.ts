import { describe, it } from 'vitest';
import { many } from './many.ts';
import { expectQuick } from './run-alone.ts';

const SYSTEM = 'duckdb/geo/shapefile/coordinate-system.ts';
const REFUSED = 'UNSUPPORTED_CONVERSION';
/** The code of the error for a .prj file. */
const outcome = (text: string) =>
  `(() => { try { m.converterFor(${text}); return 'read'; } catch (error) { return error.code; } })()`;
const TABLE = 'duckdb/tables/dbf/read-dbf.ts';

/** A table (.dbf) of so many rows of so many bytes, with columns of these types and lengths. */
const table = (rows: number, columns: readonly (readonly [type: string, length: number])[], cells: string) => {
  const length = 1 + columns.reduce((sum, [, each]) => sum + each, 0);
  const first = 33 + 32 * columns.length;
  return `(() => {
    const head = Buffer.alloc(${first});
    head.writeUInt32LE(${rows}, 4);
    head.writeUInt16LE(${first}, 8);
    head.writeUInt16LE(${length}, 10);
    ${JSON.stringify(columns)}.forEach(([type, each], index) => { head.write('a', 32 + 32 * index); head.write(type, 43 + 32 * index); head[48 + 32 * index] = each; });
    head[${first - 1}] = 13;
    const bytes = Buffer.concat([head, Buffer.from(${cells}, 'latin1').subarray(0, ${rows * length})]);
    const table = m.readDbf(bytes, 'dbf');
    return Array.from({ length: table.rows }, (_, index) => table.row(index)).length;
  })()`;
};

describe('a megabyte of the worst', () => {
  it.each<[string, string, string, unknown]>([
    ['text before a coordinate system', SYSTEM, outcome(`${many('PROJCS ')}`), REFUSED],
    ['spaces in a coordinate system', SYSTEM, outcome(`'GEOGCS[DATUM[' + ${many(' ')}`), REFUSED],
    ['brackets of a coordinate system', SYSTEM, outcome(`'PROJCS[' + 'A['.repeat(4000)`), REFUSED],
    ['parameters of a projection', SYSTEM, outcome(`'PROJCS[' + 'PARAMETER["a",1],'.repeat(400)`), REFUSED],
    ['rows of a table', TABLE, table(500_000, [['C', 1]], many(' a')), 500_000],
    ['empty columns', TABLE, table(1000, [...new Array(2000).fill(['C', 0]), ['C', 99]], many(' a')), 1000],
    ['digits in cells', TABLE, table(3900, [['N', 255]], many('1')), 3900],
  ])('is read or refused at once: %s', (_, file, expression, expected) => expectQuick(file, expression, expected));
});
