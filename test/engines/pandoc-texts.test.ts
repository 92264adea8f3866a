import { marked } from 'marked';
import { expect, it, vi } from 'vitest';
import { chooseEngine } from '../../functions/conversion/choose-engine.ts';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { pandoc } from '../../functions/engines/pandoc.ts';
import { convertWithOffice } from '../documents/convert-with-office.ts';
import { epub } from '../documents/epub.ts';
import { docx, docxOf } from '../documents/office-open-xml.ts';
import { textOf } from '../documents/read-result.ts';
import { redPicture } from '../documents/sources.ts';
import { committed } from '../support/committed.ts';
import { convertBytes } from '../support/engine.ts';
import { unzip } from '../support/unzip.ts';

vi.setConfig({ testTimeout: 240_000 });

/** The text of a document that became Markdown, and the pictures beside it. */
async function markdownOf(source: Buffer | string, from: FormatName, to: FormatName = 'md') {
  const { format, file } = await convertBytes(chooseEngine(from, to), source, [from, to]);
  const files = format === 'zip' ? unzip(file) : new Map([[`document.${to}`, file]]);
  const text = files.get(`document.${to}`)?.toString() ?? '';
  files.delete(`document.${to}`);
  return { text, page: await marked.parse(text), pictures: files };
}

const cell = (text: string) => `<td>${text}</td>`;
const PAGE = `<!DOCTYPE html><html><head><meta charset="utf-8"><title>Fenster</title></head><body>
<h1>Über<br>Grenzen</h1><p>Fünf <b>Boote</b> <i>fahren</i> zum <a href="https://example.org/hafen">Hafen</a>, <a href="#zwei">weiter unten</a> mehr.</p>
<h2 id="zwei">Zweitens</h2><ul><li>Segel<ul><li>Groß</li></ul></li><li>Anker</li></ul><ol><li>erst</li><li>dann</li></ol>
<table border="1"><tr><th>Name</th><th>Länge</th><th>Hafen</th></tr><tr>${['Adler', '12', 'Kiel'].map(cell).join('')}</tr><tr>${['Möwe', '7', 'Emden'].map(cell).join('')}</tr></table>
</body></html>`;

const HEADINGS = [/<h1[^>]*>Über Grenzen<\/h1>/, /<h2[^>]*>Zweitens<\/h2>/];
const LISTS = [/<li>Segel\s*<ul>\s*<li>Groß<\/li>/, /<li>Anker<\/li>/, /<ol>\s*<li>erst<\/li>/];
const LINK = /<a href="https:\/\/example\.org\/hafen">Hafen<\/a>/;
const TABLE = /<th>Name<\/th>[\s\S]*<td>Möwe<\/td>\s*<td>7<\/td>/;

it.each(['docx', 'odt', 'fodt', 'doc', 'rtf'] as const)(
  'Markdown for a language model of %s by LibreOffice has its structure',
  async (format) => {
    const { file } = await convertWithOffice(Buffer.from(PAGE), 'html', format);
    const { page, text } = await markdownOf(file, format);
    for (const shape of [...HEADINGS, ...LISTS, LINK, TABLE]) expect(page, text).toMatch(shape);
    expect(text).toMatch(/\*\*Boote\*\* \*fahren\*/);
    // Nothing in it is HTML.
    expect(text).not.toMatch(/<[a-z]/);
  },
);

it('Markdown for a language model of a page has its body, and links within it', async () => {
  const { page, text } = await markdownOf(PAGE, 'html');
  for (const shape of [...HEADINGS, ...LISTS, LINK, TABLE]) expect(page, text).toMatch(shape);
  expect(text).toContain('[weiter unten](#zweitens)');
  expect(text).not.toContain('Fenster');
});

it('Markdown for a language model of a page in UTF-8 that declares another encoding has its letters', async () => {
  const page = PAGE.replace('charset="utf-8"', 'http-equiv="Content-Type" content="text/html; charset=utf-16"');
  expect((await markdownOf(page, 'html')).text).toContain('Über Grenzen');
});

it.each([
  ['<p>eins</p><p>zwei</p>', '| eins<br>zwei | 2'],
  ['<ul><li>eins</li><li>zwei</li></ul>', '• eins<br>• zwei'],
  ['<pre>x</pre>', '<pre>'],
])(
  'Markdown for a language model has cells of several lines in one line, and other tables as HTML: %s',
  async (within, expected) => {
    const table = `<table><tr><th>a</th><th>b</th></tr><tr><td>${within}</td><td>2</td></tr></table>`;
    expect((await markdownOf(table, 'html')).text).toContain(expected);
  },
);

it('Markdown for a language model has an empty cell for each that another one spans', async () => {
  const spanned =
    '<table><tr><th colspan="2">weit</th></tr><tr><td rowspan="2">a</td><td>b</td></tr><tr><td>c</td></tr></table>';
  const { text } = await markdownOf(spanned, 'html');
  expect(text).toMatch(/\| weit \| +\|\n\|-+\|-+\|\n\| a {4}\| b {3}\|\n\| {6}\| c {3}\|/);
});

it('Markdown for a language model keeps fenced code and footnotes', async () => {
  const org = '- eins\n\n#+BEGIN_SRC python\nx = "```"\n#+END_SRC\n\nText[fn:1]\n\n[fn:1] Anmerkung\n';
  const { text } = await markdownOf(org, 'org');
  expect(text).toContain('````python\nx = "```"\n````');
  expect(text).toMatch(/Text\[\^1\][\s\S]*\[\^1\]: Anmerkung/);
});
const name = 'media/picture-001.png';

it.each([
  ['docx', async (png: Buffer) => docx(['Text'], { png })],
  ['epub', async (png: Buffer) => epub(['Text'], { png })],
] as const)('pictures of %s lie beside the text, which calls them by names of ours', async (format, make) => {
  const png = await redPicture();
  const { text, pictures } = await markdownOf(await make(png), format);
  expect(text).toContain(`](${name})`);
  expect([...pictures.keys()]).toEqual([name]);
  expect(pictures.get(name)?.equals(png)).toBe(true);
  const { text: tex, pictures: same } = await markdownOf(await make(png), format, 'tex');
  expect(tex).toMatch(/\\includegraphics(\[[^\]]*\])?\{media\/picture-001\.png\}/);
  expect(same.size).toBe(1);
});

it('a book keeps its title page in Markdown', async () => {
  const page =
    '<section xmlns:epub="http://www.idpf.org/2007/ops" epub:type="frontmatter titlepage"><p>For Ann</p></section>';
  expect((await markdownOf(await epub([`</p>${page}<p>`]), 'epub')).text).toContain('For Ann');
});

it('pictures in other files keep their URLs in a text, and become words where they would be embedded', async () => {
  expect((await markdownOf('[[https://example.org/a.png]]\n', 'org')).text).toContain('(https://example.org/a.png)');
  const rst = 'Text\n\n.. image:: https://example.org/a.png\n   :alt: Ein Boot\n';
  const book = [...unzip((await convertBytes(pandoc, rst, ['rst', 'epub'])).file).values()].join('\n');
  expect(book).toContain('Ein Boot');
  expect(book).not.toContain('example.org');
});

it('HTML in Markdown is converted, and not lost, where it cannot stay', async () => {
  const source =
    'Ein <b>fettes</b> Wort, H<sub>2</sub>O<br>und <a href="https://example.org/">Link</a>.\n\n<table><tr><td>Zelle</td></tr></table>\n\n<div>\n\nInnen\n\n</div>\n';
  const rst = (await convertBytes(pandoc, source, ['md', 'rst'])).file.toString();
  for (const part of ['**fettes**', ':sub:`2`', '`Link <https://example.org/>`__', 'Zelle', 'Innen'])
    expect(rst).toContain(part);
});

it.each([
  ['that is locked', committed('documents/files/locked.docx'), 'docx', 'PASSWORD_PROTECTED'],
  ['that breaks off', (await docx(['Text'])).subarray(0, 300), 'docx', 'UNREADABLE_FILE'],
  ['that is no JSON', Buffer.from('{"cells": ['), 'ipynb', 'UNREADABLE_FILE'],
  [
    'that was sold',
    await epub(['Text'], { encryption: 'http://www.w3.org/2001/04/xmlenc#aes128-cbc' }),
    'epub',
    'PASSWORD_PROTECTED',
  ],
] as const)('a document %s is refused for Markdown', async (_, source, from, code) => {
  await expect(convertBytes(pandoc, source, [from, 'md'])).rejects.toMatchObject({ code });
});

const converted = async (text: string, from: FormatName, to: FormatName) =>
  textOf((await convertBytes(pandoc, text, [from, to])).file, to).replace(/\s+/g, ' ');

const refused = (text: string, from: FormatName, expected: object) =>
  expect(convertBytes(pandoc, text, [from, 'html']), text).rejects.toMatchObject(expected);
const unreadable = (message: RegExp) => ({ code: 'UNREADABLE_FILE', message: expect.stringMatching(message) });
const partsOf = async (text: string, from: FormatName) =>
  unzip((await convertBytes(pandoc, text, [from, 'docx'])).file);

it('a document without a title gets that of its first heading', async () => {
  const page = async (text: string) => String((await convertBytes(pandoc, text, ['md', 'html'])).file);
  expect(await page('words\n\n## A `b`  *c*\n')).toContain('<title>A b c</title>');
  expect(await page('words\n')).toContain('<title>Document</title>');
  const spaces = ' '.repeat(1_000_000);
  expect((await page(`# \`a${spaces}b\`\n`)).slice(0, 1000)).toContain('<title>a');
});

it.each([
  '<p><span class="a" custom-style="Strong">two</span></p>',
  '<div class="a" custom-style="Strong"><p>two</p></div>',
])('no style reaches a document of Word by %s alone', async (page) => {
  const text = String((await partsOf(page, 'html')).get('word/document.xml'));
  expect(text).toContain('two');
  expect(text).not.toContain('"Strong"');
});

it('an include among many warnings is refused', async () => {
  const formulas = Array.from({ length: 400 }, (_, at) => `$\\nothing{${at}$\n\n`).join('');
  await refused(`#+INCLUDE: "chapter.org"\n\n${formulas}`, 'org', { code: 'UNSUPPORTED_CONVERSION' });
});

it('a picture embedded in a text goes into a file from its address, of whatever length', async () => {
  const gif = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');
  const picture = Buffer.concat([gif, Buffer.alloc(700_001, 7)]);
  const parts = await partsOf(`![a](data:IMAGE/GIF;charset=x;base64,${picture.toString('base64')})\n`, 'md');
  expect([...parts.values()].some((part) => part.equals(picture))).toBe(true);
});

it('what is embedded in a text and is no picture becomes words', async () => {
  const parts = await partsOf('![one](data:image/png;base64,cm9vdDp4) ![two](own/picture-1.png)\n', 'md');
  expect([...parts.keys()].filter((name) => name.includes('media/'))).toEqual([]);
  expect(String(parts.get('word/document.xml'))).toMatch(/one[\s\S]*two/);
});

it.each(['md', 'doc', 'odt', 'html', 'tex', 'txt'] as const)(
  'an article in JATS keeps its abstract, citations and references in %s',
  async (target) => {
    const text = await converted(String(committed('documents/files/article.jats')), 'jats', target);
    expect(text).toContain('All is summed up.');
    expect(text).toMatch(/Shown [\\{]?\[[}]?1[\\{]?\][}]?/);
    expect(text).toMatch(/Miller P \\?(?:&|&amp;|\\&) Q, Brown\. Counting tests\. Letters\. 2011 3\(2\):10(–|--)20/);
    expect(text).toContain('Jones A. On beetles. Beetle J. 2012;4:1-2.');
  },
);

it('a text of Typst keeps what functions only place or decorate', async () => {
  const parts = ['par', 'pad(x: 3pt)', 'page(width: 9cm)', 'rotate(9deg)', 'move(dx: 1pt)', 'highlight'];
  const words = parts.map((part, at) => `#${part}[word${at}]\n\n`).join('');
  const text = `= Title\n#set par(justify: true)\n${words}#layout(size => [ Within a layout. ])\n`;
  const made = await converted(text, 'typ', 'md');
  for (const at of parts.keys()) expect(made).toContain(`word${at}`);
  expect(made).toContain('Within a layout.');
});

it('an OPML list with bare ampersands is read, as feed readers export it', async () => {
  const opml = `<opml version="1.0"><head><title>A & B</title></head><body><outline text="AT&T &quot;news&quot;" xmlUrl="http://x.example/?a=1&b=2"/></body></opml>`;
  expect(await converted(opml, 'opml', 'txt')).toContain('AT&T “news”');
});

it('a manual page lacks what it ignores, and mdoc is refused', async () => {
  const page = `'\\" t\n.ig\nnot this\n..\n.TH BAR 8\n.SH NAME\nbar \\- does bar\n.ig END\nnor this\n.END\nand more\n`;
  const text = await converted(page, 'man', 'txt');
  expect(text).toMatch(/bar - does bar and more/);
  expect(text).not.toContain('this');
  await refused('.Dd May 1\n.Dt A 1\n.Sh NAME\n.Nm a\n', 'man', { code: 'UNSUPPORTED_CONVERSION' });
});

it.each<[FormatName, string]>([
  ['html', '<p></p>'],
  ['md', '\t'.repeat(900_000)],
  ['org', '\t'.repeat(900_000)],
])('a text of %s that holds nothing is refused', async (from, text) => {
  await expect(convertBytes(pandoc, text, [from, 'rst'])).rejects.toMatchObject({ code: 'UNREADABLE_FILE' });
});

it.each(['One\n\n#context counter(page).display()\n', 'One\n\n#own-function(3)\n', 'One\n\n#locate(loc => [two])\n'])(
  'a text that pandoc does not read is not called damaged where Typst would read it: %j',
  async (text) => {
    await refused(text, 'typ', unreadable(/^The code in line 3 .* only some functions of Typst are supported/));
  },
);

it('a text that pandoc does not read is reported with the line where it is incomplete or unsupported', async () => {
  const from = (line: number) => unreadable(new RegExp(`^The document cannot be read from line ${line} on`));
  await refused('One\n\n#let\n', 'typ', from(3));
  await refused('One\n\ntwo } three\n', 'tex', from(3));
  await refused('One\n\n{|\nx\n', 'mediawiki', from(4));
  await refused('@article{a, title={x}', 'bib', from(3));
});

it('a text that pandoc does not read is reported for recursive macros, and as damaged where no line is known', async () => {
  await refused('\\newcommand{\\a}{\\a\\a}\\a', 'tex', unreadable(/^A macro of the document calls itself/));
  await refused('<article><para>a</article>', 'dbk', unreadable(/^The document is damaged/));
});

const packaged = async (name: string) => {
  const source = committed(`documents/files/${name}`);
  const { file } = await convertBytes(pandoc, source, [name.split('.')[1] as FormatName, 'md']);
  return file.toString().trim();
};

it.each([
  ['each box once, behind its paragraph', 'text-boxes.docx', /^ab\n\nnew\n\nold\n\nc$/],
  ['rows and cells in controls, and marked blocks', 'controls.docx', /one[\s\S]*two[\s\S]*three\n\nfour$/],
  ['fields, ruby, boxes and shapes', 'wrapped-texts.odt', /^a b c de\n\nbox\n\nshape\n\nf\n\n[\s\S]*head[\s\S]*below/],
])('Markdown of a packaged text has %s', async (_, name, expected) => {
  expect(await packaged(name)).toMatch(expected);
});

it('Markdown of a packaged text has all cells of tables whose lists of columns are missing, or too short', async () => {
  const text = await packaged('tables-without-columns.docx');
  for (const word of ['one', 'two', 'wide', 'in', 'side'])
    for (const table of [0, 1, 2, 3]) expect(text).toContain(`${word}${table}`);
});

it('plain text of a document of Word that ends with a table has all of it', async () => {
  const cell = '<w:tbl><w:tblPr/><w:tr><w:tc><w:p><w:r><w:t>cell</w:t></w:r></w:p></w:tc></w:tr></w:tbl>';
  const source = await docxOf(`<w:p><w:r><w:t>a</w:t></w:r></w:p>${cell}<w:sectPr/>`);
  expect(String((await convertWithOffice(source, 'docx', 'txt')).file)).toMatch(/^a\n+cell\n/);
});

it.each([
  '<w:fldSimple w:instr=" SEQ Figure ">|</w:fldSimple>',
  '<w:customXml w:element="e">|</w:customXml>',
  '<w:dir w:val="rtl"><w:bdo w:val="rtl">|</w:bdo></w:dir>',
  '<w:r><w:ruby><w:rt><w:r><w:t>above</w:t></w:r></w:rt><w:rubyBase>|</w:rubyBase></w:ruby></w:r>',
])('Markdown of a text of Word has what stands in %s', async (wrapped) => {
  const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
  const source = await docxOf(`<w:p>${run('a ')}${wrapped.replace('|', run('c'))}${run(' b')}</w:p>`);
  expect(String((await convertBytes(pandoc, source, ['docx', 'md'])).file)).toBe('a c b\n');
});
