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

export const SPACE: Element = { t: 'Space' };

/** The words of a text, and the spaces between and around them. */
export function spacedWords(text: string): Element[] {
  return text
    .split(/(\s+)/)
    .flatMap((part) => (part === '' ? [] : part.trim() === '' ? [SPACE] : [{ t: 'Str', c: part }]));
}

/** A line without spaces around it. */
export function trimmed(line: readonly Element[]): Element[] {
  const isVisible = ({ t }: Element) => t !== 'Space' && t !== 'LineBreak';
  const first = line.findIndex(isVisible);
  return first < 0 ? [] : line.slice(first, line.findLastIndex(isVisible) + 1);
}

/** The blocks in a cell of a table. */
type Cell = readonly Element[] | undefined;

/**
 * Makes a table of rows of cells, which hold blocks; the first row is its header. An empty table is nothing.
 * @param alignments of all columns. @default there are as many as have something in them
 */
export function tableOf(rows: readonly (readonly Cell[])[], alignments?: readonly string[]): Element[] {
  const filled = (row: readonly Cell[]) => row.findLastIndex((cell) => cell && cell.length > 0) + 1;
  const columns = alignments?.length ?? rows.reduce((most, row) => Math.max(most, filled(row)), 0);
  if (columns === 0) return [];
  const [first, ...body] = rows.map((row) => [
    NO_ATTRIBUTES,
    Array.from({ length: columns }, (_, column) => [NO_ATTRIBUTES, { t: DEFAULT }, 1, 1, row[column] ?? []]),
  ]);
  const columnsOf = Array.from({ length: columns }, (_, at) => [
    { t: alignments?.[at] ?? DEFAULT },
    { t: 'ColWidthDefault' },
  ]);
  const [header, bodies, footer] = [[NO_ATTRIBUTES, [first]], [[NO_ATTRIBUTES, 0, [], body]], [NO_ATTRIBUTES, []]];
  return [{ t: 'Table', c: [NO_ATTRIBUTES, [null, []], columnsOf, header, bodies, footer] }];
}

const DEFAULT = 'AlignDefault';

/** A picture in a paragraph. */
export function pictureOf(address: string, description: string): Element {
  return { t: 'Para', c: [imageOf(address, description)] };
}

/** A picture among words. */
export const imageOf = (address: string, description: string): Element => ({
  t: 'Image',
  c: [NO_ATTRIBUTES, wordsOf(description), [address, '']],
});
