import { applyEdits, type Edit } from '../../markup.ts';
import { editPages } from './edit-pages.ts';
import { editTables } from './edit-tables.ts';
import type { LayoutOptions } from './layout-options.ts';

/**
 * A flat OpenDocument file with pages and sheets as they are asked for. Its bytes are characters here, one for one.
 * @param sheet the name of the one sheet that is printed
 * @throws ConversionError INVALID_OPTION for what its pages have no room for
 */
export function editLayout(xml: string, options: LayoutOptions, sheet?: string): string {
  const body = startOfBody(xml);
  const tables = editTables(xml, body, sheet);
  const edits: Edit[] = [...editPages(xml.slice(0, body), options, tables.shown), ...tables.edits];
  return applyEdits(xml, edits);
}

/** Where the content begins. What is embedded, in heads of pages too, is a document with a body of its own. */
function startOfBody(xml: string): number {
  const marks = /<(\/?)office:(document|body)[\s>]/g;
  let depth = 0;
  for (let mark = marks.exec(xml); mark; mark = marks.exec(xml)) {
    if (mark[2] === 'document') depth += mark[1] ? -1 : 1;
    else if (depth === 1) return mark.index;
  }
  throw new Error('LibreOffice wrote a flat document without a body');
}
