import { attribute, type Edit, tokensOf } from '../../markup.ts';
import { editPaper } from './edit-paper.ts';
import type { LayoutOptions } from './layout-options.ts';
import { setAttributes } from './set-attributes.ts';

/**
 * Edits the styles of a document: every page layout.
 * @param shown the style of tables that must not be hidden
 */
export function editPages(styles: string, options: LayoutOptions, shown: string | undefined): Edit[] {
  const edits: Edit[] = [];
  let inside = '';
  for (const { kind, name, start, end } of tokensOf(styles)) {
    const tag = styles.slice(start, end);
    if (kind === 'close' && name === inside) inside = '';
    else if (kind !== 'open') continue;
    else if (name === 'page-layout') inside = tag.endsWith('/>') ? '' : name;
    else if (name === 'page-layout-properties' && inside === 'page-layout')
      edits.push({ start, end, text: editPaper(tag, options) });
    else if (name === 'style' && shown !== undefined && isTableStyle(tag, shown)) inside = 'style';
    else if (name === 'table-properties' && inside === 'style')
      edits.push({ start, end, text: setAttributes(tag, { 'table:display': 'true' }) });
  }
  return edits;
}

function isTableStyle(tag: string, wanted: string): boolean {
  return attribute(tag, 'style:family') === 'table' && attribute(tag, 'style:name') === wanted;
}
