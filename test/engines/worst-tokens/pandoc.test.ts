import { describe, it } from 'vitest';
import { many } from './many.ts';
import { expectQuick, QUICK } from './run-alone.ts';

describe('a megabyte of the worst', () => {
  it.each([
    [
      'nested slides',
      'office/read-slides.ts',
      `m.readSlides('<o:presentation>' + ${many('<g>')}).blocks.length`,
      'TOO_COMPLEX',
    ],
    [
      'repeated cells',
      'office/read-sheets.ts',
      `m.readSheets('<table:table>' + ${many('<table:table-row table:number-rows-repeated="99999999"><table:table-cell table:number-columns-repeated="1e99"><text:p>a</text:p></table:table-cell></table:table-row>')} + '</table:table>').blocks.length`,
      'TOO_COMPLEX',
    ],
    ['lines of RIS', 'texts/repair-text.ts', `m.repairText('TY  - ' + ${many('\nx')}, 'ris').length`, 1_000_007],
    ['entries of BibTeX', 'texts/repair-text.ts', `m.repairText(${many('@a{ ')}, 'bib').length`, 1_000_000],
    ['comments of roff', 'texts/repair-text.ts', `m.repairText(${many('.ig x\n')}, 'man').length`, 0],
    ['ampersands', 'texts/repair-text.ts', `m.repairText(${many('&')}, 'opml').length`, 5_000_000],
    ['covers', 'texts/repair-text.ts', `m.repairText(${many('<coverpage><image>')}, 'fb2').startsWith('<cover')`, true],
    ['references', 'texts/repair-text.ts', `m.repairText(${many('<ref-list>')}, 'jats').length`, 0],
    ['fields of Word', 'packages/unwrap-word.ts', `m.unwrapWord(${many('<w:fldSimple>')}).length`, 0],
    [
      'boxes in a paragraph of Word',
      'packages/unwrap-word.ts',
      `m.unwrapWord('<w:p>' + ${many('<w:txbxContent></w:txbxContent>')} + '</w:p>').length`,
      1_000_009,
    ],
    ['tables of Word', 'packages/repair-grids.ts', `m.repairGrids(${many('<w:tbl>')}).length`, 999_999],
    [
      'columns of Word',
      'packages/repair-grids.ts',
      `m.repairGrids('<w:tbl>' + ${many('<w:tc><w:gridSpan w:val="99999"/></w:tc>')} + '</w:tbl>').length > 1_000_000`,
      true,
    ],
    [
      'boxes of OpenDocument',
      'packages/unwrap-open-document.ts',
      `m.unwrapOpenDocument('<text:p>' + ${many('<draw:rect><text:p>')} + '</text:p>').length`,
      1_000_006,
    ],
    [
      'files of books',
      'packages/lower-book.ts',
      `m.fromTop(${many('<item href="../a">')}, 'b').length > 800_000`,
      true,
    ],
    ['pictures', 'packages/is-read-whole.ts', `m.isWhole(${many('<draw:image xlink:href="a.png"/>')})`, true],
    ['tables', 'packages/is-read-whole.ts', `m.isWhole(${many('<table:table></table:table>')})`, true],
    [
      'styles without a language',
      'packages/read-properties.ts',
      `String(m.languageIn(${many('<w:lang a="" b>')}, ['lang', 'w:val']))`,
      'undefined',
    ],
  ] as const)('of %s takes linear time', (_, file, expression, expected) =>
    expectQuick(`pandoc/${file}`, expression, expected, { seconds: 2 * QUICK.seconds }),
  );
});
