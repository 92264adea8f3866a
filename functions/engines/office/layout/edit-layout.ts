import { applyEdits, type Edit } from '../../markup.ts';
import { findSheet } from '../find-sheet.ts';
import { type Reopened, reopen } from '../reopen.ts';
import { editPages } from './edit-pages.ts';
import { editTables } from './edit-tables.ts';
import type { LayoutOptions } from './layout-options.ts';

/**
 * Applies layout options to an open document.
 * @returns how many pages or sheets there are now
 * @throws ConversionError INVALID_OPTION, TOO_COMPLEX
 */
export async function layOut(opened: Reopened, options: LayoutOptions): Promise<number> {
  const { office, parts } = opened;
  const sheet = options.sheet === undefined ? undefined : await findSheet(office, parts, options.sheet);
  return reopen(opened, (xml) => editLayout(xml, options, sheet?.name));
}

/**
 * Applies layout options to flat OpenDocument, given as a Latin-1 string.
 * @param sheet the name of the one sheet that is printed
 * @throws ConversionError INVALID_OPTION for margins that leave no room
 */
export function editLayout(xml: string, options: LayoutOptions, sheet?: string): string {
  const body = startOfBody(xml);
  const tables = editTables(xml, body, sheet);
  const edits: Edit[] = [...editPages(xml.slice(0, body), options, tables.shown), ...tables.edits];
  return applyEdits(xml, edits);
}

/** Where the content begins. Embedded documents, also those in page headers, have a body of their own. */
function startOfBody(xml: string): number {
  const marks = /<(\/?)office:(document|body)[\s>]/g;
  let depth = 0;
  for (let mark = marks.exec(xml); mark; mark = marks.exec(xml)) {
    if (mark[2] === 'document') depth += mark[1] ? -1 : 1;
    else if (depth === 1) return mark.index;
  }
  throw new Error('LibreOffice wrote a flat document without a body');
}
