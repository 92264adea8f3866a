import { parseAllDocuments, stringify } from 'yaml';
import { LIMITS } from '../limits.ts';
import { isRecord, type TreeFormat } from './tree-format.ts';

/** Aliases that are followed: more are made to fill memory. */
const MOST_ALIASES = 1000;

/** YAML 1.2, and the merge key of 1.1. Several documents are a list. Dates are texts. */
export const yaml: TreeFormat = {
  largest: LIMITS.yaml,
  read: (text) => {
    const documents = parseAllDocuments(text, {
      intAsBigInt: true,
      merge: true,
      prettyErrors: false,
      logLevel: 'error',
    });
    if (!Array.isArray(documents)) return null;
    const trees = documents.map((document) => {
      const [error] = document.errors;
      if (error) throw error;
      return plain(document.toJS({ maxAliasCount: MOST_ALIASES }));
    });
    return trees.length === 1 ? trees[0] : trees;
  },
  write: (tree, indent) => stringify(tree, { lineWidth: 0, aliasDuplicateObjects: false, indent: indent || 2 }),
};

/** Whole numbers as such where nothing is lost by it. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (Array.isArray(value)) return value.map(plain);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plain(inner)]));
}
