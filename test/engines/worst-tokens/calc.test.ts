import { describe, it } from 'vitest';
import { many } from './many.ts';
import { expectQuick, QUICK } from './run-alone.ts';

/** A reader of cells as that of calc, without its limits but that of their number. */
const READER = `{ empty: undefined, read: (tag, content) => content, check: (cells) => { if (cells > 2_500_000) throw Object.assign(new Error(), { code: 'TOO_COMPLEX' }); } }`;
const sheets = (xml: string) => `m.readFlatSheets(${xml}, ${READER}).length`;
const tag = '<table:table-cell office:value-type="string">';

describe('a megabyte of the worst', () => {
  it.each([
    ['sheets', 'office/flat-sheets.ts', sheets(many('<table:table>')), 1],
    ['unclosed cells', 'office/flat-sheets.ts', sheets(`'<table><table-row>' + ${many('<table-cell>')}`), 1],
    [
      'repeated rows',
      'office/flat-sheets.ts',
      sheets(
        `'<table>' + ${many('<table-row table:number-rows-repeated="1048576"><table-cell>a</table-cell></table-row>')}`,
      ),
      'TOO_COMPLEX',
    ],
    [
      'endlessly repeated columns',
      'office/flat-sheets.ts',
      sheets(`'<table><table-row>' + ${many('<table-cell table:number-columns-repeated="1e308">a</table-cell>')}`),
      'TOO_COMPLEX',
    ],
    ['lines of a cell', 'calc/sheet-cell.ts', `m.sheetCell('${tag}', ${many('<text:p>')})`, 'TOO_COMPLEX'],
    [
      'spaces of a cell',
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
  ] as const)('of %s takes linear time', (_, file, expression, expected) =>
    expectQuick(file, expression, expected, { seconds: 2 * QUICK.seconds }),
  );
});
