import { attribute, type Edit } from '../../markup.ts';
import { decodeEntities, escapeXml } from '../pdf/entities.ts';
import type { LayoutOptions } from './layout-options.ts';
import { setAttributes } from './set-attributes.ts';

/** What changes in the sheets of a workbook. */
interface TableEdits {
  readonly edits: readonly Edit[];
  /** The style of the sheet that is printed, hidden or not. */
  readonly shown?: string;
}

/** What kind of a place LibreOffice keeps cells of other files in, which are no sheets. */
const FOREIGN_CELLS = 'ta_extref';

/**
 * Has one sheet printed, or some cells.
 * @param from where the content of the document begins
 * @param sheet the name of the sheet, where one is chosen
 */
export function editTables(xml: string, from: number, options: LayoutOptions, sheet: string | undefined): TableEdits {
  const { print_area: area } = options;
  if (sheet === undefined && area === undefined) return { edits: [] };
  const edits: Edit[] = [];
  let shown: string | undefined;
  for (const { start, end } of sheetsIn(xml, from)) {
    const tag = xml.slice(start, end);
    const name = decodeEntities(Buffer.from(attribute(tag, 'table:name') ?? '', 'latin1').toString());
    const style = attribute(tag, 'table:style-name');
    if (style === FOREIGN_CELLS) continue;
    const printed = sheet === undefined || name === sheet;
    if (printed && sheet !== undefined) shown = style;
    edits.push({ start, end, text: printed ? printedSheet(tag, name, area) : unprintedSheet(tag) });
  }
  return shown === undefined ? { edits } : { edits, shown };
}

/** The tags that begin the sheets of a workbook; what is embedded in it has tables of its own. */
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

function printedSheet(tag: string, name: string, area: string | undefined): string {
  if (area === undefined) return setAttributes(tag, { 'table:print': undefined });
  const quoted = `'${name.replaceAll("'", "''")}'`;
  const range = area
    .toUpperCase()
    .split(':')
    .map((cell) => `${quoted}.${cell}`);
  const written = Buffer.from(escapeXml(range.join(':'))).toString('latin1');
  return setAttributes(tag, { 'table:print': undefined, 'table:print-ranges': written });
}

function unprintedSheet(tag: string): string {
  return setAttributes(tag, { 'table:print': 'false', 'table:print-ranges': undefined });
}
