import type { ComicInfo } from './comic-info.ts';

/** A page of a book that is a picture. */
export interface BookPage {
  /** The name of its file, without the extension. */
  readonly name: string;
  readonly picture: string;
  readonly mediaType: string;
  readonly width: number;
  readonly height: number;
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
const XHTML = `${XML}<!DOCTYPE html>\n<html xmlns="http://www.w3.org/1999/xhtml"`;

/** `META-INF/container.xml`, which points to the package document. */
export const CONTAINER = `${XML}<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>\n`;

/** The package document, with the first picture as the cover (EPUB 3.3, 5 and 8). */
export function packageDocument(
  pages: readonly BookPage[],
  { title, rightToLeft }: ComicInfo,
  id: string,
  modified: Date,
): string {
  const items = pages.map(
    ({ name, picture, mediaType }, index) =>
      `<item id="${name}" href="${name}.xhtml" media-type="application/xhtml+xml"/>` +
      `<item id="${name}-picture" href="${picture}" media-type="${mediaType}"${index === 0 ? ' properties="cover-image"' : ''}/>`,
  );
  const spine = pages.map(({ name }) => `<itemref idref="${name}"/>`);
  return (
    `${XML}<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">\n` +
    `<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">urn:uuid:${id}</dc:identifier>` +
    `<dc:title>${title}</dc:title><dc:language>und</dc:language>` +
    `<meta property="dcterms:modified">${modified.toISOString().slice(0, 19)}Z</meta>` +
    `<meta property="rendition:layout">pre-paginated</meta></metadata>\n` +
    `<manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>\n${items.join('\n')}\n</manifest>\n` +
    `<spine${rightToLeft ? ' page-progression-direction="rtl"' : ''}>${spine.join('')}</spine>\n</package>\n`
  );
}

/** The navigation document, with one entry for the beginning of the book. */
export function navigationDocument([first]: readonly BookPage[], { title }: ComicInfo): string {
  return `${XHTML} xmlns:epub="http://www.idpf.org/2007/ops"><head><title>${title}</title></head><body><nav epub:type="toc"><ol><li><a href="${first?.name}.xhtml">${title}</a></li></ol></nav></body></html>\n`;
}

/** A page that its picture fills. */
export function contentDocument({ name, picture, width, height }: BookPage): string {
  const size = `width: ${width}px; height: ${height}px; margin: 0`;
  return `${XHTML}><head><title>${name}</title><meta name="viewport" content="width=${width}, height=${height}"/></head><body style="${size}"><img src="${picture}" alt="" style="${size}"/></body></html>\n`;
}
