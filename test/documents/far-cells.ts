import { openDocument } from './open-document.ts';
import { contentTypes, relationships, XML, zip } from './package.ts';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** A workbook of Office with a number in some cells, each in a row of its own. */
export function sheetOf(...cells: readonly string[]): Promise<Buffer> {
  const rows = cells.map((cell) => `<row r="${/\d+/.exec(cell)?.[0]}"><c r="${cell}"><v>1</v></c></row>`);
  const sheets = `<sheets><sheet name="S" sheetId="1" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:id="r1"/></sheets>`;
  return zip({
    '[Content_Types].xml': contentTypes({
      '/xl/workbook.xml': `${TYPE}.sheet.main+xml`,
      '/xl/worksheets/sheet1.xml': `${TYPE}.worksheet+xml`,
    }),
    '_rels/.rels': relationships([['r', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}">${sheets}</workbook>`,
    'xl/_rels/workbook.xml.rels': relationships([['r1', 'worksheet', 'worksheets/sheet1.xml']]),
    'xl/worksheets/sheet1.xml': `${XML}<worksheet xmlns="${MAIN}"><sheetData>${rows.join('')}</sheetData></worksheet>`,
  });
}

/** An OpenDocument workbook with one number that is repeated in all columns of a hundred thousand rows. */
export function repeatedCells(): Promise<Buffer> {
  const cell =
    '<table:table-cell table:number-columns-repeated="16384" office:value-type="float" office:value="1"><text:p>1</text:p></table:table-cell>';
  const row = `<table:table-row table:number-rows-repeated="100000">${cell}</table:table-row>`;
  return openDocument('spreadsheet', `<table:table table:name="S">${row}</table:table>`);
}
