import type { Element, Tree } from '../tree.ts';

/** Blocks as a document that says nothing else of itself. */
export function treeOf(blocks: readonly Element[]): Tree {
  return { 'pandoc-api-version': [1, 23, 1], meta: {}, blocks };
}
