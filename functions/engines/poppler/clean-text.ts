import { elementsOfLine } from './line-markup.ts';
import { logicalOrder } from './logical-order.ts';
import { plainLetters } from './plain-letters.ts';

/** Allowed link targets; all others, such as scripts, are dropped. */
const LINK = /^(?:https?:\/\/|mailto:)[^\s"<>]+$/i;
/** A link within the document: the file's name in the job's folder, and a page. */
const INNER_LINK = /^[^\s"<>:]*#(\d+)$/;

/** Cleans a line of text: poppler's own few elements are kept, and all else is escaped. */
export function cleanText(text: string, rightToLeft = false): string {
  const order = (part: string) => escapeText(plainLetters(logicalOrder(part, rightToLeft)));
  let end = 0;
  let linked = false;
  let clean = '';
  for (const { tag, address, ...place } of elementsOfLine(text)) {
    clean += order(text.slice(end, place.start));
    end = place.end;
    if (address !== undefined) {
      const target = linkTarget(address);
      if (linked) clean += '</a>';
      linked = target !== undefined;
      if (target !== undefined) clean += `<a href="${escapeText(target)}">`;
    } else if (tag === '</a>') {
      if (linked) clean += tag;
      linked = false;
    } else {
      clean += tag === '<br/>' ? '<br>' : tag;
    }
  }
  return clean + order(text.slice(end)) + (linked ? '</a>' : '');
}

function linkTarget(address: string): string | undefined {
  const page = INNER_LINK.exec(address)?.[1];
  if (page !== undefined) return `#page${page}`;
  return LINK.test(address) ? address : undefined;
}

/** Escapes text, but keeps the entities that poppler has written. */
function escapeText(text: string): string {
  return text
    .replace(/&(?!#?\w+;)/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;');
}

const PROPERTIES = {
  'font-size': /^-?\d+px$/,
  'line-height': /^-?\d+px$/,
  color: /^#[0-9a-f]{6}$/i,
  opacity: /^[\d.]+$/,
  transform: /^matrix\([-\d., ]+\)$/,
  'transform-origin': /^[-\d.% a-z]+$/,
} as const satisfies Record<string, RegExp>;

/** The known declarations of a font, with valid values. */
export function cleanRule(declarations: string): string {
  return declarations
    .split(';')
    .flatMap((declaration) => {
      const colon = declaration.indexOf(':');
      const name = declaration.slice(0, colon).trim();
      const value = declaration.slice(colon + 1).trim();
      if (name === 'font-family') return `font-family:${cleanFamily(value)}`;
      return isProperty(name) && PROPERTIES[name].test(value) ? `${name}:${value}` : [];
    })
    .join(';');
}

function isProperty(name: string): name is keyof typeof PROPERTIES {
  return Object.hasOwn(PROPERTIES, name);
}

/** A font's name without its subset tag, with a generic fallback. */
function cleanFamily(value: string): string {
  const name = value.replace(/^[A-Z]{6}\+/, '').replace(/[^\w -]/g, '');
  const generic = /cour|mono|consol|typewriter/i.test(name)
    ? 'monospace'
    : /times|serif|roman|georgia|garamond|song|ming|mincho|cambria/i.test(name) && !/sans/i.test(name)
      ? 'serif'
      : 'sans-serif';
  return name === '' ? generic : `'${name}',${generic}`;
}
