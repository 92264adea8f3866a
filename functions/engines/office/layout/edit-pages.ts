import { attribute, type Edit, type Piece, piecesOf } from '../../markup.ts';
import { editPaper } from './edit-paper.ts';
import type { LayoutOptions } from './layout-options.ts';
import { FURNITURE_STYLE, type Furniture, furnitureOf } from './page-furniture.ts';
import { setAttributes } from './set-attributes.ts';

/**
 * What changes in the styles of a document: in every page layout, and in every master page.
 * @param shown the style of tables that must not be hidden
 */
export function editPages(head: string, options: LayoutOptions, shown: string | undefined): Edit[] {
  const furniture = furnitureOf(options);
  const edits: Edit[] = [];
  let inside = '';
  let dropped: Piece | undefined;
  for (const piece of piecesOf(head)) {
    const { kind, name, start, end } = piece;
    const tag = head.slice(start, end);
    if (dropped) {
      if (kind !== 'close' || name !== dropped.name) continue;
      edits.push({ start: dropped.start, end, text: roomFor(furniture, name) });
      dropped = undefined;
    } else if (kind === 'close' && name === inside) inside = '';
    else if (kind !== 'open') continue;
    else if (isReplaced(furniture, inside, name)) {
      if (tag.endsWith('/>')) edits.push({ start, end, text: roomFor(furniture, name) });
      else dropped = piece;
    } else if (name === 'master-page') {
      edits.push({ start, end, text: masterPage(tag, furniture) });
      if (!tag.endsWith('/>')) inside = name;
    } else if (name === 'page-layout') inside = tag.endsWith('/>') ? '' : name;
    else if (name === 'page-layout-properties' && inside === 'page-layout')
      edits.push({ start, end, text: editPaper(tag, options) });
    else if (name === 'automatic-styles' && furniture.length > 0)
      edits.push({ start: end, end, text: FURNITURE_STYLE });
    else if (name === 'style' && shown !== undefined && isTableStyle(tag, shown)) inside = 'style';
    else if (name === 'table-properties' && inside === 'style')
      edits.push({ start, end, text: setAttributes(tag, { 'table:display': 'true' }) });
  }
  return edits;
}

function isTableStyle(tag: string, wanted: string): boolean {
  return attribute(tag, 'style:family') === 'table' && attribute(tag, 'style:name') === wanted;
}

/** Room is made in page layouts; what stands there belongs to master pages. */
function isReplaced(furniture: readonly Furniture[], inside: string, name: string): boolean {
  if (inside === 'page-layout') return roomFor(furniture, name) !== '';
  return inside === 'master-page' && furniture.some(({ replaces }) => replaces.includes(name));
}

function roomFor(furniture: readonly Furniture[], name: string): string {
  return furniture.find(({ replaces }) => `${replaces[0]}-style` === name)?.room ?? '';
}

function masterPage(tag: string, furniture: readonly Furniture[]): string {
  const content = furniture.map((each) => each.content).join('');
  if (content === '') return tag;
  // The file is UTF-8, and its bytes are characters.
  const bytes = Buffer.from(content).toString('latin1');
  return tag.endsWith('/>') ? `${tag.slice(0, -2)}>${bytes}</style:master-page>` : `${tag}${bytes}`;
}
