import { type Document, isScalar, parseAllDocuments, type ScalarTag, stringify, type Tags, visit } from 'yaml';
import { tooComplex } from '../../refusals.ts';
import { LIMITS } from '../limits.ts';
import type { TreeFormat } from './tree-format.ts';

/** Tags whose values are no JSON, and which are ignored. */
const OTHERS = ['binary', 'omap', 'pairs', 'set', 'timestamp'].map((name) => `tag:yaml.org,2002:${name}`);
const INTEGER = 'tag:yaml.org,2002:int';

/** Aliases of a value, through all levels. */
const MOST_ALIASES = 1000;

/** YAML 1.2, and the merge key of 1.1. Several documents are a list. Dates and binary values are texts. */
export const yaml: TreeFormat = {
  largest: LIMITS.yaml,
  read: (text) => {
    const documents = parseAllDocuments(text, {
      intAsBigInt: true,
      merge: true,
      // The library's own check takes quadratic time.
      uniqueKeys: false,
      resolveKnownTags: false,
      customTags: (tags) => tags.filter((tag) => !isOther(tag)).map(narrowed),
      prettyErrors: false,
      logLevel: 'error',
    });
    if (!Array.isArray(documents)) return null;
    const trees = documents.map(treeOf);
    return trees.length === 1 ? trees[0] : trees;
  },
  write: (tree, indent) => stringify(tree, { lineWidth: 0, aliasDuplicateObjects: false, indent: indent || 2 }),
};

function isOther(tag: Tags[number]): boolean {
  return typeof tag !== 'string' && OTHERS.includes(tag.tag);
}

/** Makes BigInts only of integers that no double holds. */
function narrowed(tag: Tags[number]): Tags[number] {
  if (typeof tag === 'string' || tag.tag !== INTEGER) return tag;
  const { resolve, ...others } = tag as ScalarTag;
  const narrow = (value: unknown) => (Number.isSafeInteger(Number(value)) ? Number(value) : value);
  return { ...others, resolve: (...given: Parameters<typeof resolve>) => narrow(resolve(...given)) };
}

/** @throws Error for a duplicate name in one object; ConversionError TOO_COMPLEX */
function treeOf(document: Document): unknown {
  const [error] = document.errors;
  if (error) throw error;
  visit(document, {
    Map: (_, { items }) => {
      const names = items.flatMap(({ key }) => (isScalar(key) ? [key.value] : []));
      if (new Set(names).size < names.length) throw new Error('a duplicate name in one object');
    },
  });
  try {
    return document.toJS({ maxAliasCount: MOST_ALIASES });
  } catch (cause) {
    if (!(cause instanceof ReferenceError) || !cause.message.startsWith('Excessive')) throw cause;
    throw tooComplex(`The file has more than ${MOST_ALIASES} aliases of one value.`, cause);
  }
}
