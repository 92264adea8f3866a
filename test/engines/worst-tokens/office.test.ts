import { describe, expect, it } from 'vitest';
import { many } from './many.ts';
import { expectQuick, QUICK, runAlone } from './run-alone.ts';

const book = (files: string) =>
  `(await m.bindChapters((() => { const files = ${files}; return { names: Object.keys(files), data: (name, most) => files[name] === undefined || files[name].length > most ? undefined : Buffer.from(files[name]) }; })())).length`;
const container = `'META-INF/container.xml': '<rootfile full-path="a.opf"/>'`;
const contents = `'a.opf': '<item id="a" href="a.html"/><itemref idref="a"/>'`;
const chapter = (text: string) => book(`({ ${container}, ${contents}, 'a.html': ${text} })`);

describe('a megabyte of the worst', () => {
  it.each([
    ['declarations in a page', 'text-encoding.ts', `m.decodeHtml(Buffer.from(${many('<meta ')})).length`, 1_000_018],
    ['legacy characters', 'text-encoding.ts', `m.decodePlain(Buffer.alloc(1_000_000, 0xe4)).length`, 1_000_000],
    ['quotes', 'delimited-text.ts', `m.shapeOfTable(${many('"', 3)}, ',').rows`, 1],
    ['lines of a table', 'delimited-text.ts', `m.shapeOfTable(${many('\n', 3)}, ',').rows`, 3_000_000],
    ['fields of a protocol buffer', 'apple/message.ts', `new m.Message(Buffer.alloc(1_000_000, 8)).number(1)`, 8],
    [
      'cells of a workbook of Numbers',
      'apple/check-values.ts',
      `m.hasValues(${many('<table-cell/>')}, { numbers: [1], times: [], texts: new Set(), booleans: [0, 0], errors: 0 })`,
      false,
    ],
    [
      'number formats of a workbook of Numbers',
      'apple/repair-numbers.ts',
      `m.repairNumbers(${many('<number:currency-style >')}).length`,
      999_984,
    ],
    [
      'words of a line of a PDF page',
      'pdf/join-words.ts',
      `m.joinWords(Array.from({ length: 20_000 }, (_, i) => ({ left: i * 25, right: i * 25 + 20, top: 0, bottom: 10, runs: [{ text: 'word', font: { size: 10 } }] }))).length`,
      1,
    ],
    [
      'lines at the edges of PDF pages',
      'pdf/mark-lines.ts',
      `m.markLines(Array.from({ length: 1000 }, () => ({ width: 600, height: 800, pictures: [], tables: [], lines: Array.from({ length: 200 }, (_, i) => ({ left: 10, right: 90, top: i / 100, bottom: 9, runs: [{ text: '1'.repeat(9), font: { size: i + 1 } }] })) }))).length`,
      1000,
    ],
    [
      'elements of a structure tree',
      'pdf/tags/tags-of-tree.ts',
      `m.tagsOfTree({ children: Array.from({ length: 250_000 }, (_, i) => ({ role: ['TR', 'TD', 'LI', 'Table'][i % 4], children: [{ id: String(i) }] })) }).size`,
      62_500,
    ],
    [
      'tagged texts at the place of every word',
      'pdf/tags/tag-words.ts',
      `(() => { const box = { left: 0, top: 0, right: 9, bottom: 9 }; return m.tagWords(Array(20_000).fill({ ...box, text: 'w' }), Array(300_000).fill({ ...box, tag: { block: 1 } })).length; })()`,
      20_000,
    ],
    [
      'tagged cells in one row, and one in each row',
      'pdf/tags/tagged-tables.ts',
      `(() => { const cell = (row, i) => ({ left: i * 9, right: i * 9 + 8, top: row * 9, bottom: row * 9 + 8, runs: [{ text: '1', font: { size: 4 } }], tag: { block: row * 300 + i, cell: { table: 0, row } } }); const lines = [...Array.from({ length: 200 }, (_, i) => cell(0, i)), ...Array.from({ length: 19_000 }, (_, i) => cell(i + 1, 1))]; return m.taggedTables(lines, { across: [], down: [] }).tables[0].rows.length; })()`,
      19_001,
    ],
    [
      'letters of a scanned page, in words all over it',
      'pdf/scans/erase-letters.ts',
      `(() => { const [width, height] = [1200, 1600]; const data = Uint8Array.from({ length: width * height * 3 }, (_, i) => ((i / 3) % width) + Math.floor(i / 3 / width) & 3 ? 255 : 0); return m.eraseLetters({ width, height, data }, Array(20_000).fill({ left: 0, top: 0, right: 600, bottom: 800 }), 2).data.length; })()`,
      5_760_000,
    ],
    [
      'strokes of a scanned page, in words all over it',
      'pdf/scans/bold-words.ts',
      `m.boldWords(Array(20_000).fill({ left: 0, top: 0, right: 600, bottom: 800, text: 'word' }), { width: 1200, height: 1600, data: new Uint8Array(5_760_000) }, 2).size`,
      0,
    ],
    ['the name of a font', 'pdf/font-looks.ts', `m.lookOfName(${many('cm')}).bold`, false],
    [
      'what is drawn before lines of a PDF page',
      'pdf/find-bullets.ts',
      `m.drawnBullets(Array.from({ length: 20_000 }, (_, i) => ({ left: 200, right: 400, top: i / 30, bottom: i / 30 + 12, runs: [{ text: 'word', font: { size: 10 } }] })), { width: 1200, height: 1600, data: new Uint8Array(1200 * 1600 * 3) }, 2).length`,
      20_000,
    ],
    [
      'edges on a PDF page',
      'pdf/find-rules.ts',
      `m.findRules({ width: 1700, height: 2200, data: Uint8Array.from({ length: 1700 * 2200 * 3 }, (_, i) => (i % 7) * ((i * 31) % 11) * 9) }, 2).across.length >= 0`,
      true,
    ],
    [
      'cells between lines of a PDF page',
      'pdf/build-grids.ts',
      `(() => { const lines = Array.from({ length: 140 }, (_, i) => ({ at: i * 6, from: 0, to: 840 })); const text = Array.from({ length: 19_000 }, (_, i) => ({ left: (i % 139) * 6 + 1, right: (i % 139) * 6 + 5, top: Math.floor(i / 139) * 6 + 1, bottom: Math.floor(i / 139) * 6 + 5, runs: [{ text: '1', font: { size: 4 } }] })); return m.buildGrids(text, { across: lines, down: lines }, []).tables[0].rows.length; })()`,
      140,
    ],
    [
      'frames around links of a PDF page',
      'pdf/link-frames.ts',
      `(() => { const down = Array.from({ length: 4000 }, (_, i) => ({ at: (i % 80) * 7, from: Math.floor(i / 80) * 12, to: Math.floor(i / 80) * 12 + 11 })); const text = Array.from({ length: 4900 }, (_, i) => ({ left: (i % 80) * 7 + 1, right: (i % 80) * 7 + 6, top: Math.floor(i / 80) * 12 + 1, bottom: Math.floor(i / 80) * 12 + 10 })); return m.withoutLinkFrames({ across: down, down }, text).down.length <= 4000; })()`,
      true,
    ],
    [
      'colours behind words and pictures of a PDF page',
      'pdf/fill-words.ts',
      `(() => { const page = { width: 1200, height: 1600, data: new Uint8Array(1200 * 1600 * 3).fill(99) }; const boxes = Array.from({ length: 5000 }, (_, i) => ({ left: i % 599, right: (i % 599) + 1, top: i / 9, bottom: i / 9 + 1 })); const words = Array.from({ length: 20_000 }, (_, i) => ({ left: 600, right: 601, top: i / 30, bottom: i / 30 + 12, runs: [{ text: 'word' }] })); const filled = m.fillWords(words, page, 2); return boxes.filter((box) => m.isBand(box, filled, page, 2)).length + m.withoutFills(filled, boxes).length; })()`,
      20_000,
    ],
    [
      'digits in cells of a PDF page',
      'pdf/cell-values.ts',
      `m.readCells([Array.from({ length: 1000 }, () => ['1.'.repeat(20), ${many('1.', 0.001)}, '1'.repeat(40)])]).length`,
      1,
    ],
    ['scripts of a chapter', 'epub/bind-chapters.ts', chapter(many('<script>')), 127],
    ['pictures of a chapter', 'epub/bind-chapters.ts', chapter(many('<img src="a.png">')), 127],
    ['links of a chapter', 'epub/bind-chapters.ts', chapter(many('<a href=\'b#c">')), 1_142_975],
    ['fragments of a URL', 'epub/markup.ts', `m.resolvePath('a', ${many('#')} + '\\n')`, 'a'],
    [
      'closings at an end',
      '../read/is-truncated.ts',
      `m.isTruncated(save('<a>' + ${many('</.><!--')} + '</a'), 'fodt')`,
      true,
    ],
    [
      'fonts of a page',
      'pdf/read-styles.ts',
      `m.readStyles('<fontspec id="1" size="1" family="' + ${many(',')} + '&#10;" color="#000000"/>', 1).length`,
      0,
    ],
    [
      'layouts and sheets of a flat document',
      'layout/edit-layout.ts',
      `m.editLayout('<office:document><office:automatic-styles>' + ${many('<style:page-layout style:name="a"><style:page-layout-properties/>')} + '</office:automatic-styles><office:master-styles></office:master-styles><office:body>' + ${many('<table:table table:name="B">')}, { page_size: 'A4', sheet: 'A' }, 'A').length > 0`,
      true,
    ],
    [
      'changes of a flat document',
      'text-only/accept-changes.ts',
      `m.acceptChanges('<text:changed-region text:id="c"><text:deletion>' + ${many('<text:change-start text:change-id="c"/><text:p>')} + '<text:change-end text:change-id="c"/>').length > 0`,
      true,
    ],
    [
      'objects of a flat document',
      'text-only/name-objects.ts',
      `m.nameObjects(${many('<draw:frame><draw:object>')}).length`,
      1_000_000,
    ],
    [
      'objects in frames of a flat document',
      'text-only/name-objects.ts',
      `m.nameObjects('<draw:frame><draw:object/>'.repeat(40_000) + '</draw:frame>'.repeat(40_000))`,
      '<text:p>[Object]</text:p>',
    ],
    [
      'comments of a flat document',
      'text-only/move-notes.ts',
      `m.commentsToNotes(${many('<office:annotation>')}).length`,
      999_989,
    ],
    [
      'notes of a flat document',
      'text-only/move-notes.ts',
      `m.notesToEnd(${many('<text:note><text:note-body></text:note>')} + '</office:text>').length > 0`,
      true,
    ],
    [
      'pictures beside a page of sheets',
      'results/embed-pictures.ts',
      `await m.embedPictures(save(${many('src="result_html_aaaaaaaaaaaaaaaa')}), '/')`,
      undefined,
    ],
    [
      "blanks in a sheet's name",
      '../file-names.ts',
      `m.fileNames([{ stem: ${many(' ')} + 'b', extension: 'csv' }], 'a')[0]`,
      'a1.csv',
    ],
  ] as const)('of %s takes linear time', (_, file, expression, expected) =>
    expectQuick(`office/${file}`, expression, expected, { seconds: 2 * QUICK.seconds }),
  );
});

describe('a decompressed book', () => {
  const items = `Array.from({ length: 60 }, (_, i) => '<item id="' + i + '" href="' + i + '.html"/><itemref idref="' + i + '"/>').join('')`;
  const chapters = (length: number) =>
    `...Object.fromEntries(Array.from({ length: 60 }, (_, i) => [i + '.html', { get length() { return ${length}; } }]))`;

  it('is refused above the limit of a book', () => {
    const files = `({ ${container}, 'a.opf': ${items}, 'a.html': 'a', ...Object.fromEntries(Array.from({ length: 60 }, (_, i) => [i + '.html', 'a'.repeat(10_000_000)])) })`;
    const { value, seconds } = runAlone('office/epub/bind-chapters.ts', book(files));
    expect(value).toBe('TOO_COMPLEX');
    expect(seconds).toBeLessThan(10);
  });

  it('is refused where a chapter is too large', () => {
    const files = `({ ${container}, 'a.opf': ${items}, ${chapters(100_000_000)} })`;
    expect(runAlone('office/epub/bind-chapters.ts', book(files)).value).toBe('UNREADABLE_FILE');
  });

  it('counts a picture wherever it is shown', () => {
    const files = `({ ${container}, ${contents}, 'a.html': '<img src="b.png">'.repeat(1000), 'b.png': 'a'.repeat(1_000_000) })`;
    expect(runAlone('office/epub/bind-chapters.ts', book(files)).value).toBe('TOO_COMPLEX');
  });
});

describe('a text that would take too long', () => {
  const check = (expression: string) => runAlone('office/sources/check-text.ts', `${expression} ?? 'converted'`).value;

  it.each([
    ['a million lines', `m.checkText('line of text\\n'.repeat(1_000_000))`, 'TOO_COMPLEX'],
    ['a line of three million brackets', `m.checkText('['.repeat(3_000_000))`, 'TOO_COMPLEX'],
    ['a novel', `m.checkText('A line of a novel, as long as such lines are in books.\\n'.repeat(25_000))`, 'converted'],
    ['a novel in one line', `m.checkText('word '.repeat(240_000))`, 'converted'],
    ['three thousand pages', `m.checkText('line of text\\n'.repeat(3000 * 59))`, 'converted'],
  ])('is told early: %s', (_, expression, expected) => {
    expect(check(expression)).toBe(expected);
  });
});
