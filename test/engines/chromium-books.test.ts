import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { obfuscatedFonts, revealFont } from '../../functions/engines/chromium/book-fonts.ts';
import { chromium } from '../../functions/engines/chromium.ts';
import { poppler } from '../../functions/engines/poppler.ts';
import { epub } from '../documents/epub.ts';
import { XML, zip } from '../documents/package.ts';
import { pagesOfPdf, papersOfPdf, picturesOfPdf, textOfPdf } from '../documents/read-result.ts';
import { redPicture } from '../documents/sources.ts';
import { convertBytes } from '../support/engine.ts';
import { plain } from '../support/pictures.ts';
import { decode } from './quarters.ts';

const print = async (book: Buffer) => (await convertBytes(chromium, book, ['epub', 'pdf'])).file;
const CONTAINER = `${XML}<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`;

/** A book of these files; its spine is all pages and pictures among them. */
function bookOf(files: Readonly<Record<string, string | Buffer>>, metadata = ''): Promise<Buffer> {
  const spine = Object.keys(files).filter((name) => /\.(?:xhtml|png)$/.test(name));
  const list = (of: (name: string, index: number) => string) => spine.map(of).join('');
  const items = list((name, index) => `<item id="i${index}" href="${name}"/>`);
  return zip({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': CONTAINER,
    'book.opf': `<package unique-identifier="own"><metadata>${metadata}</metadata><manifest>${items}</manifest><spine>${list((_, index) => `<itemref idref="i${index}"/>`)}</spine></package>`,
    ...files,
  });
}

const page = (body: string, head = '') =>
  `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>t</title>${head}</head><body>${body}</body></html>`;

describe('a book', () => {
  it('has its chapters in their order, each on a page of its own, with its pictures', async () => {
    const pdf = await print(await epub(['erstes', 'zweites', 'drittes'], { png: await redPicture() }));
    expect(textOfPdf(pdf)).toMatch(/erstes[\s\S]*\fzweites|erstes[\s\S]*\f2\s+zweites[\s\S]*\f3\s+drittes/);
    expect([pagesOfPdf(pdf), picturesOfPdf(pdf).length]).toEqual([3, 1]);
  });

  it('shows all of a picture that is wider than its pages', async () => {
    const wide = await plain('red', 4000, 400);
    const pdf = await print(
      await bookOf({ 'a.xhtml': page('<p>x</p><p><img src="wide.png" alt=""/></p>'), 'wide.png': wide }),
    );
    const drawn = (await convertBytes(poppler, pdf, ['pdf', 'png'], { options: { pages: '1', dpi: 72 } })).file;
    const { pixel, metadata } = await decode(drawn);
    const row = Array.from({ length: metadata.height ?? 0 }, (_, y) => pixel(306, y)).findIndex(
      ([, green]) => green === 0,
    );
    expect(row).toBeGreaterThan(0);
    // Margins of 20 mm are 57 points, and the body of a page has 6.
    expect([pixel(66, row + 2), pixel(545, row + 2), pixel(560, row + 2)]).toEqual([
      [255, 0, 0, 255],
      [255, 0, 0, 255],
      [255, 255, 255, 255],
    ]);
  });

  it('keeps its styles, of its own files and of those in its chapters', async () => {
    const link = '<link rel="stylesheet" href="../styles/a.css"/>';
    const pdf = await print(
      await bookOf({
        'styles/a.css': '.gone { display: none } body.big { font-size: 40pt }',
        'text/a.xhtml': page('<p>sichtbar</p><p class="gone">versteckt</p>', link),
        'text/b.xhtml': page('<p class="own">anders</p>', `${link}<style>.own::after { content: " ergänzt" }</style>`),
      }),
    );
    expect(textOfPdf(pdf)).toMatch(/^sichtbar\s+\fanders ergänzt/);
  });

  it('has links from chapter to chapter, and an outline', async () => {
    const pdf = await print(
      await bookOf({
        'a.xhtml': page('<h1>Anfang</h1><p><a href="b.xhtml#x">weiter</a> <a href="c.xhtml">hinaus</a></p>'),
        'b.xhtml': page('<h1>Ende</h1><p style="break-before: page" id="x">Ziel</p>'),
      }),
    );
    const text = pdf.toString('latin1');
    expect(text).toContain('/Outlines');
    expect(text.match(/\/Subtype \/Link/g)).toHaveLength(1);
    expect(text).not.toContain('job.invalid');
  });

  it('with a fixed layout keeps the size of its pages, also of pictures', async () => {
    const fixed = '<meta name="viewport" content="width=480, height=960"/>';
    const pdf = await print(
      await bookOf(
        { 'a.xhtml': page('<p>eins</p>', fixed), 'b.png': await plain('red', 96, 192) },
        '<meta property="rendition:layout">pre-paginated</meta>',
      ),
    );
    expect(papersOfPdf(pdf)).toEqual(['127x254', '25x51']);
  });

  it('is shown as HTML where a chapter is not well-formed', async () => {
    const pdf = await print(
      await bookOf({ 'a.xhtml': page('<p>eins<br>zwei &nbsp; drei'), 'b.xhtml': page('<p>vier</p>') }),
    );
    expect(textOfPdf(pdf)).toMatch(/eins\nzwei\s+drei\s+\fvier/);
  });

  it('of many megabytes is printed in parts', async () => {
    const padding = `<!-- ${'x'.repeat(3_000_000)} -->`;
    const pdf = await print(
      await bookOf({ 'a.xhtml': page(`eins${padding}`), 'b.xhtml': page(`zwei${padding}`), 'c.xhtml': page('drei') }),
    );
    expect(textOfPdf(pdf)).toMatch(/^eins\s+\fzwei\s+\fdrei/);
  });

  it('runs no scripts', async () => {
    const write = "document.body.append('geschrieben')";
    const active = `<script>${write}</script><img src="x.png" onerror="${write}" alt=""/><iframe srcdoc="geschrieben"></iframe>`;
    expect(textOfPdf(await print(await bookOf({ 'a.xhtml': page(`<p>Text</p>${active}`) })))).toMatch(/^Text\s*$/);
  });

  it.each([
    [
      'with DRM',
      'PASSWORD_PROTECTED',
      () => epub(['x'], { encryption: 'http://www.w3.org/2001/04/xmlenc#aes128-cbc' }),
    ],
    ['without chapters', 'UNREADABLE_FILE', () => bookOf({})],
    ['with nothing in its chapters', 'UNREADABLE_FILE', () => bookOf({ 'a.xhtml': page('<p> </p>') })],
  ] as const)('%s is refused', async (_, code, make) => {
    await expect(print(await make())).rejects.toMatchObject({ code });
  });

  it('of six thousand links, with the same anchors in both chapters, is printed', async () => {
    const links = Array.from({ length: 3000 }, (_, n) => `<a id="a${n}" href="#a${n}">x</a> `).join('');
    expect(pagesOfPdf(await print(await bookOf({ 'a.xhtml': page(links), 'b.xhtml': page(links) })))).toBeGreaterThan(
      2,
    );
  });
});

/** Both ways as their specifications have them, for the font of the file `a b.otf`. */
describe('an obfuscated font', () => {
  const identifier = 'urn:uuid:01234567-0123-4567-8901-234567890123';
  const contents = `<package unique-identifier="own"><dc:identifier>x</dc:identifier><dc:identifier id="own">${identifier}</dc:identifier></package>`;

  it.each([
    ['EPUB', 'http://www.idpf.org/2008/embedding', 1040, createHash('sha1').update(identifier).digest()],
    ['Adobe', 'http://ns.adobe.com/pdf/enc#RC', 1024, Buffer.from(identifier.replace(/\D/g, ''), 'hex')],
  ] as const)('of %s is revealed', (_, algorithm, length, key) => {
    const font = randomBytes(3000);
    const obfuscated = Buffer.from(font.map((byte, at) => (at < length ? byte ^ (key[at % key.length] ?? 0) : byte)));
    const encryption = `<EncryptionMethod Algorithm="${algorithm}"/><CipherReference URI="a%20b.otf"/>`;
    const found = obfuscatedFonts(encryption, contents).get('a b.otf');
    expect(found && revealFont(obfuscated, found).equals(font)).toBe(true);
  });
});
