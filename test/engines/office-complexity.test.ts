import { describe, expect, it } from 'vitest';
import { convertWithOffice } from '../documents/convert-with-office.ts';
import { repeatedCells, sheetOf } from '../documents/far-cells.ts';
import { stopEnginesAfterwards } from '../support/engine.ts';

stopEnginesAfterwards();

/** How a conversion ended, and after how many seconds. */
async function outcome(...conversion: Parameters<typeof convertWithOffice>) {
  const started = performance.now();
  const code = await convertWithOffice(...conversion).then(
    () => 'none',
    (error: { code: string }) => error.code,
  );
  return { code, seconds: (performance.now() - started) / 1000 };
}

describe('what would take LibreOffice too long', () => {
  it.each([
    ['a million lines', () => Buffer.from('line of text\n'.repeat(1_000_000)), 'txt', 'pdf'],
    [
      '500,000 brackets in each other',
      () => Buffer.from(`${'[1,'.repeat(500_000)}1${']'.repeat(500_000)}${' '.repeat(500_000)}`),
      'txt',
      'pdf',
    ],
    ['tables in each other', () => Buffer.from('<table><tr><td>'.repeat(300)), 'html', 'pdf'],
    ['tables in each other', () => Buffer.from(`${'<table><tr><td>'.repeat(300)}\n`), 'md', 'pdf'],
    ['a far cell', () => sheetOf('A1', 'XFD1048576'), 'xlsx', 'pdf'],
    ['a far cell', () => sheetOf('A1', 'XFD1048576'), 'xlsx', 'csv'],
    ['a repeated cell', () => repeatedCells(), 'ods', 'csv'],
    ['more rows than a sheet has', () => Buffer.from('a,b\n'.repeat(1_100_000)), 'csv', 'xlsx'],
    ['more columns than a sheet has', () => Buffer.from(`${','.repeat(3_000_000)}\n`), 'csv', 'pdf'],
  ] as const)('is told early: %s', async (_, make, source, target) => {
    const { code, seconds } = await outcome(await make(), source, target);
    expect(code).toBe('TOO_COMPLEX');
    expect(seconds).toBeLessThan(10);
  });

  it.each([
    ['a cell at the end of a sheet', () => sheetOf('A1', 'Z1048576'), 'xlsx', 'pdf'],
    ['a far cell among workbooks', () => sheetOf('A1', 'XFD1048576'), 'xlsx', 'ods'],
    ['a table of 5,000 rows', () => Buffer.from('a,b,c\n'.repeat(5000)), 'csv', 'pdf'],
  ] as const)('is nothing else: %s', async (_, make, source, target) => {
    expect((await outcome(await make(), source, target)).code).toBe('none');
  });
});
