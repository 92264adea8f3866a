import { expect, it } from 'vitest';
import { expectQuick, QUICK, runAlone } from './run-alone.ts';

const book = (files: string) =>
  `(await m.bindChapters((() => { const files = ${files}; return { names: Object.keys(files), data: (name, most) => files[name] === undefined || files[name].length > most ? undefined : Buffer.from(files[name]) }; })())).length`;
const container = `'META-INF/container.xml': '<rootfile full-path="a.opf"/>'`;
const contents = `'a.opf': '<item id="a" href="a.html"/><itemref idref="a"/>'`;
const chapter = (text: string) => book(`({ ${container}, ${contents}, 'a.html': ${text} })`);
const PAGE = `{ width: 1200, height: 1600, data: new Uint8Array(1200 * 1600 * 3).fill(99) }`;
const NOISE = `{ scale: 2, pixels: { ...${PAGE}, data: Uint8Array.from(times(1200 * 4800, (i) => ((i * 7919) % 251) * ((i >> 6) % 3))) } }`;

it.each<[what: string, file: string, expression: string, expected?: unknown]>([
  ['declarations', 'text-encoding.ts', `m.decodeHtml(Buffer.from(many('<meta '))).length`, 999_997],
  ['legacy characters', 'text-encoding.ts', `m.decodePlain(bytes('\\xe4')).length`, 1_000_000],
  ['cells with formulas', 'sources/place-workbook.ts', `m.withoutFormulas(many('<c t="e"><f si="')).length`, 1_000_000],
  [
    'names of fields',
    'sources/repairs.ts',
    `m.dropPathsInDoc(m.keepNamesInRtf(many('\\x13 FILENAME '))).length`,
    999_999,
  ],
  [
    'tables and words of a Word document from right to left',
    'sources/repairs.ts',
    `(() => { const edit = m.changeWord((xml) => xml); return [many('<w:tblPr>') + '<w:sectPr><w:bidi/></w:sectPr>', many('<w:sectPr'), many('\\xd8\\xa7')].map((xml) => edit(xml, 'word/document.xml').length); })().join()`,
    '3777804,999999,1000000',
  ],
  [
    'fonts of a Word document',
    'sources/asian-fonts.ts',
    `(() => { const name = m.nameAsianFaces(); name('<w:themeFontLang w:eastAsia="ko-KR"', 'word/settings.xml'); return [name(many('<w:rFonts '), 'word/document.xml'), name(many('<a:ea typeface="'), 'word/theme/theme1.xml'), name(many('<w:themeFontLang '), 'word/settings.xml')].map((xml) => xml.length); })().join()`,
    '1000000,1000000,999991',
  ],
  [
    'languages of slides',
    'sources/language-of-slides.ts',
    `[many('lang="'), many('lang="de-DE"'), many('\\xea')].map((xml) => m.languageOf([xml])).join()`,
    ',de-DE,',
  ],
  [
    'bullets of slides',
    'sources/repairs.ts',
    `[many('<a:buFont '), many('<a:buFont/>'), many('<a:buChar char="')].map((xml) => m.nameBulletFonts(xml).length).join()`,
    '1000000,999999,1000000',
  ],
  [
    'words of a language',
    'pdf/writing/language-of-text.ts',
    `[many('<'), many('der '), many('字')].map((xml) => /fo:language="\\w+/.exec(m.languageProperties(xml))[0]).join()`,
    'fo:language="en,fo:language="de,fo:language="en',
  ],
  [
    'marks of fields',
    'sources/repairs.ts',
    `[many('<w:fldChar/>') + '</w:r>', many('<w:r><w:fldChar '), many('<w:r><w:rPr><w:fldChar/>a</w:r>'), many('<w:r><w:rPr></w:rPr><w:fldChar/>a</w:r>')].map((xml) => m.divideFields(xml).length).join()`,
    '1000002,1000000,1709674,2333331',
  ],
  ['quotes', 'delimited-text.ts', `m.shapeOfTable(many('"', 3), ',').rows`, 1],
  ['lines of a table', 'delimited-text.ts', `m.shapeOfTable(many('\\n', 3), ',').rows`, 3_000_000],
  ['fields of a protocol buffer', 'apple/message.ts', `new m.Message(bytes('\\b')).number(1)`, 8],
  [
    'cells of a workbook of Numbers',
    'apple/check-values.ts',
    `!m.hasValues(many('<table-cell/>'), { numbers: [1], times: [], texts: new Set(), booleans: [0, 0], errors: 0 })`,
  ],
  [
    'formats of Numbers',
    'apple/repair-numbers.ts',
    `m.repairNumbers(many('<number:currency-style >')).length === 999_984`,
  ],
  [
    'words of a line of a PDF page',
    'pdf/words/join-words.ts',
    `m.joinWords(times(20_000, (i) => line(i * 25, 0))).length === 1`,
  ],
  [
    'letters of a line of a PDF page',
    'pdf/words/spread-letters.ts',
    `m.spacesOfSpread(times(100_000, (i) => ({ ...line(i * 6 + (i % 9) / 10, 0, 5), text: 'a' }))).length === 100_000`,
  ],
  [
    'lines at the edges of PDF pages',
    'pdf/blocks/mark-lines.ts',
    `m.markLines(times(1000, () => ({ width: 600, height: 800, pictures: [], tables: [], lines: times(200, (i) => line(10, i / 100, 80, i + 1)) }))).length === 1000`,
  ],
  [
    'numbers in headers of PDF pages',
    'pdf/headers/find-headers.ts',
    `(() => { const of = (text) => ({ width: 600, height: 800, pictures: [], tables: [], lines: [{ ...line(9, 9), furniture: true, runs: [{ text, font: { size: 9 } }] }] }); return [m.findHeaders(times(5000, (i) => of((i + 1) + ' a ' + (i + 9) + ' ' + many('1 ', 0.0009)))), m.findHeaders(times(2, () => of(many('1 ', 1))))].map(([{ header }]) => header?.odd.lines.length ?? 0).join(); })()`,
    '0,0',
  ],
  [
    'numbers beside axes',
    'pdf/graphics/find-charts.ts',
    `[[20_000, 20_000, 0], [5000, 18_000, 500], [245, 1600, 1000]].map(([count, lines, parts]) => { const words = times(count, (i) => ({ left: 10, right: 20, top: (i % 5000) * 12, bottom: (i % 5000) * 12 + 8, text: String(5000 - (i % 5000)) })); return m.findCharts({ width: 600, height: 800, words, upright: times(lines, (i) => line(30, i)), rotated: [] }, () => times(parts, (i) => ({ left: 24, right: 64, top: i * 4, bottom: i * 4 + 4 }))).length; }).join()`,
    '0,0,1',
  ],
  [
    'captions, parts and lines around figures',
    'pdf/graphics/find-figures.ts',
    `[[9, 60, 9000], [40, 400, 250], [1, 1900, 2000]].map(([captions, texts, parts]) => { const said = (text, left, top) => ({ ...line(left, top), runs: [{ text }] }); const upright = [...times(captions, (i) => said('Figure ' + (i + 1), 30, i)), ...times(texts, (i) => said('a b c d e f g h i j', 200, i)), ...times(9, (i) => said('a', 90, i * 40))]; return m.findFigures({ width: 600, height: 800, upright }, () => times(parts, (i) => ({ left: 24 + i, right: 64 + i, top: i, bottom: i + 40 }))).length; }).join()`,
    '0,0,0',
  ],
  [
    'labels and rules of drawings',
    'pdf/graphics/find-drawing.ts',
    `(() => { const rules = times(9000, (i) => ({ at: i % 800, from: 0, to: 600 })); const upright = times(20_000, (i) => line(30, i)); return m.findDrawing({ width: 600, height: 800, words: [], upright, rules: { across: rules, down: rules } }, { pixels: ${PAGE}, scale: 2 }, () => []) === undefined; })()`,
  ],
  [
    'letters in drawings',
    'pdf/graphics/find-stamps.ts',
    `(() => { const parts = times(300, (i) => ({ left: (i % 15) * 40, right: (i % 15) * 40 + 32, top: Math.floor(i / 15) * 40, bottom: Math.floor(i / 15) * 40 + 32 })); const words = times(20_000, (i) => ({ left: (i * 7) % 590, right: (i * 7) % 590 + 5, top: (i * 0.04) % 790, bottom: 795 - ((i * 0.37) % 5), text: 'a' })); return m.findStamps({ words, width: 600, height: 800 }, () => parts).length; })()`,
    15,
  ],
  [
    'fragments of slanting text',
    'pdf/words/slanted-words.ts',
    `[290, 20_000].map((count) => m.withoutSlanted([...times(count, (i) => ({ left: i, right: i + 40, top: i, bottom: i + 40, text: 'ab' })), ...times(20_000, (i) => ({ left: 9, right: 20, top: 9, bottom: 19, text: 'words' }))]).length).join()`,
    '20000,40000',
  ],
  [
    'beginnings of elements on a slide',
    'results/cell-margins.ts',
    `m.addMargins('<a:tcPr/>' + many('<a:bodyPr ', 0.5) + many(' tIns="', 0.5)).length > 1_000_000`,
  ],
  [
    'markers of entries',
    'pdf/writing/list-marker.ts',
    `['•', '12.'].map((marker) => m.markerOf({ align: 'start', indent: 0, firstIndent: -5, runs: [], tabs: [], lines: [{ runs: [{ text: many(' ') + marker + many(' ') + 'a', font: { family: 'Arial', size: 9 } }] }] }).sign).join()`,
    '•,12.',
  ],
  [
    'entries below each other',
    'pdf/writing/list-entry.ts',
    `m.joinEntries(times(20_000, () => '<text:list text:style-name="l1"><text:list-item>a</text:list-item></text:list>')).split('</text:list>').length`,
    2,
  ],
  [
    'numbered lists that begin, and one that goes on',
    'pdf/writing/numbered-lists.ts',
    `(() => { const entry = (marker, indent) => ({ kind: 'paragraph', align: 'start', indent, firstIndent: -9, tabs: [], lines: [{ runs: [{ text: marker + ' a', font: { family: 'Arial', size: 9 } }] }] }); const counts = (entries) => new m.NumberedLists().find(entries).filter(Boolean).length; return [counts(times(50_000, (i) => entry('1.', i * 3))), counts(times(50_000, (i) => entry((i % 900) + 1 + '.', 9))), counts(times(50_000, (i) => entry('vx'[i % 2] + ')', i)))].join(); })()`,
    '0,50000,0',
  ],
  [
    'elements of a structure tree',
    'pdf/tags/tags-of-tree.ts',
    `m.tagsOfTree({ children: times(250_000, (i) => ({ role: ['TR', 'TD', 'LI', 'Table'][i % 4], children: [{ id: String(i) }] })) }).size === 62_500`,
  ],
  [
    'tagged texts at the place of every word',
    'pdf/tags/tag-words.ts',
    `m.tagWords(Array(20_000).fill({ ...line(0, 0), text: 'w' }), Array(300_000).fill({ ...line(0, 0), tag: { block: 1 } })).length === 20_000`,
  ],
  [
    'tagged cells in one row, and one in each row',
    'pdf/tags/tagged-tables.ts',
    `(() => { const cell = (row, i) => ({ ...line(i * 9, row * 9, 8, 8), tag: { block: row * 300 + i, cell: { table: 0, row } } }); return m.taggedTables([...times(200, (i) => cell(0, i)), ...times(19_000, (i) => cell(i + 1, 1))], { across: [], down: [] }).tables[0].rows.length; })() === 19_001`,
  ],
  [
    'letters of a scanned page, in words all over it',
    'pdf/scans/erase-letters.ts',
    `(() => { const page = ${PAGE}; page.data.forEach((_, i, data) => { data[i] = (i % 5 && i % 7) ? 255 : 0; }); return m.eraseLetters(page, Array(20_000).fill({ left: 0, top: 0, right: 600, bottom: 800 }), 2).data.length === 5_760_000; })()`,
  ],
  [
    'strokes of a scanned page, in words all over it',
    'pdf/scans/bold-words.ts',
    `m.boldWords(Array(20_000).fill({ left: 0, top: 0, right: 600, bottom: 800, text: 'word' }), ${PAGE}, 2).size === 0`,
  ],
  [
    'paper beside words all over a scanned page',
    'pdf/scans/level-paper.ts',
    `m.levelPaper(${PAGE}, Array(20_000).fill({ left: -1e9, top: 0, right: 1e9, bottom: 700 }), 2).clean.data.length === 5_760_000`,
  ],
  [
    'letters all over a scanned page',
    'pdf/scans/read-bullets.ts',
    `m.readBullets(Array(20_000).fill({ left: 0, top: 0, right: 600, bottom: 800, text: 'e' }), ${PAGE}, 2).length === 20_000`,
  ],
  [
    'letters as high as a scanned page',
    'pdf/scans/letter-sizes.ts',
    `m.evenHeights(times(20_000, (i) => ({ left: i % 600, top: 0, right: (i % 600) + 0.1, bottom: 800, text: 'H'.repeat(50) })), ${PAGE}, 2).length === 20_000`,
  ],
  ['the name of a font', 'pdf/words/font-looks.ts', `m.lookOfName(many('cm')).bold`, false],
  [
    'what is drawn before lines of a PDF page',
    'pdf/graphics/find-bullets.ts',
    `m.liftBullets(times(20_000, (i) => line(200, i / 30, 200, 12)), { pixels: ${PAGE}, scale: 2, lift: () => true }, 'all').length === 20_000`,
  ],
  [
    'edges on a PDF page',
    'pdf/graphics/find-rules.ts',
    `m.findRules({ width: 1700, height: 2200, data: Uint8Array.from(times(1700 * 2200 * 3, (i) => (i % 7) * ((i * 31) % 11) * 9)) }, 2).across.length >= 0`,
  ],
  [
    'cells between lines of a PDF page',
    'pdf/tables/build-grids.ts',
    `(() => { const rules = times(140, (i) => ({ at: i * 6, from: 0, to: 840 })); const text = times(19_000, (i) => line((i % 139) * 6 + 2, Math.floor(i / 139) * 6 + 1, 3, 4)); return m.buildGrids(text, { across: rules, down: rules }, []).tables[0].rows.length; })() === 140`,
  ],
  [
    'frames around the text of a PDF page',
    'pdf/tables/build-frames.ts',
    `(() => { const across = times(3000, (i) => ({ at: i * 4, from: i * 4, to: i * 4 + 20, color: 0 })); return m.buildFrames(times(19_000, (i) => line(i % 800, i % 900, 3, 4)), { across, down: across.slice(0, 1300) }, { ground: { pixels: ${PAGE}, scale: 2 }, tables: [], parts: [] }).lines.length > 0; })()`,
  ],
  [
    'pictures in cells',
    'pdf/graphics/find-inline-pictures.ts',
    `m.findInlinePictures(${NOISE}, [], { across: [], down: [] }).length`,
    0,
  ],
  ['boxes to mark', 'pdf/graphics/check-boxes.ts', `m.findCheckBoxes(${NOISE}).length`, 0],
  [
    'frames around links of a PDF page',
    'pdf/graphics/link-frames.ts',
    `(() => { const place = (i) => [(i % 80) * 7, Math.floor(i / 80) * 12]; const down = times(4000, (i) => ({ at: place(i)[0], from: place(i)[1], to: place(i)[1] + 11 })); return m.withoutLinkFrames({ across: down, down }, times(4900, (i) => line(place(i)[0] + 1, place(i)[1] + 1, 5, 9))).down.length <= 4000; })()`,
  ],
  [
    'rules below words of a PDF page',
    'pdf/graphics/underline-words.ts',
    `m.underlineWords(times(20_000, (i) => line(i % 7, i / 30, 5, 12)), times(1000, (i) => ({ at: i + 11, from: 0, to: 600 })), { pixels: ${PAGE}, scale: 2 }).length === 20_000`,
  ],
  [
    'colours behind words and pictures of a PDF page',
    'pdf/graphics/fill-words.ts',
    `(() => { const page = ${PAGE}; const boxes = times(5000, (i) => line(i % 599, i / 9, 1, 1)); const filled = m.fillWords(times(20_000, (i) => line(600, i / 30, 1, 12)), page, 2); return boxes.filter((box) => m.isBand(box, filled, page, 2)).length + m.withoutFills(filled, boxes).length === 20_000; })()`,
  ],
  [
    'digits in cells of a PDF page',
    'pdf/tables/cell-values.ts',
    `m.readCells([times(1000, () => ['1.'.repeat(20), many('1.', 0.001), '1'.repeat(40)])]).length === 1`,
  ],
  ['scripts of a chapter', 'epub/bind-chapters.ts', chapter(`many('<script>')`), 105],
  ['pictures of a chapter', 'epub/bind-chapters.ts', chapter(`many('<img src="a.png">')`), 105],
  ['links of a chapter', 'epub/bind-chapters.ts', chapter(`many('<a href=\\'b#c">')`), 1_142_953],
  ['fragments of a URL', 'epub/markup.ts', `m.resolvePath('a', many('#') + '\\n')`, 'a'],
  ['records of a metafile', '../read/is-truncated.ts', `m.isTruncated(save(bytes('\\0\\0\\0\\0')), 'emf')`, false],
  ['closings at an end', '../read/is-truncated.ts', `m.isTruncated(save('<a>' + many('</.><!--') + '</a'), 'fodt')`],
  [
    'fonts of a page',
    'pdf/words/read-styles.ts',
    `m.readStyles('<fontspec id="1" size="1" family="' + many(',') + '&#10;" color="#000000"/>', 1).length === 0`,
  ],
  [
    'layouts and sheets of a flat document',
    'layout/edit-layout.ts',
    `m.editLayout('<office:document><office:automatic-styles>' + many('<style:page-layout style:name="a"><style:page-layout-properties/>') + '</office:automatic-styles><office:master-styles></office:master-styles><office:body>' + many('<table:table table:name="B">'), { page_size: 'A4', sheet: 'A' }, 'A').length > 0`,
  ],
  [
    'changes of a flat document',
    'text-only/accept-changes.ts',
    `m.acceptChanges('<text:changed-region text:id="c"><text:deletion>' + many('<text:change-start text:change-id="c"/><text:p>') + '<text:change-end text:change-id="c"/>').length > 0`,
  ],
  ['objects', 'text-only/name-objects.ts', `m.nameObjects(many('<draw:frame><draw:object>')).length`, 1_000_000],
  [
    'objects in frames of a flat document',
    'text-only/name-objects.ts',
    `m.nameObjects('<draw:frame><draw:object/>'.repeat(40_000) + '</draw:frame>'.repeat(40_000)) === '<text:p>[Object]</text:p>'`,
  ],
  ['comments', 'text-only/move-notes.ts', `m.commentsToNotes(many('<office:annotation>')).length`, 999_989],
  [
    'line without a space',
    'sources/check-text.ts',
    `(() => { const line = 'a' + many('\u{1f600}'); const broken = m.breakLines(line); return broken.isWellFormed() && broken.replaceAll('\\n', '') === line; })()`,
  ],
  ['words in a line', 'sources/check-text.ts', `m.breakLines(many('ab ')).split('\\n').length`, 51],
  ['short lines', 'sources/check-text.ts', `m.breakLines(many('a\\r')) === many('a\\r')`],
  [
    'notes of a flat document',
    'text-only/move-notes.ts',
    `m.notesToEnd(many('<text:note><text:note-body></text:note>') + '</office:text>').length > 0`,
  ],
  [
    'pictures beside a page of sheets',
    'results/embed-pictures.ts',
    `(await m.embedPictures(save(many('src="result_html_aaaaaaaaaaaaaaaa')), '/')) === undefined`,
  ],
  [
    "blanks in a sheet's name",
    '../file-names.ts',
    `m.fileNames([{ stem: many(' ') + 'b', extension: 'csv' }], 'a')[0] === 'a1.csv'`,
  ],
])('a megabyte of the worst %s takes linear time', (_, file, expression, expected = true) =>
  expectQuick(`office/${file}`, expression, expected, { seconds: 2 * QUICK.seconds }),
);

const items = `times(60, (i) => '<item id="' + i + '" href="' + i + '.html"/><itemref idref="' + i + '"/>').join('')`;
const chapters = (content: string) =>
  book(`({ ${container}, 'a.opf': ${items}, ...Object.fromEntries(times(60, (i) => [i + '.html', ${content}])) })`);

const pictures = `'<img src="b.png">'.repeat(1000)`;
it.each([
  ['is too large', chapters(`'a'.repeat(10_000_000)`), 'TOO_COMPLEX'],
  ['has a chapter that is too large', chapters(`{ get length() { return 100_000_000; } }`), 'UNREADABLE_FILE'],
  [
    'shows a picture a thousand times',
    book(`({ ${container}, ${contents}, 'a.html': ${pictures}, 'b.png': 'a'.repeat(1_000_000) })`),
    'TOO_COMPLEX',
  ],
])('a decompressed book is refused that %s', async (_, expression, code) => {
  const { value, seconds } = await runAlone('office/epub/bind-chapters.ts', expression);
  expect(value).toBe(code);
  expect(seconds).toBeLessThan(10);
});

it.each([
  ['a novel', `m.checkText('A line of a novel, as long as such lines are in books.\\n'.repeat(25_000))`],
  ['three thousand pages', `m.checkText('line of text\\n'.repeat(3000 * 59))`],
])('a text is not refused early for its length alone: %s', async (_, expression) => {
  expect((await runAlone('office/sources/check-text.ts', `${expression} ?? 'converted'`)).value).toBe('converted');
});
