import { unsupported } from '../../refusals.ts';
import { unreadable } from '../unreadable.ts';
import { isRecord, type TreeFormat } from './tree-format.ts';
import { escapeXml, parseXml } from './xml-text.ts';

/** An element of the parser: its name and its content. */
type Element = Readonly<Record<string, readonly Element[] | string>>;

/** Property lists of Apple, in XML. Dates and binary values are texts: the latter in Base64. */
export const plist: TreeFormat = {
  read: (text) => {
    const [root] = elements(parseXml(text, { ordered: true }) as Element[]);
    const [value, ...others] = root?.name === 'plist' ? elements(root.content) : [];
    if (!value || others.length > 0) throw unreadable('plist', 'no single value');
    return treeOf(value);
  },
  write: (tree, indent) => {
    const lines = linesOf(tree, 0).map(([depth, text]) => ' '.repeat(depth * indent) + text);
    return `${HEADER}\n<plist version="1.0">\n${lines.join('\n')}\n</plist>\n`;
  },
};

const BINARY = 'bplist';
const HEADER = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">`;

/**
 * The text of a property list.
 * @throws ConversionError UNSUPPORTED_CONVERSION where it is in Apple's binary form
 */
export function textOfPlist(bytes: Buffer, decode: (bytes: Buffer) => string): string {
  if (bytes.toString('latin1', 0, BINARY.length) === BINARY)
    throw unsupported(
      'The property list is in its binary form, which cannot be read here. Save it as XML first: plutil -convert xml1 FILE.',
    );
  return decode(bytes);
}

interface Named {
  readonly name: string;
  readonly content: readonly Element[];
}

function elements(content: readonly Element[]): Named[] {
  return content.flatMap((element) => {
    const name = Object.keys(element).find((key) => key !== ':@' && key !== '#text');
    return name === undefined ? [] : [{ name, content: element[name] as readonly Element[] }];
  });
}

function treeOf({ name, content }: Named): unknown {
  if (name === 'dict') return dictionary(elements(content));
  if (name === 'array') return elements(content).map(treeOf);
  const text = content.map((element) => element['#text'] ?? '').join('');
  if (name === 'string' || name === 'date') return text;
  if (name === 'data') return text.replace(/\s/g, '');
  if (name === 'true' || name === 'false') return name === 'true';
  if (name === 'integer' && /^\s*[+-]?\d{1,40}\s*$/.test(text)) return wholeNumber(text);
  if (name === 'real' && text.trim() !== '') return realNumber(text);
  throw unreadable('plist', `an element ${name}`);
}

/** @throws ConversionError UNREADABLE_FILE for a duplicate key: one of its values would be lost */
function dictionary(content: readonly Named[]): Record<string, unknown> {
  const pairs = pairsOf(content);
  if (new Set(pairs.map(([key]) => key)).size < pairs.length) throw unreadable('plist', 'a duplicate key');
  return Object.fromEntries(pairs);
}

function pairsOf(content: readonly Named[]): [string, unknown][] {
  if (content.length % 2 !== 0) throw unreadable('plist', 'a key without a value');
  return content.flatMap((key, index): [string, unknown][] => {
    const value = content[index + 1];
    if (index % 2 !== 0 || !value) return [];
    if (key.name !== 'key') throw unreadable('plist', 'a value without a key');
    return [[key.content.map((element) => element['#text'] ?? '').join(''), treeOf(value)]];
  });
}

function wholeNumber(text: string): number | bigint {
  const value = BigInt(text.trim().replace('+', ''));
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

function realNumber(text: string): number | string {
  const value = Number(text);
  return Number.isNaN(value) ? text.trim() : value;
}

function linesOf(value: unknown, depth: number): [number, string][] {
  if (Array.isArray(value)) {
    if (value.includes(null)) throw unsupported('The file has a list with null, which a property list cannot hold.');
    return around(
      'array',
      value.flatMap((item) => linesOf(item, depth + 1)),
      depth,
    );
  }
  if (isRecord(value)) {
    const fields = Object.entries(value).filter(([, inner]) => inner !== null && inner !== undefined);
    const lines = fields.flatMap(([name, inner]): [number, string][] => [
      [depth + 1, `<key>${escapeXml(name)}</key>`],
      ...linesOf(inner, depth + 1),
    ]);
    return around('dict', lines, depth);
  }
  return [[depth, scalar(value)]];
}

function around(name: string, lines: readonly [number, string][], depth: number): [number, string][] {
  if (lines.length === 0) return [[depth, `<${name}/>`]];
  return [[depth, `<${name}>`], ...lines, [depth, `</${name}>`]];
}

function scalar(value: unknown): string {
  if (value === null || value === undefined) throw unsupported('A property list cannot hold null alone.');
  if (typeof value === 'boolean') return `<${value}/>`;
  if (typeof value === 'bigint') return `<integer>${value}</integer>`;
  if (typeof value === 'number')
    return Number.isSafeInteger(value) ? `<integer>${value}</integer>` : `<real>${value}</real>`;
  return `<string>${escapeXml(String(value))}</string>`;
}
