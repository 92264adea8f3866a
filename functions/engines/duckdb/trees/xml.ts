import { isRecord, type TreeFormat } from './tree-format.ts';
import { escapeXml, parseXml } from './xml-text.ts';

const NAME = /^[\p{L}_][\p{L}\p{N}._-]{0,200}(?::[\p{L}_][\p{L}\p{N}._-]{0,200})?$/u;

/**
 * XML: an element is an object, with an @ before the names of its attributes, and its text as `#text`. Elements of one
 * name are a list, and each item of a list is written as an element. All values are texts.
 */
export const xml: TreeFormat = {
  read: parseXml,
  write: (tree, indent) => {
    const [single, ...others] = isRecord(tree) ? Object.entries(tree) : [];
    const [name, value] =
      single && others.length === 0 && NAME.test(single[0]) && !Array.isArray(single[1])
        ? single
        : ['root', isRecord(tree) ? tree : { item: tree }];
    const lines = elementOf(name, value, 0).map(({ depth, text }) => ' '.repeat(depth * indent) + text);
    return `<?xml version="1.0" encoding="UTF-8"?>\n${lines.join('\n')}\n`;
  },
};

interface Line {
  readonly depth: number;
  readonly text: string;
}

function elementOf(name: string, value: unknown, depth: number): Line[] {
  if (Array.isArray(value))
    return value.flatMap((item) => elementOf(name, Array.isArray(item) ? { item } : item, depth));
  const [tag, attribute] = NAME.test(name) ? [name, ''] : ['entry', ` name="${escapeXml(name)}"`];
  if (!isRecord(value)) return [{ depth, text: leaf(tag, attribute, textOf(value)) }];
  const entries = Object.entries(value);
  const isAttribute = ([key, inner]: [string, unknown]) =>
    NAME.test(key.slice(1)) && key[0] === '@' && !isObject(inner);
  const attributes = entries
    .filter(isAttribute)
    .map(([key, inner]) => ` ${key.slice(1)}="${textOf(inner).replaceAll('\n', '&#10;')}"`);
  const opening = attribute + attributes.join('');
  const children = entries.filter((entry) => !isAttribute(entry));
  const [only] = children;
  if (children.length === 0) return [{ depth, text: `<${tag}${opening}/>` }];
  if (children.length === 1 && only?.[0] === '#text' && !isObject(only[1]))
    return [{ depth, text: leaf(tag, opening, textOf(only[1])) }];
  const within = children.flatMap(([key, inner]) =>
    key === '#text' && !isObject(inner)
      ? [{ depth: depth + 1, text: textOf(inner) }]
      : elementOf(key, inner, depth + 1),
  );
  return [{ depth, text: `<${tag}${opening}>` }, ...within, { depth, text: `</${tag}>` }];
}

function leaf(tag: string, attributes: string, text: string): string {
  return text === '' ? `<${tag}${attributes}/>` : `<${tag}${attributes}>${text}</${tag}>`;
}

function textOf(value: unknown): string {
  return value === null || value === undefined ? '' : escapeXml(String(value));
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
