const TABLE_END = '</w:tbl>';
const PARAGRAPH = /<w:p[\s>/]/;

/**
 * A text of Word with a paragraph behind a table that it ends with. Word always writes one, other programs do not; there
 * LibreOffice 25.2 makes one that is hidden, and never comes to the end when it writes the text as plain text.
 */
export function closeTable(xml: string): string {
  const table = xml.lastIndexOf(TABLE_END);
  if (table < 0) return xml;
  const end = table + TABLE_END.length;
  return PARAGRAPH.test(xml.slice(end)) ? xml : `${xml.slice(0, end)}<w:p/>${xml.slice(end)}`;
}
