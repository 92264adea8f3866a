import { it } from 'vitest';
import { expectQuick, QUICK } from './run-alone.ts';

/** Counts the cells of a flat document, of which there may be no more than so many. */
const sheets = (xml: string) =>
  `m.readFlatSheets(${xml}, { read: (tag, content) => content, check: (cells) => { if (cells > 2_500_000) throw Object.assign(new Error(), { code: 'TOO_COMPLEX' }); } }).length`;
const fonts = (...texts: readonly string[]) => `m.obfuscatedFonts(${texts.join()}).size`;
const words = (listing: string) => `m.readWords(${listing}).flatMap((page) => page.words).length`;
const DBF = 'duckdb/tables/dbf/read-dbf.ts';
const UNWRAP = 'pandoc/packages/unwrap-word.ts';
const STRING = '<table:table-cell office:value-type="string">';

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
    return [...m.readDbf(bytes).rows()].length;
  })()`;
};

/** How much more memory than others the readers of these programs take. */
const ROOM: Readonly<Record<string, number>> = { djvulibre: 3, poppler: 2, qpdf: 2 };

it.each<[what: string, file: string, expression: string, expected?: unknown]>([
  ['sheets', 'office/flat-sheets.ts', sheets(`many('<table:table>')`), 1],
  ['unclosed cells', 'office/flat-sheets.ts', sheets(`'<table><table-row>' + many('<table-cell>')`), 1],
  [
    'repeated rows',
    'office/flat-sheets.ts',
    sheets(
      `'<table>' + many('<table-row table:number-rows-repeated="1048576"><table-cell>a</table-cell></table-row>')`,
    ),
    'TOO_COMPLEX',
  ],
  [
    'endlessly repeated columns',
    'office/flat-sheets.ts',
    sheets(`'<table><table-row>' + many('<table-cell table:number-columns-repeated="1e308">a</table-cell>')`),
    'TOO_COMPLEX',
  ],
  ['lines of a cell', 'calc/sheet-cell.ts', `m.sheetCell('${STRING}', many('<text:p>'))`, 'TOO_COMPLEX'],
  [
    'spaces of a cell',
    'calc/sheet-cell.ts',
    `m.sheetCell('${STRING}', '<text:p>' + many('<text:s text:c="9999999"/>', 0.1) + '</text:p>').length === 3_846_000`,
  ],
  [
    'zeros of a date',
    'calc/sheet-cell.ts',
    `m.sheetCell('<a office:value-type="date" office:date-value="2024-01-01T00:00:00.' + many('0') + '">', '').iso === '2024-01-01T00:00:00'`,
  ],
  [
    'encrypted files of a book',
    'chromium/book-fonts.ts',
    fonts(
      `'<EncryptionMethod Algorithm="http://www.idpf.org/2008/embedding"/>' + many('<CipherReference URI="a"/>')`,
      `''`,
    ),
    1,
  ],
  ['files of a book that begin', 'chromium/book-fonts.ts', fonts(`many('<EncryptionMethod ')`, `''`), 0],
  ['blanks in an identifier', 'chromium/book-fonts.ts', fonts(`''`, `'<identifier>' + many(' ') + '</identifier>'`), 0],
  [
    'chapters of a book',
    'office/epub/read-package-document.ts',
    `m.chapterPaths({ path: 'a.opf', text: times(20_000, (i) => '<item id="' + i + '" href="' + i + '"/><itemref idref="' + i + '"/>').join('') }).size === 20_000`,
  ],
  ['open zones', 'djvulibre/read-words.ts', words(`many('(word 1 2 3 4 ')`), 0],
  ['texts', 'djvulibre/read-words.ts', words(`'(page 0 0 1 1 ' + many('"a"')`), 333_333],
  ['an unclosed text', 'djvulibre/read-words.ts', words(`'(page 0 0 1 1 "' + many('a')`), 1],
  ['rows of a table', DBF, table(500_000, [['C', 1]], `many(' a')`), 500_000],
  ['empty columns', DBF, table(1000, [...new Array(2000).fill(['C', 0]), ['C', 99]], `many(' a')`), 1000],
  ['digits in cells', DBF, table(3900, [['N', 255]], `many('1')`), 3900],
  ['nested slides', 'pandoc/office/read-slides.ts', `m.readSlides('<o:presentation>' + many('<g>'))`, 'TOO_COMPLEX'],
  [
    'repeated cells',
    'pandoc/office/read-sheets.ts',
    `m.readSheets('<table:table>' + many('<table:table-row table:number-rows-repeated="99999999"><table:table-cell table:number-columns-repeated="1e99"><text:p>a</text:p></table:table-cell></table:table-row>') + '</table:table>')`,
    'TOO_COMPLEX',
  ],
  ['lines of RIS', 'pandoc/texts/repair-text.ts', `m.repairText('TY  - ' + many('\\nx'), 'ris').length`, 1_000_007],
  ['entries of BibTeX', 'pandoc/texts/repair-text.ts', `m.repairText(many('@a{ '), 'bib').length`, 1_000_000],
  ['comments of roff', 'pandoc/texts/repair-text.ts', `m.repairText(many('.ig x\\n'), 'man').length`, 0],
  ['ampersands', 'pandoc/texts/repair-text.ts', `m.repairText(many('&'), 'opml').length`, 5_000_000],
  ['covers', 'pandoc/texts/repair-text.ts', `m.repairText(many('<coverpage><image>'), 'fb2').length > 900_000`, true],
  ['references', 'pandoc/texts/repair-text.ts', `m.repairText(many('<ref-list>'), 'jats').length`, 0],
  ['fields of Word', UNWRAP, `m.unwrapWord(many('<w:fldSimple>')).length`, 0],
  [
    'boxes of Word',
    UNWRAP,
    `m.unwrapWord('<w:p>' + many('<w:txbxContent></w:txbxContent>') + '</w:p>').length === 1_000_009`,
  ],
  [
    'forms of Word',
    'office/form-fields.ts',
    `m.showWordForms(many('<w:fldChar><w:ffData><w:ddList>')).length > 900_000`,
  ],
  ['forms', 'office/form-fields.ts', `m.showForms(many('<field:fieldmark><field:param>')).length > 900_000`],
  [
    'styles of numbered headings',
    'pandoc/packages/numbering.ts',
    `(() => {
      const numbering = new m.Numbering('<w:styles>' + many('<w:style w:styleId="a"><w:basedOn w:val="a"/></w:style>') + '</w:styles>', '<w:numbering/>');
      return times(10_000, () => numbering.count({ style: 'a' })).length;
    })()`,
    10_000,
  ],
  [
    'numbered headings',
    'pandoc/packages/number-headings.ts',
    `m.numberHeadings(many('<w:pPr><w:pStyle w:val="a"/></w:pPr>'), { count: () => '1.' }).length > 1_000_000`,
  ],
  ['indents of Word', 'pandoc/packages/drop-indents.ts', `m.dropWordIndents(many('<w:ind ')).length > 900_000`],
  [
    'indents',
    'pandoc/packages/drop-indents.ts',
    `m.dropIndents(many('<style:style style:name="<style:paragraph-properties fo:margin-left="')).length > 900_000`,
  ],
  [
    'signs',
    'office/text-only/show-symbols.ts',
    `m.showSymbols('<text:p>' + many('\\xef\\x82\\xb7')).length > 1_000_000`,
  ],
  [
    'results of fields',
    'office/sources/repairs.ts',
    `m.keepResults(many('<w:bookmarkStart <w:instrText> REF ')).length > 900_000`,
  ],
  ['headings in lists', 'pandoc/packages/is-read-whole.ts', `m.isWhole(many('<text:list-item>  '))`, true],
  ['tables of Word', 'pandoc/packages/repair-grids.ts', `m.repairGrids(many('<w:tbl>')).length`, 999_999],
  [
    'columns of Word',
    'pandoc/packages/repair-grids.ts',
    `m.repairGrids('<w:tbl>' + many('<w:tc><w:gridSpan w:val="99999"/></w:tc>') + '</w:tbl>').length > 1_000_000`,
  ],
  [
    'boxes of OpenDocument',
    'pandoc/packages/unwrap-open-document.ts',
    `m.unwrapOpenDocument('<text:p>' + many('<draw:rect><text:p>') + '</text:p>').length === 1_000_006`,
  ],
  ['files of books', 'pandoc/packages/lower-book.ts', `m.fromTop(many('<item href="../a">'), 'b').length > 800_000`],
  ['pictures', 'pandoc/packages/is-read-whole.ts', `m.isWhole(many('<draw:image xlink:href="a.png"/>'))`, true],
  ['tables', 'pandoc/packages/is-read-whole.ts', `m.isWhole(many('<table:table></table:table>'))`, true],
  [
    'styles without a language',
    'pandoc/packages/read-properties.ts',
    `String(m.languageIn(many('<w:lang a="" b>'), ['lang', 'w:val'])) === 'undefined'`,
  ],
  ['links that do not end', 'poppler/clean-text.ts', `m.cleanText(many('<a href="')).includes('<a')`, false],
  ['links in links', 'poppler/clean-text.ts', `m.cleanText(many('/a><a href="') + '">').includes('<a')`, false],
  ['half entities', 'poppler/clean-text.ts', `m.cleanText(many('&a')).length`, 3_000_000],
  ['Arabic letters', 'poppler/clean-text.ts', `m.cleanText('\\u0627' + many(' ') + '\\u0627', true).length`, 1_000_002],
  ['styles', 'poppler/clean-text.ts', `m.cleanRule(many('color:')).length`, 0],
  ['marks', 'poppler/logical-order.ts', `m.logicalOrder('\\u0627' + many('\\u064b'), true).length`, 1_000_001],
  ['blanks in a rule', 'poppler/clean-html.ts', `[...m.cleanPages('<!-- Page 1 -->\\n' + many(' '))].length`, 1],
  [
    'a picture on a page',
    'poppler/clean-html.ts',
    `[...m.cleanPages('<!-- Page 1 -->\\n<img width="1" height="1" src="data:image/png;base64,' + many('A', 60) + '" alt="x"/>')].join('').includes('base64')`,
  ],
  ['titles', 'poppler/clean-html.ts', `m.titleOf(many('<title>'), '/')`, 'Document'],
  ...[
    'beginbf',
    'beginbf endbf ',
    '/ActualText',
    '/ActualText<feff0644',
    '/ActualText<feff202',
    '/Span',
    '/Span <</ActualText (',
  ].map((token): [string, string, string, unknown?] => [
    `what may hold misread text, ${token.trim()}`,
    'qpdf/rewrite-text.ts',
    `(() => { const found = bytes('${token}'); m.rewriteText(found, { joiners: true }); return found.length > 900_000; })()`,
    true,
  ]),
  [
    'rows of spread letters, each but for its last one like the next',
    'poppler/spread-text.ts',
    `(() => {
      const row = (y) => times(1000, (i) => ({ text: i % 500 === 499 ? 'b' : 'a', left: i * 6 + (i >= 500 ? 99 : 0), right: i * 6 + 5 + (i >= 500 ? 99 : 0), top: y, bottom: y + 10 }));
      const line = row(0).map(({ text }) => text).join(' ');
      return m.joinPlaced(times(500, () => line).join('\\n'), [times(500, (i) => row(i * 20)).flat()]).length < 800_000;
    })()`,
  ],
])('a megabyte of the worst %s takes linear time', (_, file, expression, expected = true) =>
  expectQuick(file, expression, expected, {
    seconds: 2 * QUICK.seconds,
    megabytes: (ROOM[file.slice(0, file.indexOf('/'))] ?? 1) * QUICK.megabytes,
  }),
);
