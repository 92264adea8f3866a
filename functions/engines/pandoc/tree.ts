/** A block or an inline of pandoc (pandoc-types 1.23). */
export interface Element {
  readonly t: string;
  readonly c?: unknown;
}

/** A document of pandoc. */
export interface Tree {
  readonly 'pandoc-api-version': readonly number[];
  readonly meta: Readonly<Record<string, Element>>;
  readonly blocks: readonly Element[];
}

export const NO_ATTRIBUTES = ['', [], []] as const;

/** Makes a document of blocks, without metadata. */
export function treeOf(blocks: readonly Element[]): Tree {
  return { 'pandoc-api-version': [1, 23, 1], meta: {}, blocks };
}

/** Words as inlines. */
export function wordsOf(text: string): Element[] {
  const words = text.split(/\s+/).filter((word) => word !== '');
  return words.flatMap((word, index) => [...(index > 0 ? [{ t: 'Space' }] : []), { t: 'Str', c: word }]);
}

/** A picture in a paragraph. */
export function pictureOf(address: string, description: string): Element {
  return { t: 'Para', c: [{ t: 'Image', c: [NO_ATTRIBUTES, wordsOf(description), [address, '']] }] };
}
