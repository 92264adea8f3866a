import { decodeEntities, escapeXml } from '../../entities.ts';
import { attributesOf, tokensOf, withoutElements } from '../../markup.ts';

/** Elements that are kept; of all others only the content is. */
const SHOWN = new Set(
  [
    'a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del dfn div dl dt',
    'em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark ol p pre q rp rt ruby s samp',
    'section small span strike strong sub sup table tbody td tfoot th thead time tr tt u ul var wbr',
  ].flatMap((line) => line.split(' ')),
);
/** Elements that are dropped with their content. */
const DROPPED = new Set(
  'script style title textarea noscript iframe object embed svg math template head select audio video'.split(' '),
);
const ATTRIBUTES = new Set(
  'align valign width height bgcolor color border cellpadding cellspacing colspan rowspan face size start type dir lang alt'.split(
    ' ',
  ),
);
/** Allowed targets of links. */
const LINK = /^\s*(?:https?:\/\/|mailto:)/i;
/** Declarations that only format text, and fetch nothing. */
const PROPERTY = /^[a-z-]{1,40}$/i;
const VALUE = /^[\w\s#%.,()'"!+-]{1,200}$/;
const ACTIVE = /url|expression|image|src|attr|var|env/i;
const UNSHOWN = /^(?:position|content|behavior|cursor|z-index)$|binding/i;

/** A page of a mail that is safe to show, and the count of its remote pictures. */
export interface CleanPage {
  readonly html: string;
  readonly linkedPictures: number;
}

/**
 * Sanitizes the page of a mail: it keeps only elements, attributes and styles of an allow-list, which run
 * nothing and fetch nothing.
 * @param picture gives the data URL of a picture of the mail, by its content identifier
 */
export function cleanHtml(page: string, picture: (contentId: string) => string | undefined): CleanPage {
  const out: string[] = [];
  const content = withoutElements(page, DROPPED);
  let linkedPictures = 0;
  for (const { kind, name, start, end } of tokensOf(content, { html: true })) {
    const given = content.slice(start, end);
    if (kind === 'text') out.push(cleanText(given));
    else if (kind === 'open' && name === 'img') {
      const cleaned = cleanPicture(given, picture);
      if (cleaned === undefined) linkedPictures++;
      else out.push(cleaned);
    } else if (kind === 'open' && SHOWN.has(name)) out.push(cleanTag(name, given));
    else if (kind === 'close' && SHOWN.has(name)) out.push(`</${name}>`);
  }
  return { html: out.join(''), linkedPictures };
}

/** Entities stay as they are: they stand for a character, never for a tag. */
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

/** @returns nothing for a remote picture */
function cleanPicture(tag: string, picture: (contentId: string) => string | undefined): string | undefined {
  const source = decodeEntities(attributesOf(tag).find(({ name }) => name.toLowerCase() === 'src')?.value ?? '').trim();
  const data = /^cid:/i.test(source) ? picture(source.slice(4)) : inlinePicture(source);
  return data === undefined ? undefined : cleanTag('img', tag).replace(/>$/, ` src="${data}">`);
}

/** A picture in a data URL. */
function inlinePicture(source: string): string | undefined {
  return /^data:image\/(?:png|jpeg|gif|webp|bmp);base64,[\w+/=]+$/i.test(source) ? source : undefined;
}
