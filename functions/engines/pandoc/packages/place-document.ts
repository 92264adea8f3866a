import { join } from 'node:path';
import type { FormatName } from '../../../conversion/formats.ts';
import { editPackage, WORD_TEXTS } from '../../office/edit-package.ts';
import { showWordForms } from '../../office/form-fields.ts';
import { showSymbols } from '../../office/text-only/show-symbols.ts';
import { dropIndents, dropWordIndents } from './drop-indents.ts';
import { lowerBook } from './lower-book.ts';
import { chartNamer } from './name-charts.ts';
import { headingNumberer } from './number-headings.ts';
import { repairGrids } from './repair-grids.ts';
import { unwrapOpenDocument } from './unwrap-open-document.ts';
import { unwrapWord } from './unwrap-word.ts';

/** The texts of a Word document, and its styles. */
const WORD_PARTS = /^word\/(?:document\d{0,3}|footnotes|endnotes|styles)\.xml$/;

/** Edits of parts that pandoc would read incompletely. */
const EDITS: Partial<Record<FormatName, { readonly parts: RegExp; readonly edit: (xml: string) => string }>> = {
  docx: { parts: WORD_PARTS, edit: (xml) => repairGrids(unwrapWord(showWordForms(dropWordIndents(xml)))) },
  odt: { parts: /^(?:content|styles)\.xml$/, edit: (xml) => unwrapOpenDocument(showSymbols(dropIndents(xml))) },
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
  const numberHeadings = format === 'docx' ? headingNumberer(source) : (xml: string) => xml;
  const isChanged = await editPackage({ from: source, to: placed, made }, parts, (xml, name) => {
    const edited = edit(nameCharts(xml));
    return WORD_TEXTS.test(name) ? numberHeadings(edited) : edited;
  });
  return isChanged ? placed : source;
}
