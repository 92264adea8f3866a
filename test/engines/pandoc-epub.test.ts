import { describe, expect, it, vi } from 'vitest';
import { chooseEngine } from '../../functions/conversion/choose-engine.ts';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { convertWithOffice } from '../documents/convert-with-office.ts';
import { epub } from '../documents/epub.ts';
import { docx, docxOf } from '../documents/office-open-xml.ts';
import { flatOpenDocument, openDocument } from '../documents/open-document.ts';
import { zip } from '../documents/package.ts';
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

/** A document with more parts. */
async function withParts(document: Buffer, parts: Readonly<Record<string, Buffer | string>>): Promise<Buffer> {
  return zip({ ...Object.fromEntries(unzip(document)), ...parts });
}

describe('a book of a document', () => {
  it.each(['fodt', 'docx', 'odt', 'doc', 'rtf'] as const)('has headings, contents and notes of %s', async (source) => {
    const flat = flatOpenDocument('text', DOCUMENT);
    const book = await bookOf(source === 'fodt' ? flat : (await convertWithOffice(flat, 'fodt', source)).file, source);
    const text = textOf(book);
    expect(text.match(/<h[12][^>]*>[^<]*/g)?.map((heading) => heading.replace(/<(h\d)[^>]*>/, '$1 '))).toEqual(
      expect.arrayContaining(['h1 Beginnings', 'h2 Within', 'h1 Ends']),
    );
    expect(text).toMatch(/<li[^>]*><a [^>]*>Beginnings<\/a>[\s\S]*>Within<\/a>[\s\S]*>Ends<\/a>/);
    expect(text).toMatch(/epub:type="noteref"[\s\S]*Below/);
    expect(text).toMatch(/<ul>\s*<li>(?:<p>)?Entry/);
  });

  it('has title, author and language of its properties', async () => {
    const book = textOf(
      await bookOf(await withParts(await docx(['Text']), { 'docProps/core.xml': PROPERTIES }), 'docx'),
    );
    expect(book).toMatch(/<dc:title[^>]*>Fish &amp; Chips<\/dc:title>/);
    expect(book).toMatch(/<dc:creator[^>]*>Ann Author<\/dc:creator>/);
    expect(book).toContain('<dc:language>de-AT</dc:language>');
  });

  it('has the language of its styles, or none', async () => {
    const styles =
      '<w:styles><w:docDefaults><w:rPrDefault><w:rPr><w:lang w:val="pl-PL"/></w:rPr></w:rPrDefault></w:docDefaults></w:styles>';
    const polish = await withParts(await docx(['Text']), { 'word/styles.xml': styles });
    expect(textOf(await bookOf(polish, 'docx'))).toContain('<dc:language>pl-PL</dc:language>');
    expect(textOf(await bookOf(await docx(['Text']), 'docx'))).toContain('<dc:language>und</dc:language>');
  });

  it('has words for its metafiles, which readers do not show', async () => {
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

  it('opens with its password', async () => {
    const options = { password: 'Öff, "Sesam"\\t1' };
    const locked = committed('documents/locked/sesame.docx');
    const { file } = await convertBytes(chooseEngine('docx', 'epub', options), locked, ['docx', 'epub'], { options });
    expect(textOf(unzip(file))).toContain('<p>');
  });

  it('of a document without content is refused', async () => {
    await expect(bookOf(await docxOf('<w:p/>'), 'docx')).rejects.toMatchObject({ code: 'UNREADABLE_FILE' });
  });
});

describe('an OpenDocument text', () => {
  it('keeps tables within tables in Markdown', async () => {
    const cell = (content: string) =>
      `<table:table><table:table-column/><table:table-row><table:table-cell>${content}</table:table-cell></table:table-row></table:table>`;
    const text = await openDocument('text', cell(`<text:p>outer</text:p>${cell('<text:p>inner</text:p>')}`));
    const markdown = (await convertBytes(chooseEngine('odt', 'md'), text, ['odt', 'md'])).file.toString();
    expect(markdown).toMatch(/outer[\s\S]*inner/);
  });
});

describe('a book', () => {
  it('whose files are named from above becomes Markdown', async () => {
    const files = unzip(await epub(['Words & more'.replace('&', '&amp;')]));
    const list = String(files.get('OPS/book.opf')).replaceAll('href="text/', 'href="../OPS/text/');
    const book = await zip({ ...Object.fromEntries(files), 'OPS/book.opf': list });
    const { file } = await convertBytes(chooseEngine('epub', 'md'), book, ['epub', 'md']);
    expect(file.toString()).toContain('Words & more');
  });
});
