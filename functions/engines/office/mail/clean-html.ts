import { decodeEntities, escapeXml } from '../../entities.ts';
import { attributesOf, lastClosings, piecesOf } from '../../markup.ts';

/** Elements that are shown; all others are left out, and what is in them is not. */
const SHOWN = new Set(
  [
    'a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del dfn div dl dt',
    'em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark ol p pre q rp rt ruby s samp',
    'section small span strike strong sub sup table tbody td tfoot th thead time tr tt u ul var wbr',
  ].flatMap((line) => line.split(' ')),
);
/** Elements that go with all that is in them. */
const DROPPED = new Set(
  'script style title textarea noscript iframe object embed svg math template head select audio video'.split(' '),
);
const ATTRIBUTES = new Set(
  'align valign width height bgcolor color border cellpadding cellspacing colspan rowspan face size start type dir lang alt'.split(
    ' ',
  ),
);
/** Where a link may lead. */
const LINK = /^\s*(?:https?:\/\/|mailto:)/i;
/** What stands in a style that says how text looks, and fetches nothing. */
const PROPERTY = /^[a-z-]{1,40}$/i;
const VALUE = /^[\w\s#%.,()'"!+-]{1,200}$/;
const ACTIVE = /url|expression|image|src|attr|var|env/i;
const UNSHOWN = /^(?:position|content|behavior|cursor|z-index)$|binding/i;

/** A page of a mail that can be shown, and how many pictures in it would have been fetched. */
export interface CleanPage {
  readonly html: string;
  readonly linkedPictures: number;
}

/**
 * Writes the page of a mail anew, in one pass: only elements, attributes and styles that are known to show something and
 * to do nothing. Nothing in it runs, and nothing is fetched for it.
 * @param picture gives the address that holds a picture of the mail, by its content identifier
 */
export function cleanHtml(page: string, picture: (contentId: string) => string | undefined): CleanPage {
  const out: string[] = [];
  const closings = lastClosings(page, DROPPED);
  let linkedPictures = 0;
  let dropped: string | undefined;
  for (const { kind, name, start, end } of piecesOf(page, { html: true })) {
    if (dropped !== undefined) {
      if (kind === 'close' && name === dropped) dropped = undefined;
    } else if (kind === 'text') out.push(cleanText(page.slice(start, end)));
    else if (kind === 'open' && DROPPED.has(name)) {
      if ((closings.get(name) ?? -1) > start) dropped = name;
    } else if (kind === 'open' && name === 'img') {
      const tag = page.slice(start, end);
      const cleaned = cleanPicture(tag, picture);
      if (cleaned === undefined) linkedPictures++;
      else out.push(cleaned);
    } else if (kind === 'open' && SHOWN.has(name)) out.push(cleanTag(name, page.slice(start, end)));
    else if (kind === 'close' && SHOWN.has(name)) out.push(`</${name}>`);
  }
  return { html: out.join(''), linkedPictures };
}

/** Entities stay as they are: what they mean is a character, never a tag. */
function cleanText(text: string): string {
  return text.replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\0', '');
}

function cleanTag(name: string, tag: string): string {
  const kept = attributesOf(tag).flatMap(({ name: given, value }) => {
    const attribute = given.toLowerCase();
    const decoded = decodeEntities(value);
    if (attribute === 'style') return written('style', cleanStyle(decoded));
    if (attribute === 'href' && name === 'a') return LINK.test(decoded) ? written('href', decoded.trim()) : [];
    return ATTRIBUTES.has(attribute) ? written(attribute, decoded) : [];
  });
  return `<${name}${kept.join('')}>`;
}

function written(name: string, value: string): string[] {
  return value === '' ? [] : [` ${name}="${escapeXml(value)}"`];
}

function cleanStyle(style: string): string {
  const declarations = style.split(';').flatMap((declaration) => {
    const colon = declaration.indexOf(':');
    const [property, value] = [declaration.slice(0, Math.max(colon, 0)).trim(), declaration.slice(colon + 1).trim()];
    const isPlain = PROPERTY.test(property) && VALUE.test(value);
    return isPlain && !ACTIVE.test(value) && !UNSHOWN.test(property) ? `${property}:${value}` : [];
  });
  return declarations.join(';');
}

/** @returns nothing for a picture that would have to be fetched */
function cleanPicture(tag: string, picture: (contentId: string) => string | undefined): string | undefined {
  const source = decodeEntities(attributesOf(tag).find(({ name }) => name.toLowerCase() === 'src')?.value ?? '').trim();
  const data = /^cid:/i.test(source) ? picture(source.slice(4)) : heldPicture(source);
  return data === undefined ? undefined : cleanTag('img', tag).replace(/>$/, ` src="${data}">`);
}

/** A picture that the page itself holds. */
function heldPicture(source: string): string | undefined {
  return /^data:image\/(?:png|jpeg|gif|webp|bmp);base64,[\w+/=]+$/i.test(source) ? source : undefined;
}
