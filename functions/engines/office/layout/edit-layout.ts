import { applyEdits, type Edit } from '../../markup.ts';
import { findSheet } from '../find-sheet.ts';
import { type Reopened, reopen } from '../reopen.ts';
import { editPages } from './edit-pages.ts';
import { editTables, ownTags } from './edit-tables.ts';
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
  const [body] = ownTags(xml, 'office:body');
  if (body === undefined) throw new Error('LibreOffice wrote a flat document without a body');
  const tables = editTables(xml, body, sheet);
  const edits: Edit[] = [...editPages(xml.slice(0, body), options, tables.shown), ...tables.edits];
  return applyEdits(xml, edits);
}
