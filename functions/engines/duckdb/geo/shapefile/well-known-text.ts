/** A keyword of well-known text with its texts, numbers and nodes in brackets (OGC 01-009, 7.2). */
export interface WktNode {
  readonly word: string;
  readonly texts: string[];
  readonly numbers: number[];
  readonly nodes: WktNode[];
}

/** Levels of brackets. */
const DEEPEST = 12;
/** No length on the earth is larger, in any unit. */
const LARGEST = 1e15;

/** Keywords of version 2 (OGC 18-010) for geographic coordinates, with those of version 1. */
const WKT1_NAMES: Readonly<Record<string, string>> = {
  GEOGCRS: 'GEOGCS',
  GEOGRAPHICCRS: 'GEOGCS',
  GEODCRS: 'GEOGCS',
  GEODETICCRS: 'GEOGCS',
  ENSEMBLE: 'DATUM',
  ELLIPSOID: 'SPHEROID',
  ANGLEUNIT: 'UNIT',
};

/** A quoted text, a number, a keyword, or a bracket or comma. */
const TOKEN = /\s*(?:"([^"]*)"|([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)|([A-Za-z_]\w*)|([[\](),]))/gy;

/** Parses the first node of a text; nothing where it is no well-known text. */
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
      current.nodes.push({ word: wkt1Name(word.toUpperCase()), texts: [], numbers: [], nodes: [] });
    if (sign === '[' || sign === '(') open.push(current.nodes.at(-1) ?? top);
    if (sign === ']' || sign === ')') open.pop();
    // ESRI appends the vertical coordinate system.
    if (open.length === 1 && top.nodes[0] && (sign === ']' || sign === ')')) return top.nodes[0];
  }
  return undefined;
}

function wkt1Name(word: string): string {
  return (Object.hasOwn(WKT1_NAMES, word) && WKT1_NAMES[word]) || word;
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

/** The numbers of a node itself. */
export function valuesOf(node: WktNode | undefined): readonly number[] {
  return node?.numbers ?? [];
}

/** The first text of a node, which is its name. */
export function textIn(node: WktNode | undefined): string {
  return node?.texts[0] ?? '';
}
