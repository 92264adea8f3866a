import { join } from 'node:path';
import type { FormatName } from '../../../conversion/formats.ts';
import { editPackage, WORD_TEXTS } from '../../office/edit-package.ts';
import { lowerBook } from './lower-book.ts';
import { chartNamer } from './name-charts.ts';
import { repairGrids } from './repair-grids.ts';
import { unwrapOpenDocument } from './unwrap-open-document.ts';
import { unwrapWord } from './unwrap-word.ts';

/** Edits of parts that pandoc would read incompletely. */
const EDITS: Partial<Record<FormatName, { readonly parts: RegExp; readonly edit: (xml: string) => string }>> = {
  docx: { parts: WORD_TEXTS, edit: (xml) => repairGrids(unwrapWord(xml)) },
  odt: { parts: /^content\.xml$/, edit: unwrapOpenDocument },
  epub: { parts: /\.x?html?$/i, edit: keepTitlePages },
};

/** Pandoc leaves out what is marked as a title page, where dedications and mottos may stand. */
function keepTitlePages(chapter: string): string {
  return chapter.replace(/(epub:type=["'][a-z -]{0,200})\btitlepage\b/g, '$1frontmatter');
}

/**
 * Edits a document for pandoc.
 * @returns the path of the edited copy, or of the document where no edit was needed
 */
export async function placeDocument(source: string, format: FormatName, folder: string): Promise<string> {
  const { parts, edit } = EDITS[format] ?? {};
  if (!parts || !edit) return source;
  const placed = join(folder, `source.${format}`);
  const made = format === 'epub' ? lowerBook(source) : {};
  const nameCharts = chartNamer(source, format);
  const isChanged = await editPackage({ from: source, to: placed, made }, parts, (xml) => edit(nameCharts(xml)));
  return isChanged ? placed : source;
}
