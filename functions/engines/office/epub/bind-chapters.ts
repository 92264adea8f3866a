import type { OpenZip } from '../../../detection/document-zip.ts';
import { tooComplex } from '../../poppler/limits.ts';
import { passwordProtected } from '../locks.ts';
import { decodeHtml } from '../text-encoding.ts';
import { unreadable } from '../unreadable.ts';
import { attribute, elements, resolvePath } from './markup.ts';

/** The largest file in a book, and all of them together, in bytes. */
const LARGEST_FILE = 32 * 1024 * 1024;
const LARGEST_BOOK = 200 * 1024 * 1024;

/** Fonts that are made unusable elsewhere: all else that is encrypted is so for who has bought the book. */
const FONT_OBFUSCATION = /idpf\.org\/2008\/embedding|ns\.adobe\.com\/pdf\/enc#RC/;

/**
 * One web page of the chapters of a book, in their order, with its pictures in it (EPUB 3.3).
 * @throws ConversionError UNREADABLE_FILE, PASSWORD_PROTECTED, TOO_COMPLEX
 */
export function bindChapters(book: OpenZip): string {
  refuseLocked(book);
  const container = textOf(book, 'META-INF/container.xml') ?? '';
  const place = attribute(elements(container, 'rootfile')[0] ?? '', 'full-path') ?? '';
  const contents = textOf(book, place);
  if (contents === undefined) throw unreadable('the book has no list of contents');
  const items = new Map(elements(contents, 'item').map((item) => [attribute(item, 'id'), attribute(item, 'href')]));
  const spine = elements(contents, 'itemref').map((reference) => items.get(attribute(reference, 'idref')));
  const picture = pictureReader(book);
  const chapters = spine.flatMap((href) => {
    const path = resolvePath(place, href ?? '');
    const data = book.data(path, LARGEST_FILE);
    return data ? [chapterOf(decodeHtml(data), path, picture)] : [];
  });
  if (chapters.length === 0) throw unreadable('the book has no chapters');
  const title = /<dc:title[^>]*>([^<]*)<\/dc:title>/.exec(contents)?.[1]?.trim() || 'Book';
  const broken = chapters.join('\n<p style="page-break-before: always"></p>\n');
  const page = `<!DOCTYPE html>\n<html>\n<head>\n<meta charset="utf-8">\n<title>${title}</title>\n</head>\n<body>\n${broken}\n</body>\n</html>\n`;
  if (page.length > LARGEST_BOOK) throw tooComplex('The book is too large to be converted.');
  return page;
}

function refuseLocked(book: OpenZip): void {
  const encryption = textOf(book, 'META-INF/encryption.xml') ?? '';
  const methods = elements(encryption, 'EncryptionMethod').map((method) => attribute(method, 'Algorithm') ?? '');
  if (methods.some((method) => !FONT_OBFUSCATION.test(method))) throw passwordProtected('chapters are encrypted');
}

function textOf(book: OpenZip, name: string): string | undefined {
  return book.data(name, LARGEST_FILE)?.toString('utf8');
}

/** What stands between the body's tags, with nothing in it that runs or lies elsewhere. */
function chapterOf(page: string, path: string, picture: (path: string) => string | undefined): string {
  const body = /<body\b[^>]*>([\s\S]*?)<\/body>/i.exec(page)?.[1] ?? page;
  return (
    body
      .replace(/<(script|style|iframe|object|audio|video)\b[\s\S]*?<\/\1>/gi, '')
      .replace(/<(?:img|image)\b[^>]*>/gi, (element) => {
        const source = attribute(element, 'src') ?? attribute(element, 'xlink:href') ?? attribute(element, 'href');
        const data = source === undefined ? undefined : picture(resolvePath(path, source));
        return data === undefined ? '' : `<img src="${data}" alt="">`;
      })
      .replace(/<\/?svg\b[^>]*>/gi, '')
      // Places in other chapters are places in this page; most have names of their own.
      .replace(/(<a\b[^>]*?\shref\s*=\s*["'])(?![a-z][a-z0-9+.-]*:)[^"'#]*(#[^"']*)?(["'])/gi, '$1$2$3')
  );
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  svg: 'image/svg+xml',
  webp: 'image/webp',
};

function pictureReader(book: OpenZip): (path: string) => string | undefined {
  return (path) => {
    const type = MEDIA_TYPES[path.slice(path.lastIndexOf('.') + 1).toLowerCase()];
    const data = type && book.data(path, LARGEST_FILE);
    return data ? `data:${type};base64,${data.toString('base64')}` : undefined;
  };
}
