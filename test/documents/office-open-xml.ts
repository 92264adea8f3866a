import { contentTypes, type PackageFiles, relationships, XML, zip } from './package.ts';

const TYPE = 'application/vnd.openxmlformats-officedocument';
const MAIN = 'http://schemas.openxmlformats.org';
const DRAWING = `xmlns:a="${MAIN}/drawingml/2006/main" xmlns:r="${MAIN}/officeDocument/2006/relationships"`;

/** A picture in a document: its bytes, or where it is linked from. */
export type Picture = { readonly png: Buffer } | { readonly link: string };

/** A Word document with a paragraph for each text, and a picture. */
export function docx(paragraphs: readonly string[], picture?: Picture): Promise<Buffer> {
  const body = paragraphs.map((text) => `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`).join('');
  if (!picture) return docxOf(body);
  const isLink = 'link' in picture;
  const drawn = `<w:p><w:r>${inlinePicture(isLink ? 'r:link' : 'r:embed')}</w:r></w:p>`;
  return docxOf(body + drawn, {
    ...(isLink ? {} : { 'word/media/image1.png': picture.png }),
    'word/_rels/document.xml.rels': relationships([
      isLink ? ['rId9', 'image', picture.link, true] : ['rId9', 'image', 'media/image1.png'],
    ]),
  });
}

/** A Word document with this XML as its body. */
export function docxOf(body: string, parts: PackageFiles = {}): Promise<Buffer> {
  return zip({
    '[Content_Types].xml': contentTypes({ '/word/document.xml': `${TYPE}.wordprocessingml.document.main+xml` }),
    '_rels/.rels': relationships([['rId1', 'officeDocument', 'word/document.xml']]),
    'word/document.xml': `${XML}<w:document xmlns:w="${MAIN}/wordprocessingml/2006/main" ${DRAWING}><w:body>${body}</w:body></w:document>`,
    ...parts,
  });
}

function inlinePicture(reference: 'r:embed' | 'r:link'): string {
  const size = 'cx="1800000" cy="1800000"';
  return (
    `<w:drawing><wp:inline xmlns:wp="${MAIN}/drawingml/2006/wordprocessingDrawing"><wp:extent ${size}/><wp:docPr id="1" name="p"/>` +
    `<a:graphic><a:graphicData uri="${MAIN}/drawingml/2006/picture"><pic:pic xmlns:pic="${MAIN}/drawingml/2006/picture">` +
    `<pic:nvPicPr><pic:cNvPr id="1" name="p"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip ${reference}="rId9"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill>` +
    `<pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ${size}/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing>`
  );
}

/** A cell: a text, a number, or a formula, with its last value if it has one. */
export type Cell = string | number | { readonly formula: string; readonly value?: number | string };

/**
 * An Excel workbook: the rows of each sheet.
 * @param paper on which they are printed, by number
 * @param recomputed whether programs are asked to compute its formulas
 */
export function xlsx(
  sheets: Readonly<Record<string, readonly (readonly Cell[])[]>>,
  paper?: number,
  recomputed = false,
): Promise<Buffer> {
  const names = Object.keys(sheets);
  const main = `xmlns="${MAIN}/spreadsheetml/2006/main" xmlns:r="${MAIN}/officeDocument/2006/relationships"`;
  const list = names.map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`);
  const parts = names.map((_, index) => `sheet${index + 1}.xml`);
  const setup = paper === undefined ? '' : `<pageSetup paperSize="${paper}"/>`;
  const content = Object.values(sheets).map((rows, index) => [
    `xl/worksheets/${parts[index]}`,
    `${XML}<worksheet ${main}><sheetData>${rows.map(sheetRow).join('')}</sheetData>${setup}</worksheet>`,
  ]);
  const types = parts.map((part) => [`/xl/worksheets/${part}`, `${TYPE}.spreadsheetml.worksheet+xml`]);
  return zip({
    '[Content_Types].xml': contentTypes({
      '/xl/workbook.xml': `${TYPE}.spreadsheetml.sheet.main+xml`,
      ...Object.fromEntries(types),
    }),
    '_rels/.rels': relationships([['rId1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `${XML}<workbook ${main}><sheets>${list.join('')}</sheets>${recomputed ? '<calcPr fullCalcOnLoad="1"/>' : ''}</workbook>`,
    'xl/_rels/workbook.xml.rels': relationships(
      parts.map((part, index) => [`rId${index + 1}`, 'worksheet', `worksheets/${part}`]),
    ),
    ...Object.fromEntries(content),
  });
}

function sheetRow(cells: readonly Cell[], row: number): string {
  const written = cells.map((cell, column) => {
    const place = `${String.fromCharCode(65 + column)}${row + 1}`;
    if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`;
    if (typeof cell === 'string') return `<c r="${place}" t="inlineStr"><is><t>${cell}</t></is></c>`;
    const { formula, value } = cell;
    const type = typeof value === 'string' ? ` t="${value.startsWith('#') ? 'e' : 'str'}"` : '';
    return `<c r="${place}"${type}><f>${formula}</f>${value === undefined ? '' : `<v>${value}</v>`}</c>`;
  });
  return `<row r="${row + 1}">${written.join('')}</row>`;
}

/** A PowerPoint presentation with a text on each slide; the ones named in `hidden`, counted from 0, are not shown. */
export function pptx(slides: readonly string[], hidden: readonly number[] = []): Promise<Buffer> {
  const main = `xmlns:p="${MAIN}/presentationml/2006/main" ${DRAWING}`;
  const ids = slides.map((_, index) => `<p:sldId id="${256 + index}" r:id="rId${index + 1}"/>`);
  const files = slides.map((text, index) => [
    `ppt/slides/slide${index + 1}.xml`,
    `${XML}<p:sld ${main}${hidden.includes(index) ? ' show="0"' : ''}><p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>${slideText(text)}</p:spTree></p:cSld></p:sld>`,
  ]);
  const types = slides.map((_, index) => [`/ppt/slides/slide${index + 1}.xml`, `${TYPE}.presentationml.slide+xml`]);
  return zip({
    '[Content_Types].xml': contentTypes({
      '/ppt/presentation.xml': `${TYPE}.presentationml.presentation.main+xml`,
      ...Object.fromEntries(types),
    }),
    '_rels/.rels': relationships([['rId1', 'officeDocument', 'ppt/presentation.xml']]),
    'ppt/presentation.xml': `${XML}<p:presentation ${main}><p:sldIdLst>${ids.join('')}</p:sldIdLst><p:sldSz cx="9144000" cy="5143500"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relationships(
      slides.map((_, index) => [`rId${index + 1}`, 'slide', `slides/slide${index + 1}.xml`]),
    ),
    ...Object.fromEntries(files),
  });
}

function slideText(text: string): string {
  return (
    '<p:sp><p:nvSpPr><p:cNvPr id="2" name="t"/><p:cNvSpPr txBox="1"/><p:nvPr/></p:nvSpPr>' +
    '<p:spPr><a:xfrm><a:off x="500000" y="500000"/><a:ext cx="8000000" cy="900000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr>' +
    `<p:txBody><a:bodyPr/><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`
  );
}
