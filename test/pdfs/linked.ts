import { handWritten } from './hand-written.ts';

/**
 * A PDF file of three pages with outlines of two levels, and on each page a link to the next one by its place, one to the
 * second by its name, and one to the web.
 */
export function linkedPdf(label: string): Buffer {
  const pages = [0, 1, 2].map((index) => ({
    width: 400,
    height: 600,
    content: `BT /F1 40 Tf 50 500 Td (${label} page ${index + 1}) Tj ET`,
    entries: `/Annots[
<</Type/Annot/Subtype/Link/Rect[0 0 100 100]/Dest[${pageObject((index + 1) % 3)} 0 R/XYZ 0 600 0]>>
<</Type/Annot/Subtype/Link/Rect[100 0 200 100]/A<</S/GoTo/D(second)>>>>
<</Type/Annot/Subtype/Link/Rect[200 0 300 100]/A<</S/URI/URI(https://example.com/${label})>>>>]`,
  }));
  return handWritten(pages, {
    catalog: `/Outlines 3 0 R/Names<</Dests<</Names[(first)[${pageObject(0)} 0 R/Fit](second)[${pageObject(1)} 0 R/Fit]]>>>>`,
    objects: [
      '<</Type/Outlines/First 4 0 R/Last 6 0 R/Count 2>>',
      `<</Title(${label} chapter 1)/Parent 3 0 R/Next 6 0 R/Dest[${pageObject(0)} 0 R/XYZ 0 600 0]/First 5 0 R/Last 5 0 R/Count 1>>`,
      `<</Title(${label} section)/Parent 4 0 R/A<</S/GoTo/D[${pageObject(2)} 0 R/Fit]>>>>`,
      `<</Title(${label} chapter 2)/Parent 3 0 R/Prev 4 0 R/Dest(second)>>`,
    ],
  });
}

/** Numbers begin after those of the catalogue, the pages and four objects; each page has its content behind it. */
const pageObject = (index: number) => 7 + index * 2;
