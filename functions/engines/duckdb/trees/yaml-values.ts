import { type Document, isAlias, isMap, isPair, isScalar, isSeq, type Pair, type Scalar, stringify } from 'yaml';
import { checkTree, LIMITS, tooDeep, type ValueCount } from '../limits.ts';
import { isRecord } from './tree-format.ts';

/**
 * What a YAML document says, with the same object wherever an alias stands for it. The library's own way takes the square
 * of aliases and of names, and reads what is merged anew each time.
 * @param count of all documents of a file
 * @throws ConversionError TOO_COMPLEX; Error where a name comes twice in one object, or an alias stands for nothing
 */
export function valueOfDocument(document: Document, count: ValueCount): unknown {
  return new Reader(count).read(document.contents, 0);
}

class Reader {
  readonly #anchors = new Map<string, unknown>();
  readonly #count: ValueCount;

  constructor(count: ValueCount) {
    this.#count = count;
  }

  read(node: unknown, depth: number): unknown {
    if (depth > LIMITS.depth) tooDeep();
    if (isAlias(node)) return this.#named(node.source);
    this.#count.add(1);
    const value = this.#valueOf(node, depth);
    const anchor = (node as { anchor?: string } | null)?.anchor;
    // Not before it was read: what holds itself has no end.
    if (anchor) this.#anchors.set(anchor, value);
    return value;
  }

  /** The same object wherever it stands: what all of them come to is counted with the tree. */
  #named(anchor: string): unknown {
    if (!this.#anchors.has(anchor)) throw new Error('an alias of nothing that comes before it');
    return this.#anchors.get(anchor);
  }

  #valueOf(node: unknown, depth: number): unknown {
    if (isScalar(node)) return scalarOf(node);
    if (isMap(node)) return this.#record(node.items, depth);
    // In what is tagged as pairs, each item is one.
    if (isSeq(node))
      return node.items.map((item) => (isPair(item) ? this.#record([item], depth + 1) : this.read(item, depth + 1)));
    return null;
  }

  #record(pairs: readonly Pair[], depth: number): Record<string, unknown> {
    const fields = new Map<string, unknown>();
    const given = new Set<unknown>();
    for (const { key, value } of pairs) {
      if (isScalar(key)) {
        if (given.has(key.value)) throw new Error('a name that comes twice in one object');
        given.add(key.value);
      }
      if (isMerge(key)) this.#merge(this.read(value, depth + 1), fields);
      else fields.set(this.#nameOf(key, depth), this.read(value, depth + 1));
    }
    return Object.fromEntries(fields);
  }

  #nameOf(key: unknown, depth: number): string {
    const name = this.read(key, depth + 1);
    checkTree(name);
    if (name === null) return '';
    return typeof name === 'object' ? stringify(name, { collectionStyle: 'flow', lineWidth: 0 }).trim() : String(name);
  }

  /** What is there already stays as it is. */
  #merge(source: unknown, fields: Map<string, unknown>): void {
    for (const record of Array.isArray(source) ? source : [source]) {
      if (!isRecord(record)) throw new Error('merged with what has no names');
      const entries = Object.entries(record);
      this.#count.add(entries.length);
      for (const [name, value] of entries) if (!fields.has(name)) fields.set(name, value);
    }
  }
}

/** The merge key of YAML 1.1, for which the library has a sign of its own. */
function isMerge(key: unknown): boolean {
  return isScalar(key) && typeof key.value === 'symbol';
}

/** Whole numbers as such where nothing is lost by it. Dates and binary values are the texts that they are written as. */
function scalarOf({ value, source }: Scalar): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  return typeof value === 'object' && value !== null ? (source ?? null) : value;
}
