const TABLE_END = '</w:tbl>';
const PARAGRAPH = /<w:p[\s>/]/;

/**
 * Adds a paragraph after a table at the end of a Word document, as Word always does. Without one, LibreOffice 25.2 adds a
 * hidden paragraph, and never ends when it exports plain text.
 */
export function closeTable(xml: string): string {
  const table = xml.lastIndexOf(TABLE_END);
  if (table < 0) return xml;
  const end = table + TABLE_END.length;
  return PARAGRAPH.test(xml.slice(end)) ? xml : `${xml.slice(0, end)}<w:p/>${xml.slice(end)}`;
}
