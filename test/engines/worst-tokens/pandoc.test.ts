import { describe, expect, it } from 'vitest';
import { many } from './many.ts';
import { QUICK, runAlone } from './run-alone.ts';

describe('a megabyte of the worst', () => {
  it.each([
    [
      'slides in each other',
      'office/read-slides.ts',
      `m.readSlides('<o:presentation>' + ${many('<g>')}).blocks.length`,
      'TOO_COMPLEX',
    ],
    [
      'slides of nothing',
      'office/read-slides.ts',
      `m.readSlides('<o:presentation><page>' + ${many('<g/>')} + '</page>').blocks.length`,
      1,
    ],
    [
      'slides of half references',
      'office/read-slides.ts',
      `m.readSlides('<o:presentation><page><box><p>' + ${many('&#1')} + '</p></box></page>').blocks.length`,
      2,
    ],
    [
      'cells that are repeated',
      'office/read-sheets.ts',
      `m.readSheets('<table:table>' + ${many('<table:table-row table:number-rows-repeated="99999999"><table:table-cell table:number-columns-repeated="1e99"><text:p>a</text:p></table:table-cell></table:table-row>')} + '</table:table>').blocks.length`,
      'TOO_COMPLEX',
    ],
    [
      'cells of nothing',
      'office/read-sheets.ts',
      `m.readSheets('<table:table><table:table-row>' + ${many('<table:table-cell/>')} + '</table:table-row></table:table>').blocks.length`,
      0,
    ],
    [
      'cells in each other',
      'office/read-sheets.ts',
      `m.readSheets('<table:table><table:table-row>' + ${many('<table:table-cell>')} + '</table:table-row></table:table>').blocks.length`,
      0,
    ],
    ['lines of RIS', 'texts/mend-text.ts', `m.mendText('TY  - ' + ${many('\nx')}, 'ris').length`, 1_000_007],
    ['blanks in RIS', 'texts/mend-text.ts', `m.mendText(${many(' ')}, 'ris').length`, 1_000_000],
    ['entries', 'texts/mend-text.ts', `m.mendText(${many('@a{ ')}, 'bib').length`, 1_000_000],
    ['blanks in a list', 'texts/mend-text.ts', `m.mendText(${many(' ')}, 'bib').length`, 1_000_000],
    ['keys', 'texts/mend-text.ts', `m.mendText('@a{' + ${many('b ')} + ',', 'bib').length`, 1_000_003],
    ['comments of roff', 'texts/mend-text.ts', `m.mendText(${many('.ig x\n')}, 'man').length`, 0],
    ['ampersands', 'texts/mend-text.ts', `m.mendText(${many('&')}, 'opml').length`, 5_000_000],
    ['references', 'texts/mend-text.ts', `m.mendText(${many('<ref-list>')}, 'jats').length`, 0],
    ['citations', 'texts/mend-text.ts', `m.mendText(${many('<xref ref-type="bibr">')}, 'jats').length`, 0],
    ['ends of bodies', 'texts/mend-text.ts', `m.mendText(${many('</body> ')}, 'jats').length`, 1_000_000],
    ['fields of Word', 'packages/unwrap-word.ts', `m.unwrapWord(${many('<w:fldSimple>')}).length`, 0],
    ['controls of Word', 'packages/unwrap-word.ts', `m.unwrapWord('<w:tbl>' + ${many('<w:sdt>')}).length`, 7],
    ['boxes of Word', 'packages/unwrap-word.ts', `m.unwrapWord(${many('<w:p><w:txbxContent>')}).length`, 1_000_000],
    [
      'boxes in a paragraph of Word',
      'packages/unwrap-word.ts',
      `m.unwrapWord('<w:p>' + ${many('<w:txbxContent></w:txbxContent>')} + '</w:p>').length`,
      1_000_009,
    ],
    ['tables of Word', 'packages/mend-grids.ts', `m.mendGrids(${many('<w:tbl>')}).length`, 999_999],
    [
      'columns of Word',
      'packages/mend-grids.ts',
      `m.mendGrids('<w:tbl>' + ${many('<w:tc><w:gridSpan w:val="99999"/></w:tc>')} + '</w:tbl>').length > 1_000_000`,
      true,
    ],
    ['lists of columns', 'packages/mend-grids.ts', `m.mendGrids('<w:tbl>' + ${many('<w:tblGrid>')}).length`, 1_000_006],
    [
      'wide tables of Word',
      'packages/mend-grids.ts',
      `m.mendGrids(${many('<w:tbl><w:tc><w:gridSpan w:val="99999"/></w:tc></w:tbl>')}).length < 30_000_000`,
      true,
    ],
    [
      'fields of OpenDocument',
      'packages/unwrap-open-document.ts',
      `m.unwrapOpenDocument(${many('<text:date>')}).length`,
      0,
    ],
    [
      'boxes of OpenDocument',
      'packages/unwrap-open-document.ts',
      `m.unwrapOpenDocument('<text:p>' + ${many('<draw:rect><text:p>')} + '</text:p>').length`,
      1_000_006,
    ],
    [
      'half tags of Word',
      'packages/unwrap-word.ts',
      `m.unwrapWord('<w:dir>' + ${many('<w:p "')}).length`,
      1_000_000 - 4,
    ],
  ] as const)('of %s is done at once', (_, file, expression, expected) => {
    const { value, seconds, megabytes } = runAlone(`pandoc/${file}`, expression);
    expect(value).toEqual(expected);
    expect(seconds).toBeLessThan(2 * QUICK.seconds);
    expect(megabytes).toBeLessThan(QUICK.megabytes);
  });
});
