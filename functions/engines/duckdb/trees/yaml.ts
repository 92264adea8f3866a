import { parseAllDocuments, stringify } from 'yaml';
import { LIMITS, ValueCount } from '../limits.ts';
import type { TreeFormat } from './tree-format.ts';
import { valueOfDocument } from './yaml-values.ts';

/** Maps whose order counts, which is kept of all: here, too, the library compares each name with all before it. */
const ORDERED = 'tag:yaml.org,2002:omap';

/** YAML 1.2, and the merge key of 1.1. Several documents are a list. Dates are texts. */
export const yaml: TreeFormat = {
  largest: LIMITS.yaml,
  read: (text) => {
    const documents = parseAllDocuments(text, {
      intAsBigInt: true,
      merge: true,
      // It compares each name with all before it; they are looked at where their values are read.
      uniqueKeys: false,
      resolveKnownTags: false,
      customTags: (tags) => tags.filter((tag) => typeof tag === 'string' || tag.tag !== ORDERED),
      prettyErrors: false,
      logLevel: 'error',
    });
    if (!Array.isArray(documents)) return null;
    const count = new ValueCount();
    const trees = documents.map((document) => {
      const [error] = document.errors;
      if (error) throw error;
      return valueOfDocument(document, count);
    });
    return trees.length === 1 ? trees[0] : trees;
  },
  write: (tree, indent) => stringify(tree, { lineWidth: 0, aliasDuplicateObjects: false, indent: indent || 2 }),
};
