import { describe, expect, it } from 'vitest';
import { pandoc } from '../../functions/engines/pandoc.ts';
import { convertWithOffice } from '../documents/convert-with-office.ts';
import { docxOf, run, tableOf } from '../documents/office-open-xml.ts';
import { openDocument } from '../documents/open-document.ts';
import { convertBytes } from '../support/engine.ts';

const paragraph = (runs: string) => `<w:p>${runs}</w:p>`;
const cell = (text: string) => `<w:tc><w:p>${run(text)}</w:p></w:tc>`;
const control = (content: string) => `<w:sdt><w:sdtPr/><w:sdtContent>${content}</w:sdtContent></w:sdt>`;
const box = (text: string) => `<w:txbxContent>${paragraph(run(text))}</w:txbxContent>`;
const drawn = (text: string) =>
  `<w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><a:graphic><a:graphicData uri="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><wps:wsp xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><wps:txbx>${box(text)}</wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:inline></w:drawing>`;
const shaped = (text: string) =>
  `<w:pict><v:shape xmlns:v="urn:schemas-microsoft-com:vml"><v:textbox>${box(text)}</v:textbox></v:shape></w:pict>`;
const either = (choice: string, fallback: string) =>
  `<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice Requires="wps">${choice}</mc:Choice><mc:Fallback>${fallback}</mc:Fallback></mc:AlternateContent>`;

const markdownOf = async (body: string) =>
  (await convertBytes(pandoc, await docxOf(body), ['docx', 'md'])).file.toString().trim();

describe('Markdown of a text of Word', () => {
  it.each([
    ['the number of a caption', `<w:fldSimple w:instr=" SEQ Figure ">${run('17')}</w:fldSimple>`, 'a 17 b'],
    ['what a program marked', `<w:customXml w:element="e">${run('c')}</w:customXml>`, 'a c b'],
    ['what runs the other way', `<w:dir w:val="rtl"><w:bdo w:val="rtl">${run('c')}</w:bdo></w:dir>`, 'a c b'],
    [
      'the line below ruby',
      `<w:r><w:ruby><w:rubyPr/><w:rt>${run('above')}</w:rt><w:rubyBase>${run('c')}</w:rubyBase></w:ruby></w:r>`,
      'a c b',
    ],
  ])('has %s', async (_, inner, expected) => {
    expect(await markdownOf(paragraph(run('a ') + inner + run(' b')))).toBe(expected);
  });

  it('has each box once, behind its paragraph', async () => {
    const boxes = `<w:r>${either(drawn('new'), shaped('new'))}</w:r><w:r>${shaped('old')}</w:r>`;
    expect(await markdownOf(paragraph(run('a') + boxes + run('b')) + paragraph(run('c')))).toBe(
      'ab\n\nnew\n\nold\n\nc',
    );
  });

  it.each([
    ['no list of its columns', ''],
    ['an empty one', '<w:tblGrid/>'],
    ['one without widths', '<w:tblGrid><w:gridCol/><w:gridCol/></w:tblGrid>'],
    ['one that is too short', '<w:tblGrid><w:gridCol w:w="900"/></w:tblGrid>'],
    [
      'an earlier one',
      '<w:tblGrid><w:tblGridChange w:id="1"><w:tblGrid><w:gridCol w:w="900"/></w:tblGrid></w:tblGridChange></w:tblGrid>',
    ],
  ])('has all cells of a table with %s', async (_, grid) => {
    const inner = `<w:tbl>${grid}<w:tr>${cell('in')}${cell('side')}</w:tr></w:tbl>`;
    const wide = `<w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr>${paragraph(run('wide'))}</w:tc>`;
    const rows = `<w:tr>${cell('one')}${cell('two')}</w:tr><w:tr>${wide}</w:tr><w:tr><w:tc>${inner}<w:p/></w:tc></w:tr>`;
    const text = await markdownOf(`<w:tbl>${grid}${rows}</w:tbl>`);
    for (const word of ['one', 'two', 'wide', 'in', 'side']) expect(text).toContain(word);
  });

  it('has rows and cells in controls, and blocks that a program marked', async () => {
    const rows = `${control(`<w:tr>${cell('one')}</w:tr>`)}<w:tr>${control(cell('two'))}</w:tr>`;
    const marked = `<w:customXml w:element="e">${paragraph(run('three'))}</w:customXml>`;
    const text = await markdownOf(tableOf(rows) + marked + control(paragraph(run('four'))));
    for (const word of ['one', 'two', 'three', 'four']) expect(text).toContain(word);
  });
});

describe('Markdown of a text of OpenDocument', () => {
  const textOf = async (content: string) =>
    (await convertBytes(pandoc, await openDocument('text', content), ['odt', 'md'])).file.toString().trim();

  it('has fields, and the line below ruby', async () => {
    const ruby = '<text:ruby><text:ruby-base>c</text:ruby-base><text:ruby-text>above</text:ruby-text></text:ruby>';
    const field = '<text:variable-set text:name="v">b</text:variable-set>';
    expect(await textOf(`<text:p>a ${field} ${ruby} d</text:p>`)).toBe('a b c d');
  });

  it('has heads of tables', async () => {
    const row = (text: string) =>
      `<table:table-row><table:table-cell><text:p>${text}</text:p></table:table-cell></table:table-row>`;
    const rows = `<table:table-header-rows>${row('head')}</table:table-header-rows><table:table-row-group>${row('below')}</table:table-row-group>`;
    const text = await textOf(`<table:table><table:table-column/>${rows}</table:table><text:p>end</text:p>`);
    for (const word of ['head', 'below', 'end']) expect(text).toContain(word);
  });

  it('has what is in boxes and shapes, behind their paragraph', async () => {
    const box = '<draw:frame><draw:text-box><text:p>box</text:p></draw:text-box></draw:frame>';
    const shape = '<draw:custom-shape><text:p>shape</text:p></draw:custom-shape>';
    expect(await textOf(`<text:p>a${box}b${shape}</text:p><text:p>c</text:p>`)).toBe('ab\n\nbox\n\nshape\n\nc');
  });
});

describe('plain text of a document of Word', () => {
  it('that ends with a table has all of it', async () => {
    const source = await docxOf(`${paragraph(run('a'))}${tableOf(`<w:tr>${cell('cell')}</w:tr>`)}<w:sectPr/>`);
    const { file } = await convertWithOffice(source, 'docx', 'txt');
    expect(file.toString()).toMatch(/^a\n+cell\n/);
  });
});
