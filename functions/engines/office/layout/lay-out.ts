import { findSheet } from '../find-sheet.ts';
import { type Reopened, reopen } from '../reopen.ts';
import { editLayout } from './edit-layout.ts';
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
