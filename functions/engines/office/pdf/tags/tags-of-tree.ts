import type { CellPlace, Tag } from './tag.ts';

/** A node of the structure tree of a page, as pdf.js gives it. */
export interface TreeNode {
  readonly role?: string;
  readonly children?: readonly TreeNode[];
  /** Of marked content. */
  readonly id?: string;
}

const HEADING = /^H([1-6])?$/;
/** Elements that are a block of their own, within an item of a list but for the first. */
const BLOCKS = new Set(['P', 'Title', 'TOCI', 'Caption', 'Note', 'FENote', 'Figure', 'BlockQuote']);
const CELLS = new Set(['TH', 'TD']);

/** Where a node stands. */
interface Place {
  readonly tag?: Tag;
  readonly table?: { readonly number: number; rows: number };
  readonly item?: { readonly tag: Tag; begun: boolean };
}

/** The tag of each marked content of a page, by its id; none where no element says that it is a paragraph or the like. */
export function tagsOfTree(root: TreeNode): Map<string, Tag> {
  const tags = new Map<string, Tag>();
  let [blocks, tables] = [0, 0];
  const begin = (more: { level?: number; cell?: CellPlace } = {}): Tag => ({ block: blocks++, ...more });

  const placeOf = ({ role = '' }: TreeNode, place: Place): Place => {
    // What is within a cell is of that cell, further tables as well.
    if (place.tag?.cell) return place;
    const heading = HEADING.exec(role);
    if (heading) return { tag: begin({ level: Number(heading[1] ?? 1) }) };
    if (role === 'Table') return { table: { number: tables++, rows: 0 } };
    if (place.table && role === 'TR') {
      place.table.rows++;
      return place;
    }
    if (place.table && CELLS.has(role))
      return { tag: begin({ cell: { table: place.table.number, row: place.table.rows } }) };
    if (role === 'L') return {};
    if (role === 'LI') {
      const tag = begin();
      return { tag, item: { tag, begun: false } };
    }
    if (!BLOCKS.has(role)) return place;
    if (!place.item || place.item.begun) return { ...place, tag: begin() };
    place.item.begun = true;
    return { ...place, tag: place.item.tag };
  };

  const visit = (node: TreeNode, place: Place) => {
    const here = placeOf(node, place);
    for (const child of node.children ?? []) {
      if (child.id === undefined) visit(child, here);
      else if (here.tag) tags.set(child.id, here.tag);
    }
  };
  visit(root, {});
  return tags;
}
