import { decodeEntities } from '../../entities.ts';
import { attribute, type Edit } from '../../markup.ts';
import { EXTERNAL_CACHE } from '../flat-sheets.ts';
import { setAttributes } from './set-attributes.ts';

const UNPRINTED = { 'table:print': 'false', 'table:print-ranges': undefined } as const;

/**
 * Lets one sheet be printed.
 * @param from where the content of the document begins
 * @param sheet its name, where one is chosen
 * @returns edits of the sheets, and the style of the one that is printed, hidden or not
 */
export function editTables(xml: string, from: number, sheet: string | undefined) {
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
export function* ownTags(xml: string, element: 'office:body' | 'table:table'): Generator<number> {
  let depth = 0;
  for (const { 1: name, index } of xml.matchAll(/<(\/?office:document|office:body|table:table)[\s>]/g)) {
    if (name === '/office:document') depth--;
    else if (name === 'office:document') depth++;
    else if (depth === 1 && name === element) yield index;
  }
}
