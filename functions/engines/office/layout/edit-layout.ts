import { decodeEntities } from '../../entities.ts';
import { applyEdits, attribute, type Edit, tokensOf } from '../../markup.ts';
import { findSheet } from '../find-sheet.ts';
import { EXTERNAL_CACHE } from '../flat-sheets.ts';
import { type Reopened, reopen } from '../reopen.ts';
import { editPaper } from './edit-paper.ts';
import type { LayoutOptions } from './layout-options.ts';
import { setAttributes } from './set-attributes.ts';

const UNPRINTED = { 'table:print': 'false', 'table:print-ranges': undefined } as const;

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
  return applyEdits(xml, [...editPages(xml.slice(0, body), options, tables.shown), ...tables.edits]);
}

/**
 * Edits the styles of a document: every page layout.
 * @param shown the style of tables that must not be hidden
 */
function editPages(styles: string, options: LayoutOptions, shown: string | undefined): Edit[] {
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

/**
 * Lets one sheet be printed.
 * @param from where the content of the document begins
 * @param sheet its name, where one is chosen
 * @returns edits of the sheets, and the style of the one that is printed, hidden or not
 */
function editTables(xml: string, from: number, sheet: string | undefined) {
  const edits: Edit[] = [];
  let shown: string | undefined;
  if (sheet === undefined) return { edits, shown };
  for (const start of ownTags(xml, 'table:table')) {
    if (start < from) continue;
    const end = xml.indexOf('>', start) + 1;
    const tag = xml.slice(start, end);
    const name = decodeEntities(Buffer.from(attribute(tag, 'table:name') ?? '', 'latin1').toString());
    const style = attribute(tag, 'table:style-name');
    if (style === EXTERNAL_CACHE) continue;
    if (name === sheet) shown = style;
    const changes = name === sheet ? { 'table:print': undefined } : UNPRINTED;
    edits.push({ start, end, text: setAttributes(tag, changes) });
  }
  return { edits, shown };
}

/** Where elements of a name begin, but for those of embedded documents, which are in page headers too. */
function* ownTags(xml: string, element: 'office:body' | 'table:table'): Generator<number> {
  let depth = 0;
  for (const { 1: name, index } of xml.matchAll(/<(\/?office:document|office:body|table:table)[\s>]/g)) {
    if (name === '/office:document') depth--;
    else if (name === 'office:document') depth++;
    else if (depth === 1 && name === element) yield index;
  }
}
