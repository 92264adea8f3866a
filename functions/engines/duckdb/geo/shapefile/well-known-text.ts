/** A word of well-known text with what is in its brackets: texts, numbers, and other words (OGC 01-009, 7.2). */
export interface WktNode {
  readonly word: string;
  readonly texts: string[];
  readonly numbers: number[];
  readonly nodes: WktNode[];
}

/** Nobody goes deeper. */
const DEEPEST = 12;
/** And no length on the earth is longer, in any unit. */
const LARGEST = 1e15;

/** What version 2 (OGC 18-010) calls what version 1 has, too: those that belong to geographic coordinates. */
const FORMERLY: Readonly<Record<string, string>> = {
  GEOGCRS: 'GEOGCS',
  GEOGRAPHICCRS: 'GEOGCS',
  GEODCRS: 'GEOGCS',
  GEODETICCRS: 'GEOGCS',
  ENSEMBLE: 'DATUM',
  ELLIPSOID: 'SPHEROID',
  ANGLEUNIT: 'UNIT',
};

/** A text in quotes, a number, a word, or a sign. */
const TOKEN = /\s*(?:"([^"]*)"|([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)|([A-Za-z_]\w*)|([[\](),]))/gy;

/** The first word of a text with all that is in it; nothing where it is something else. */
export function parseWkt(text: string): WktNode | undefined {
  const top: WktNode = { word: '', texts: [], numbers: [], nodes: [] };
  const open: WktNode[] = [top];
  for (const [, quoted, number, word, sign] of text.matchAll(TOKEN)) {
    const current = open.at(-1);
    if (!current || open.length > DEEPEST) return undefined;
    if (quoted !== undefined) current.texts.push(quoted);
    if (Math.abs(Number(number)) > LARGEST) return undefined;
    if (number !== undefined) current.numbers.push(Number(number));
    if (word !== undefined)
      current.nodes.push({ word: formerly(word.toUpperCase()), texts: [], numbers: [], nodes: [] });
    if (sign === '[' || sign === '(') open.push(current.nodes.at(-1) ?? top);
    if (sign === ']' || sign === ')') open.pop();
    // ESRI writes that of heights behind it.
    if (open.length === 1 && top.nodes[0] && (sign === ']' || sign === ')')) return top.nodes[0];
  }
  return undefined;
}

function formerly(word: string): string {
  return (Object.hasOwn(FORMERLY, word) && FORMERLY[word]) || word;
}

/** All nodes of a name in a tree, itself included. */
export function findNodes(node: WktNode, word: string): WktNode[] {
  return [...(node.word === word ? [node] : []), ...node.nodes.flatMap((inner) => findNodes(inner, word))];
}

/** The first node of a name in a tree, itself included. */
export function findNode(node: WktNode | undefined, word: string): WktNode | undefined {
  if (!node || node.word === word) return node;
  for (const inner of node.nodes) {
    const found = findNode(inner, word);
    if (found) return found;
  }
  return undefined;
}

/** The numbers in a node, without those of nodes in it. */
export function valuesOf(node: WktNode | undefined): readonly number[] {
  return node?.numbers ?? [];
}

/** The name that a node gives. */
export function textIn(node: WktNode | undefined): string {
  return node?.texts[0] ?? '';
}
