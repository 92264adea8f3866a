import sharp from 'sharp';
import { XML, zip } from '../documents/package.ts';

/** What the book of these tests is, and says. */
export const BOOK = {
  title: 'Über Grenzen',
  author: 'Ada Lovelace',
  language: 'de',
  chapters: ['Erster Aufbruch', 'Zweite Heimkehr'],
  words: ['Kranichflug', 'Geländer', 'Kiefer', 'Lärche'],
} as const;

const [WORD, FIRST, ...ENTRIES] = BOOK.words;

/** A picture with something on it, which shows the colour. */
function picture(width: number, height: number, colour: string): Promise<Buffer> {
  const [w, h] = [width, height].map((length) => Math.round(length / 2));
  const inner = { create: { width: w as number, height: h as number, channels: 3 as const, background: 'white' } };
  return sharp({ create: { width, height, channels: 3, background: colour } })
    .composite([{ input: inner }])
    .png()
    .toBuffer();
}

function page(body: string): string {
  return `${XML}<html xmlns="http://www.w3.org/1999/xhtml"><head><title>t</title></head><body>${body}</body></html>`;
}

/** A book with all that makes one: title, author, language, cover, chapters, table of contents, list, pictures, link (EPUB 2). */
export async function richBook(): Promise<Buffer> {
  const [one, two] = BOOK.chapters;
  const point = (title: string, index: number) =>
    `<navPoint id="p${index}" playOrder="${index + 1}"><navLabel><text>${title}</text></navLabel><content src="c${index + 1}.xhtml"/></navPoint>`;
  return zip({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': `${XML}<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`,
    'OPS/book.opf': `${XML}<package xmlns="http://www.idpf.org/2007/opf" version="2.0" unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf"><dc:identifier id="id">urn:uuid:12345678-1234-1234-1234-123456789abc</dc:identifier><dc:title>${BOOK.title}</dc:title><dc:creator opf:role="aut">${BOOK.author}</dc:creator><dc:language>${BOOK.language}</dc:language><meta name="cover" content="cover"/></metadata><manifest><item id="cover" href="cover.png" media-type="image/png"/><item id="c1" href="c1.xhtml" media-type="application/xhtml+xml"/><item id="c2" href="c2.xhtml" media-type="application/xhtml+xml"/><item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/><item id="p" href="p.png" media-type="image/png"/><item id="s" href="s.svg" media-type="image/svg+xml"/></manifest><spine toc="ncx"><itemref idref="c1"/><itemref idref="c2"/></spine><guide><reference type="cover" title="Cover" href="cover.png"/></guide></package>`,
    'OPS/toc.ncx': `${XML}<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1"><head/><docTitle><text>t</text></docTitle><navMap>${BOOK.chapters.map(point).join('')}</navMap></ncx>`,
    'OPS/c1.xhtml': page(
      `<h1>${one}</h1><p>Ein <b>${WORD}</b> am ${FIRST}.</p><p><img src="p.png" alt="p"/></p><p><a href="c2.xhtml">weiter</a></p>`,
    ),
    'OPS/c2.xhtml': page(
      `<h1>${two}</h1><ul>${ENTRIES.map((entry) => `<li>${entry}</li>`).join('')}</ul><p><img src="s.svg" alt="s"/></p>`,
    ),
    'OPS/cover.png': await picture(300, 400, 'green'),
    'OPS/p.png': await picture(64, 64, 'red'),
    'OPS/s.svg':
      '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60"><circle cx="30" cy="30" r="20" fill="blue"/></svg>',
  });
}
