import { describe, expect, it } from 'vitest';
import { many } from './many.ts';
import { QUICK, runAlone } from './run-alone.ts';

/** A reader of cells as that of calc, without its limits but that of their number. */
const READER = `{ empty: undefined, read: (tag, content) => content, check: (cells) => { if (cells > 2_500_000) throw Object.assign(new Error(), { code: 'TOO_COMPLEX' }); } }`;
const sheets = (xml: string) => `m.readFlatSheets(${xml}, ${READER}).length`;
const tag = '<table:table-cell office:value-type="string">';

describe('a megabyte of the worst', () => {
  it.each([
    ['sheets', 'office/flat-sheets.ts', sheets(many('<table:table>')), 1],
    ['sheets of nothing', 'office/flat-sheets.ts', sheets(many('<table/>')), 125_000],
    ['rows that are not closed', 'office/flat-sheets.ts', sheets(`'<table>' + ${many('<table-row>')}`), 1],
    ['cells that are not closed', 'office/flat-sheets.ts', sheets(`'<table><table-row>' + ${many('<table-cell>')}`), 1],
    [
      'rows that are repeated',
      'office/flat-sheets.ts',
      sheets(
        `'<table>' + ${many('<table-row table:number-rows-repeated="1048576"><table-cell>a</table-cell></table-row>')}`,
      ),
      'TOO_COMPLEX',
    ],
    [
      'columns that are repeated without end',
      'office/flat-sheets.ts',
      sheets(`'<table><table-row>' + ${many('<table-cell table:number-columns-repeated="1e308">a</table-cell>')}`),
      'TOO_COMPLEX',
    ],
    [
      'columns that are repeated, of nothing',
      'office/flat-sheets.ts',
      sheets(`'<table><table-row>' + ${many('<table-cell table:number-columns-repeated="1e308"/>')}`),
      1,
    ],
    ['lines of a cell', 'calc/sheet-cell.ts', `m.sheetCell('${tag}', ${many('<text:p>')})`, 'TOO_COMPLEX'],
    [
      'half a line of a cell',
      'calc/sheet-cell.ts',
      `m.sheetCell('${tag}', '<text:p>' + ${many(' ')}).length`,
      1_000_000,
    ],
    ['blanks around a line', 'calc/sheet-cell.ts', `m.sheetCell('${tag}', ${many(' ')} + '<text:p>a</text:p>')`, 'a'],
    [
      'blanks of a cell',
      'calc/sheet-cell.ts',
      `m.sheetCell('${tag}', '<text:p>' + ${many('<text:s text:c="9999999"/>', 0.1)} + '</text:p>').length`,
      3_846_000,
    ],
    [
      'zeros of a date',
      'calc/sheet-cell.ts',
      `m.sheetCell('<a office:value-type="date" office:date-value="2024-01-01T00:00:00.' + ${many('0')} + '">', '').iso`,
      '2024-01-01T00:00:00',
    ],
    [
      'digits of a time',
      'calc/sheet-cell.ts',
      `m.sheetCell('<a office:value-type="time" office:time-value="PT' + ${many('1')} + 'H">', '').length`,
      1_000_003,
    ],
    [
      'attributes of a cell',
      'calc/sheet-cell.ts',
      `m.sheetCell('<a ' + ${many('a="')} + '>', '') ?? 'nothing'`,
      'nothing',
    ],
    [
      'cells that are counted',
      'calc/check-cells.ts',
      `m.countCells(save(Buffer.from(${many('<table><table-row>')})), 'fods') ?? 'counted'`,
      'counted',
    ],
    [
      'cells that are repeated, counted',
      'calc/check-cells.ts',
      `m.countCells(save(Buffer.from('<table>' + ${many('<table-row table:number-rows-repeated="1000000"><table-cell>a</table-cell></table-row>')})), 'fods')`,
      'TOO_COMPLEX',
    ],
  ] as const)('of %s is done at once', (_, file, expression, expected) => {
    const { value, seconds, megabytes } = runAlone(file, expression);
    expect(value).toEqual(expected);
    expect(seconds).toBeLessThan(2 * QUICK.seconds);
    expect(megabytes).toBeLessThan(QUICK.megabytes);
  });
});
