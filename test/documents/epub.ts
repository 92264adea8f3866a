import { XML, zip } from './package.ts';

/** Options of a book. */
export interface BookParts {
  /** A picture that the first chapter shows. */
  readonly png?: Buffer;
  /** The algorithm with which its chapters are encrypted. */
  readonly encryption?: string;
}

/** A book with a chapter for each text (EPUB 3.3). */
export function epub(texts: readonly string[], { png, encryption }: BookParts = {}): Promise<Buffer> {
  const name = (index: number) => `chapter ${index + 1}.xhtml`;
  const items = texts.map(
    (_, index) =>
      `<item id="c${index}" href="text/${encodeURIComponent(name(index))}" media-type="application/xhtml+xml"/>`,
  );
  const spine = texts.map((_, index) => `<itemref idref="c${index}"/>`);
  const image = '<p><img alt="" src="../pictures/a.png"/></p>';
  const chapters = texts.map((text, index) => [
    `OPS/text/${name(index)}`,
    `${XML}<html xmlns="http://www.w3.org/1999/xhtml"><head><title>t</title></head><body><h1>${index + 1}</h1><p>${text}</p>${png && index === 0 ? image : ''}</body></html>`,
  ]);
  return zip({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': `${XML}<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`,
    ...(encryption && {
      'META-INF/encryption.xml': `<encryption><EncryptedData><EncryptionMethod Algorithm="${encryption}"/></EncryptedData></encryption>`,
    }),
    'OPS/book.opf': `${XML}<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Book</dc:title></metadata><manifest>${items.join('')}</manifest><spine>${spine.join('')}</spine></package>`,
    ...Object.fromEntries(chapters),
    ...(png && { 'OPS/pictures/a.png': png }),
  });
}
