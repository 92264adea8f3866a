import { marked } from 'marked';
import { expect, it, vi } from 'vitest';
import { chooseEngine } from '../../functions/conversion/choose-engine.ts';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { chartTitles } from '../../functions/engines/pandoc/office/charts.ts';
import { pandoc } from '../../functions/engines/pandoc.ts';
import { convertWithOffice } from '../documents/convert-with-office.ts';
import { epub } from '../documents/epub.ts';
import { docx, docxOf, xlsx } from '../documents/office-open-xml.ts';
import { flatOpenDocument, openDocument } from '../documents/open-document.ts';
import { relationships, zip } from '../documents/package.ts';
import { committed } from '../support/committed.ts';
import { convertBytes } from '../support/engine.ts';
import { unzip } from '../support/unzip.ts';

vi.setConfig({ testTimeout: 180_000 });

const PROPERTIES =
  '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/">' +
  '<dc:title>Fish &amp; Chips</dc:title><dc:creator>Ann Author</dc:creator><dc:language>de-AT</dc:language></cp:coreProperties>';

const DOCUMENT =
  '<text:h text:outline-level="1">Beginnings</text:h><text:p>First<text:note text:id="n1" text:note-class="footnote"><text:note-citation>1</text:note-citation>' +
  '<text:note-body><text:p>Below</text:p></text:note-body></text:note></text:p><text:h text:outline-level="2">Within</text:h>' +
  '<text:list><text:list-item><text:p>Entry</text:p></text:list-item></text:list><text:h text:outline-level="1">Ends</text:h><text:p>Last</text:p>';

async function bookOf(document: Uint8Array, source: FormatName): Promise<Map<string, Buffer>> {
  const { format, file } = await convertBytes(chooseEngine(source, 'epub'), document, [source, 'epub']);
  expect(format).toBe('epub');
  return unzip(file);
}

/** All files of a book as one text. */
const textOf = (book: ReadonlyMap<string, Buffer>) => [...book.values()].join('\n');

it.each(['fodt', 'docx', 'odt', 'doc', 'rtf'] as const)(
  'a book of a document has headings, contents and notes of %s',
  async (source) => {
    const flat = flatOpenDocument('text', DOCUMENT);
    const book = await bookOf(source === 'fodt' ? flat : (await convertWithOffice(flat, 'fodt', source)).file, source);
    const text = textOf(book);
    expect(text.match(/<h[12][^>]*>[^<]*/g)?.map((heading) => heading.replace(/<(h\d)[^>]*>/, '$1 '))).toEqual(
      expect.arrayContaining(['h1 Beginnings', 'h2 Within', 'h1 Ends']),
    );
    expect(text).toMatch(/<li[^>]*><a [^>]*>Beginnings<\/a>[\s\S]*>Within<\/a>[\s\S]*>Ends<\/a>/);
    expect(text).toMatch(/epub:type="noteref"[\s\S]*Below/);
    expect(text).toMatch(/<ul>\s*<li>(?:<p>)?Entry/);
  },
);

it('a book of a document has title, author and language of its properties, and the language of its styles', async () => {
  const book = async (parts: Readonly<Record<string, string>>) =>
    textOf(await bookOf(await zip({ ...Object.fromEntries(unzip(await docx(['Text', 'More']))), ...parts }), 'docx'));
  const described = await book({ 'docProps/core.xml': PROPERTIES });
  for (const part of ['>Fish &amp; Chips</dc:title>', '>Ann Author</dc:creator>', '<dc:language>de-AT</dc:language>'])
    expect(described).toContain(part);
  const styles =
    '<w:styles><w:docDefaults><w:rPrDefault><w:rPr><w:lang w:val="pl-PL"/></w:rPr></w:rPrDefault></w:docDefaults></w:styles>';
  expect(await book({ 'word/styles.xml': styles })).toContain('<dc:language>pl-PL</dc:language>');
  const untitled = await book({});
  for (const part of ['<dc:language>und</dc:language>', '>Text</dc:title>', '<h1>Text</h1>'])
    expect(untitled).toContain(part);
  expect(untitled).not.toContain('<p>Text</p>');
});

it('a book of a document has words for its metafiles, which readers do not show', async () => {
  const files = unzip(await docx(['Text'], { png: committed('documents/files/sample.emf') }));
  const [picture, relations] = ['word/media/image1.png', 'word/_rels/document.xml.rels'];
  const parts = {
    'word/media/image1.emf': files.get(picture) ?? '',
    [relations]: String(files.get(relations)).replace('image1.png', 'image1.emf'),
  };
  files.delete(picture);
  const book = await bookOf(await zip({ ...Object.fromEntries(files), ...parts }), 'docx');
  expect([...book.keys()].filter((name) => name.startsWith('EPUB/media/'))).toEqual([]);
  expect(textOf(book)).toMatch(/\[Picture(?:: [^\]]+)?\]/);
});

it('a book of a document opens with its password', async () => {
  const options = { password: 'Öff, "Sesam"\\t1' };
  const locked = committed('documents/locked/sesame.docx');
  const { file } = await convertBytes(chooseEngine('docx', 'epub', options), locked, ['docx', 'epub'], { options });
  expect(textOf(unzip(file))).toContain('<p>');
});

it.each([
  ['words\n\n## A *book*\n\nmore\n', 'A book'],
  ['words\n\n<!-- a comment -->\n', 'Document'],
])('a book of a document is listed by its first heading, or a word that says nothing: %j', async (text, title) => {
  const parts = unzip((await convertBytes(pandoc, text, ['md', 'epub'])).file);
  expect(String(parts.get('EPUB/content.opf'))).toContain(`>${title}</dc:title>`);
  expect(String(parts.get('EPUB/nav.xhtml'))).toContain(`<h1 id="toc-title">${title}</h1>`);
  for (const [name, part] of parts) expect(String(part), name).not.toMatch(/UNTITLED|<title>(?:source|tree)</);
});

it('a book begins with a chapter, has each identifier once, no heading without words, and links that lead somewhere', async () => {
  const text = `<p><span id="_here">Before</span> <a href="#footnotes">notes</a>.</p>
    <h2 id="footnotes">Notes</h2><h2 id="one">One</h2><h2 id="one">One</h2><h2 id="none"> </h2>
    <p>Back to <a href="#_here">here</a>, <a href="#one">one</a>, <a href="#gone">nothing</a> and <a href="other.html">a file</a>.</p>`;
  const parts = unzip((await convertBytes(pandoc, text, ['html', 'epub'])).file);
  const chapters = [...parts].filter(([name]) => /ch\d+\.xhtml$/.test(name)).map(([, page]) => page.toString());
  expect(chapters).toHaveLength(4);
  for (const page of chapters) {
    const identifiers = [...page.matchAll(/ id="([^"]*)"/g)].map(([, identifier]) => identifier);
    expect(new Set(identifiers).size).toBe(identifiers.length);
    expect(page).not.toMatch(/<h\d[^>]*>\s*<\/h\d>/);
  }
  const book = chapters.join('\n');
  expect(book).toContain('href="ch001.xhtml#id_here"');
  expect(book).toMatch(/>one<\/a>, nothing and a file\./);
});

it('a book has a chapter for each heading that only sections are around, and links to sections and into chapters', async () => {
  const text = `<div><section id="first"><h1>One</h1><p><a href="#x">x</a> <a href="#second">second</a></p></section>
    <section id="second"><h1>Two</h1><p id="p"><span id="x">X</span></p></section></div>`;
  const parts = unzip((await convertBytes(pandoc, text, ['html', 'epub'])).file);
  expect([...parts.keys()].filter((name) => /ch\d+\.xhtml$/.test(name))).toHaveLength(2);
  const chapter = String(parts.get('EPUB/text/ch001.xhtml'));
  expect(chapter).toContain('<a href="ch002.xhtml#x">x</a> <a href="ch002.xhtml#two">second</a>');
});

it.each([
  ['a document without content', () => docxOf('<w:p/>'), 'docx'],
  ['a line between nothing', async () => Buffer.from('<hr>'), 'html'],
] as const)('a book of %s is refused', async (_, make, source) => {
  await expect(bookOf(await make(), source)).rejects.toMatchObject({ code: 'UNREADABLE_FILE' });
});

it('a book whose files are named from above becomes Markdown', async () => {
  const files = unzip(await epub(['Words & more'.replace('&', '&amp;')]));
  const list = String(files.get('OPS/book.opf')).replaceAll('href="text/', 'href="../OPS/text/');
  const book = await zip({ ...Object.fromEntries(files), 'OPS/book.opf': list });
  const { file } = await convertBytes(chooseEngine('epub', 'md'), book, ['epub', 'md']);
  expect(file.toString()).toContain('Words & more');
});

it.each(['fodp', 'odp', 'pptx', 'ppt'] as const)(
  'Markdown of slides has the whole content of those of %s',
  async (source) => {
    const sample = committed('documents/files/slides.fodp');
    const presentation = source === 'fodp' ? sample : (await convertWithOffice(sample, 'fodp', source)).file;
    const { format, file } = await convertBytes(pandoc, presentation, [source, 'md']);
    expect(format).toBe('zip');
    const files = unzip(file);
    const [name = ''] = [...files.keys()].filter((each) => each.endsWith('.md'));
    const page = await marked.parse(String(files.get(name)));
    for (const shape of [
      /<h1>What we found<\/h1>[\s\S]*<h2>Notes<\/h2>[\s\S]*<h1>Numbers<\/h1>[\s\S]*<h1>Slide 3<\/h1>/,
      /<li>First point<\/li>\s*<li>Second &amp; last\s*<ul>\s*<li>below it<\/li>/,
      /<p>Say this slowly<\/p>/,
      /<th>Year<\/th>\s*<th>Sum<\/th>[\s\S]*<td>2025<\/td>\s*<td>a \| b<\/td>/,
      /<img src="media\/picture-001.png"/,
      /Only <a href="https:\/\/example.org\/">a link<\/a>/,
    ])
      expect(page).toMatch(shape);
    expect([...files.keys()].filter((each) => each.startsWith('media/'))).toEqual(['media/picture-001.png']);
  },
);

it('Markdown of a text names a chart that it cannot hold', async () => {
  const content =
    '<text:p>Sums</text:p><text:p><draw:frame svg:width="5cm" svg:height="4cm"><draw:object xlink:href="./Object 1"/><draw:image xlink:href="./ObjectReplacements/Object 1"/></draw:frame></text:p>';
  const { file } = await convertBytes(pandoc, await openDocument('text', content), ['odt', 'md']);
  expect(String(file)).toMatch(/Sums[\s\S]*Chart/);
  expect(String(file)).not.toContain('Object');
});

it('Markdown of sheets has a table of the formatted cells of each', async () => {
  const table = 'Name,"Sum, of",Note\nÄ|b,007,"two\nlines"\n,,\n*x*,,2\n';
  const { file } = await convertBytes(pandoc, table, ['csv', 'md']);
  const page = await marked.parse(String(file));
  expect(page).toContain('<h1>Sheet1</h1>');
  const cells = [...page.matchAll(/<t[hd]>(.*?)<\/t[hd]>/g)].map(([, cell]) => cell);
  expect(cells).toEqual(['Name', 'Sum, of', 'Note', 'Ä|b', '007', 'two<br>lines', '*x*', '', '2']);
});

it('Markdown of sheets of several names each', async () => {
  const workbook = await xlsx({ Erste: [['a', 1]], Leer: [], Zweite: [['b'], [{ formula: '1+1' }]] });
  const page = await marked.parse(String((await convertBytes(pandoc, workbook, ['xlsx', 'md'])).file));
  expect(page.match(/<h1>.*<\/h1>/g)).toEqual(['<h1>Erste</h1>', '<h1>Zweite</h1>']);
  expect(page).toMatch(/<td>2<\/td>/);
});

it.each([
  ['a far cell', () => committed('documents/files/far-cell.xlsx'), 'xlsx'],
  ['more cells than a text holds', () => Buffer.from(`${'1,'.repeat(99)}1\n`.repeat(2500)), 'csv'],
] as const)('Markdown of sheets is refused with %s', async (_, make, source) => {
  await expect(convertBytes(pandoc, make(), [source, 'md'])).rejects.toMatchObject({ code: 'TOO_COMPLEX' });
});

it('Markdown of charts names that of a sheet with nothing else, and of a slide', async () => {
  for (const format of ['fods', 'fodp'] as const) {
    const { file } = await convertBytes(pandoc, committed(`documents/files/chart.${format}`), [format, 'md']);
    expect(await marked.parse(String(file)), format).toContain('<p>[Chart: Sales &amp; more]</p>');
  }
});

it('Markdown of charts is read in linear time with a megabyte of the worst tokens of charts', () => {
  for (const token of ['<chart:chart>', '<chart:title>', '<chart:chart><chart:title>a', '<', 'a<b>', '&amp;']) {
    const begun = Date.now();
    chartTitles(`<chart:chart><chart:title>${token.repeat(1_000_000 / token.length)}`);
    expect(Date.now() - begun, token).toBeLessThan(3000);
  }
});

/** A field of Word with what its form says of it. */
const formField = (name: string, data: string) =>
  `<w:r><w:fldChar w:fldCharType="begin"><w:ffData>${data}</w:ffData></w:fldChar></w:r><w:r><w:instrText>FORM${name}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`;
const paragraph = (text: string, properties = '') =>
  `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
const headingStyle = (level: number, number: string) =>
  `<w:style w:type="paragraph" w:styleId="H${level}"><w:name w:val="heading ${level}"/><w:pPr><w:numPr>${number}</w:numPr><w:outlineLvl w:val="${level - 1}"/></w:pPr></w:style>`;
const level = (at: number, format: string, text: string) =>
  `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:pStyle w:val="H${at + 1}"/><w:lvlText w:val="${text}"/></w:lvl>`;
const PROSE =
  formField('CHECKBOX', '<w:checkBox><w:default w:val="0"/><w:checked/></w:checkBox>') +
  formField('CHECKBOX', '<w:checkBox><w:default w:val="0"/></w:checkBox>') +
  formField(
    'DROPDOWN',
    '<w:ddList><w:result w:val="1"/><w:listEntry w:val="red"/><w:listEntry w:val="green"/></w:ddList>',
  );

const SIGNS =
  '<w:p><w:r><w:sym w:font="Symbol" w:char="F061"/></w:r><w:r><w:rPr><w:rFonts w:ascii="Wingdings" w:hAnsi="Wingdings"/></w:rPr><w:t>J</w:t></w:r></w:p>';
const DATED = ['SAVEDATE', 'REF _Ref7 \\h']
  .map((field) => `<w:fldSimple w:instr=" ${field} "><w:r><w:t>(1999)</w:t></w:r></w:fldSimple>`)
  .join('');

/** A Word document with numbered headings, signs, fields, a form and indented paragraphs. */
async function wordDocument(): Promise<Buffer> {
  const w = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
  const heading = (at: number, text: string) => paragraph(text, `<w:pStyle w:val="H${at}"/>`);
  const body = [
    ...[heading(1, 'One'), heading(2, 'Two'), heading(2, 'Three'), heading(1, 'Four'), heading(2, 'Five')],
    ...[`<w:p>${PROSE}</w:p>`, SIGNS, `<w:p>${DATED}</w:p>`, paragraph('Indented', '<w:ind w:left="720"/>')],
    paragraph('Quoted', '<w:pStyle w:val="Quote"/>'),
  ];
  return docxOf(body.join(''), {
    'word/_rels/document.xml.rels': relationships([
      ['rId1', 'styles', 'styles.xml'],
      ['rId2', 'numbering', 'numbering.xml'],
    ]),
    'word/styles.xml': `<w:styles ${w}>${headingStyle(1, '<w:numId w:val="7"/>')}${headingStyle(2, '<w:ilvl w:val="1"/><w:numId w:val="7"/>')}<w:style w:type="paragraph" w:styleId="Quote"><w:name w:val="Quote"/><w:pPr><w:ind w:left="720"/></w:pPr></w:style></w:styles>`,
    'word/numbering.xml': `<w:numbering ${w}><w:abstractNum w:abstractNumId="3">${level(0, 'upperRoman', '%1.')}${level(1, 'lowerLetter', '%1.%2)')}</w:abstractNum><w:num w:numId="7"><w:abstractNumId w:val="3"/></w:num></w:numbering>`,
  });
}

it.each(['docx', 'doc', 'odt'] as const)(
  'Markdown of %s has numbers of headings, ticks and choices of forms, and quotations by their style alone',
  async (source) => {
    const word = await wordDocument();
    const given = source === 'docx' ? word : (await convertWithOffice(word, 'docx', source)).file;
    const { file } = await convertBytes(pandoc, given, [source, 'md']);
    const lines = file.toString().split(/\n+/);
    expect(lines.filter((line) => line && (source === 'docx' || !/Error|1999/.test(line)))).toEqual([
      ...['# I. One', '## I.a) Two', '## I.b) Three', '# II. Four', '## II.a) Five'],
      ...['☒☐green', 'α☺', ...(source === 'docx' ? ['(1999)(1999)'] : [])],
      ...['Indented', '> Quoted'],
    ]);
  },
);

it.each(['html', 'txt'] as const)(
  '%s of a Word document has numbers of headings, ticks and choices of forms, signs, and fields as stored',
  async (target) => {
    const text = (await convertWithOffice(await wordDocument(), 'docx', target)).file
      .toString()
      .replace(/<[^>]*>/g, '');
    expect(text).toMatch(/α\s*☺/);
    for (const line of ['I. One', 'I.b) Three', target === 'html' ? 'green' : '☒☐green', '(1999)(1999)'])
      expect(text).toContain(line);
  },
);

it('Markdown of a page has links to headings with quotes and spaces at their ends, as GitHub names these', async () => {
  const page = '<p><a href="#a">Go</a></p><h1 id="a">It’s “here”<code> </code></h1>';
  const { file } = await convertBytes(pandoc, Buffer.from(page), ['html', 'md']);
  expect(file.toString()).toContain('[Go](#its-here)');
});
