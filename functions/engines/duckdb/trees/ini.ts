import { unsupported } from '../../refusals.ts';
import { unreadable } from '../unreadable.ts';
import { isRecord, type TreeFormat } from './tree-format.ts';

const SECTION = /^\[(.*)\]$/;

/** INI: names and texts, also in sections. A repeated name has a list of values. */
export const ini: TreeFormat = {
  read: (text) => {
    const root = new Map<string, unknown>();
    let section = root;
    for (const given of text.split(/\r\n|\r|\n/)) {
      const line = given.trim();
      if (line === '' || line.startsWith(';') || line.startsWith('#')) continue;
      const name = SECTION.exec(line)?.[1]?.trim();
      if (name !== undefined) section = sectionOf(root, name);
      else addValue(section, line);
    }
    return treeOf(root);
  },
  write: (tree) => {
    if (!isRecord(tree))
      throw unsupported('INI holds only names with values, and the file is a list or a single value.');
    const entries = Object.entries(tree);
    const lines = entries.filter(([, value]) => !isRecord(value)).flatMap(([name, value]) => linesOf(name, value));
    const sections = entries.flatMap(([name, value]) => {
      if (!isRecord(value)) return [];
      if (/[\r\n\]]/.test(name) || name.trim() !== name)
        throw unsupported('INI cannot hold one of the names as that of a section.');
      return ['', `[${name}]`, ...Object.entries(value).flatMap(([key, inner]) => linesOf(key, inner))];
    });
    return `${[...lines, ...sections].join('\n').replace(/^\n/, '')}\n`;
  },
};

function sectionOf(root: Map<string, unknown>, name: string): Map<string, unknown> {
  const known = root.get(name);
  if (known instanceof Map) return known;
  if (known !== undefined) throw unreadable('ini', 'a section with the name of a value');
  const section = new Map<string, unknown>();
  root.set(name, section);
  return section;
}

function addValue(section: Map<string, unknown>, line: string): void {
  const at = line.search(/[=:]/);
  if (at === 0) throw unreadable('ini', 'a value without a name');
  const name = (at < 0 ? line : line.slice(0, at)).trim();
  const value = at < 0 ? null : unquote(line.slice(at + 1).trim());
  const before = section.get(name);
  if (before instanceof Map) throw unreadable('ini', 'a value with the name of a section');
  if (before === undefined) section.set(name, value);
  else if (Array.isArray(before)) before.push(value);
  else section.set(name, [before, value]);
}

function unquote(text: string): string {
  return text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text;
}

function treeOf(map: Map<string, unknown>): Record<string, unknown> {
  return Object.fromEntries([...map].map(([name, value]) => [name, value instanceof Map ? treeOf(value) : value]));
}

function linesOf(name: string, value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => linesOf(name, item));
  if (isRecord(value))
    throw unsupported('INI holds only sections of names with values, and the file is nested more deeply.');
  if (name === '' || /[\r\n=:]|^[[;#]|^\s|\s$/.test(name)) throw unsupported('INI cannot hold one of the names.');
  if (value === null || value === undefined) return [name];
  const text = String(value);
  if (/[\r\n]/.test(text)) throw unsupported('INI cannot hold texts of several lines.');
  return [`${name} = ${text !== text.trim() || /^".*"$/.test(text) ? `"${text}"` : text}`];
}
