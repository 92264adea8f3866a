import { decodeEntities } from '../../entities.ts';
import { attribute, type Edit } from '../../markup.ts';
import { EXTERNAL_CACHE } from '../flat-sheets.ts';
import { setAttributes } from './set-attributes.ts';

/** Edits of the sheets of a workbook. */
interface TableEdits {
  readonly edits: readonly Edit[];
  /** The style of the sheet that is printed, hidden or not. */
  readonly shown?: string;
}

const UNPRINTED = { 'table:print': 'false', 'table:print-ranges': undefined } as const;

/**
 * Lets one sheet be printed.
 * @param from where the content of the document begins
 * @param sheet its name, where one is chosen
 */
export function editTables(xml: string, from: number, sheet: string | undefined): TableEdits {
  if (sheet === undefined) return { edits: [] };
  const edits: Edit[] = [];
  let shown: string | undefined;
  for (const { start, end } of sheetsIn(xml, from)) {
    const tag = xml.slice(start, end);
    const name = decodeEntities(Buffer.from(attribute(tag, 'table:name') ?? '', 'latin1').toString());
    const style = attribute(tag, 'table:style-name');
    if (style === EXTERNAL_CACHE) continue;
    if (name === sheet) shown = style;
    const changes = name === sheet ? { 'table:print': undefined } : UNPRINTED;
    edits.push({ start, end, text: setAttributes(tag, changes) });
  }
  return shown === undefined ? { edits } : { edits, shown };
}

/** The opening tags of the sheets of a workbook, without tables of embedded documents. */
function* sheetsIn(xml: string, from: number): Generator<{ start: number; end: number }> {
  const marks = /<(?:table:table|office:document|\/office:document)[\s>]/g;
  marks.lastIndex = from;
  let depth = 0;
  for (let mark = marks.exec(xml); mark; mark = marks.exec(xml)) {
    if (mark[0].startsWith('</')) depth--;
    else if (mark[0].startsWith('<office')) depth++;
    else if (depth === 0) yield { start: mark.index, end: xml.indexOf('>', mark.index) + 1 };
  }
}
