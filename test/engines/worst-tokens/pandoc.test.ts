import { describe, expect, it } from 'vitest';
import { many } from './many.ts';
import { QUICK, runAlone } from './run-alone.ts';

/** A table of so many rows, each with one cell of these measures. */
const table = (rows: number, columns: number, cell: string) =>
  `m.plainTable({ t: 'Table', c: [[], [null, []], Array(${columns}).fill([]), [[], []], [[[], 0, [], Array(${rows}).fill([[], ${cell}])]], [[], []]] }).length`;
const cells = (count: number, height: number, width: number) =>
  `Array(${count}).fill([[], {}, ${height}, ${width}, [{ t: 'Plain', c: [{ t: 'Str', c: 'a' }] }]])`;
/** Elements in each other, around a line of many words. */
const nested = (t: string, depth: number) =>
  `(() => { let line = Array(50_000).fill({ t: 'Str', c: 'a' }); for (let i = 0; i < ${depth}; i++) line = [{ t: '${t}', c: line }]; return m.toMarkdown({ meta: {}, blocks: [{ t: 'Para', c: line }] }).blocks.length; })()`;

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
    ['indents', 'check-nesting.ts', `m.checkNesting(${many(' \n  x\n')}, 'rst') ?? 'read'`, 'read'],
    ['blanks', 'check-nesting.ts', `m.checkNesting(${many(' ')}, 'rst') ?? 'read'`, 'read'],
    [
      'steps to the right',
      'check-nesting.ts',
      `m.checkNesting(Array.from({ length: 1400 }, (_, at) => ' '.repeat(at) + 'x').join('\\n'), 'rst')`,
      'TOO_COMPLEX',
    ],
    ['marks of lists', 'check-nesting.ts', `m.checkNesting(${many('*')}, 'creole') ?? 'read'`, 'read'],
    [
      'brackets',
      'check-nesting.ts',
      `m.checkNesting(JSON.stringify({ source: ${many('[')} }), 'ipynb')`,
      'TOO_COMPLEX',
    ],
    ['opened elements', 'rules/close-tags.ts', `m.closeTags(${many('<a>')}).length`, 2_333_331],
    ['closed elements', 'rules/close-tags.ts', `m.closeTags(${many('</a>')}).length`, 0],
    ['crossed elements', 'rules/close-tags.ts', `m.closeTags(${many('<a><b></a>')}).length`, 1_400_000],
    ['half elements', 'rules/close-tags.ts', `m.closeTags(${many('<a ')}).length > 0`, true],
    ['comments', 'rules/close-tags.ts', `m.closeTags(${many('<!-- ')}).length`, 0],
    [
      'tags in a line',
      'rules/fold-tags.ts',
      `m.foldTags(Array(100_000).fill({ t: 'RawInline', c: ['html', '<b>'] })).length`,
      0,
    ],
    [
      'a tag in a line',
      'rules/fold-tags.ts',
      `m.foldTags([{ t: 'RawInline', c: ['html', '<img ' + ${many('src ')} + '>'] }]).length`,
      1,
    ],
    ['cells that reach over others', 'rules/plain-table.ts', table(900, 900, cells(1, 2, 900)), 1],
    ['cells that reach further than there is', 'rules/plain-table.ts', table(900, 900, cells(900, 1e9, 1e9)), 1],
    ['strong words in each other', 'rules/markdown.ts', nested('Strong', 200), 1],
    ['an address', 'pictures/data-address.ts', `m.readDataAddress('data:image/png;' + ${many(';base64 ')})`, undefined],
    ['percent signs', 'pictures/data-address.ts', `m.readDataAddress('data:image/png,' + ${many('%')})`, undefined],
    [
      'ticks',
      'rules/fence-code.ts',
      `m.fenceCode([{ t: 'CodeBlock', c: [['', [], []], ${many('`')}] }])[0].c[1].length`,
      3_000_004,
    ],
    ['lines of RIS', 'rules/mend-text.ts', `m.mendText('TY  - ' + ${many('\nx')}, 'ris').length`, 1_000_007],
    ['blanks in RIS', 'rules/mend-text.ts', `m.mendText(${many(' ')}, 'ris').length`, 1_000_000],
    ['entries', 'rules/mend-text.ts', `m.mendText(${many('@a{ ')}, 'bib').length`, 1_000_000],
    ['blanks in a list', 'rules/mend-text.ts', `m.mendText(${many(' ')}, 'bib').length`, 1_000_000],
    ['keys', 'rules/mend-text.ts', `m.mendText('@a{' + ${many('b ')} + ',', 'bib').length`, 1_000_003],
    ['comments of roff', 'rules/mend-text.ts', `m.mendText(${many('.ig x\n')}, 'man').length`, 0],
    ['ampersands', 'rules/mend-text.ts', `m.mendText(${many('&')}, 'opml').length`, 5_000_000],
    ['references', 'rules/mend-text.ts', `m.mendText(${many('<ref-list>')}, 'jats').length`, 0],
    ['citations', 'rules/mend-text.ts', `m.mendText(${many('<xref ref-type="bibr">')}, 'jats').length`, 0],
    ['ends of bodies', 'rules/mend-text.ts', `m.mendText(${many('</body> ')}, 'jats').length`, 1_000_000],
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
