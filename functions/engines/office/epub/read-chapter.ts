import { applyEdits, attributesOf, type Edit, type Token, tokensOf, withoutElements } from '../../markup.ts';
import { attribute, bodyOf, resolvePath } from './markup.ts';
import type { Picture } from './read-pictures.ts';

/** Active and embedded elements, which are dropped with their content. */
const DROPPED: ReadonlySet<string> = new Set(['script', 'style', 'iframe', 'object', 'audio', 'video']);
const SCHEME = /^\s*[a-z][a-z0-9+.-]*:/i;

/** Gives a picture of the book. */
export type PictureOf = (path: string) => Picture | undefined;

/** The width of the text, in pixels: LibreOffice cuts off what is wider, and ignores `max-width`. */
const TEXT_WIDTH = 600;

/** The content of the body of a chapter, without active and embedded elements; a chapter may be a picture. */
export function readChapter(page: string, path: string, picture: PictureOf): string {
  const drawn = /\.svg$/i.test(path) ? undefined : drawPicture(picture(path));
  if (drawn) return drawn;
  const body = bodyOf(withoutElements(page, DROPPED));
  const edits: Edit[] = [];
  for (const token of tokensOf(body, { html: true })) edits.push(...editsOf(body, token, path, picture));
  return applyEdits(body, edits);
}

function editsOf(page: string, token: Token, path: string, picture: PictureOf): Edit[] {
  const { kind, name, start, end } = token;
  if (name === 'svg') return [{ start, end, text: '' }];
  if (kind !== 'open') return [];
  // Old Kindle books have all chapters in one file.
  if (name === 'pagebreak') return [{ start, end, text: '<p style="page-break-before: always"></p>' }];
  if (name === 'img' || name === 'image')
    return [{ start, end, text: pictureFor(page.slice(start, end), path, picture) }];
  return name === 'a' ? editsOfLink(page.slice(start, end), start) : [];
}

function pictureFor(tag: string, path: string, picture: PictureOf): string {
  const source = attribute(tag, 'src') ?? attribute(tag, 'xlink:href') ?? attribute(tag, 'href');
  return (source && drawPicture(picture(resolvePath(path, source)))) ?? '';
}

function drawPicture(picture: Picture | undefined): string | undefined {
  return picture && `<img src="${picture.url}"${picture.width > TEXT_WIDTH ? ` width="${TEXT_WIDTH}"` : ''} alt="">`;
}

/** Links to other chapters become links to anchors of this page; most anchors have a unique name. */
function editsOfLink(tag: string, at: number): Edit[] {
  const link = attributesOf(tag).find(({ name }) => name.toLowerCase() === 'href');
  if (!link || SCHEME.test(link.value)) return [];
  const mark = link.value.indexOf('#');
  const fragment = mark < 0 ? '' : link.value.slice(mark).replaceAll('"', '&quot;');
  return [{ start: at + link.start, end: at + link.end, text: `href="${fragment}"` }];
}
