import { ZipFile } from 'yazl';
import { cleanText, escapeXml } from '../entities.ts';
import type { PdfPage } from '../poppler/pdf-job.ts';
import { writeZip } from '../write-zip.ts';
import { joinLines } from './build-paragraphs.ts';
import { drawPagesWithoutText } from './draw-pages-without-text.ts';
import type { Scan } from './read-scan.ts';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const [FORMATS, OFFICE] = ['http://schemas.openxmlformats.org', 'officeDocument/2006/relationships'];
const [PACKAGE, WORD] = [`${FORMATS}/package/2006`, `${FORMATS}/wordprocessingml/2006/main`];
const DRAWING = `${FORMATS}/drawingml/2006`;

/** English metric units and twips per point. */
const [EMU, TWIPS] = [12_700, 20];
/** The margin of pages, in points. */
const MARGIN = 56.7;
/** The longest side of paper in Word, in points. */
const LONGEST_SIDE = 1584;

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/**
 * Writes a Word document (Office Open XML, ECMA-376) with a page for each page: its paragraphs, or its picture where it has
 * no text.
 */
export async function writeDocx(scan: Scan, path: string): Promise<void> {
  const pictures = await drawPagesWithoutText(scan);
  const pages = scan.pages.map((page, index) => {
    const drawn = pictures.has(page.number) ? [picture(page, scan.pages[0] ?? page)] : [];
    const texts = (scan.texts.get(page.number) ?? []).map((lines) => paragraph(joinLines(lines)));
    return withBreak(index === 0, drawn.length > 0 ? drawn : texts);
  });
  const zip = new ZipFile();
  const add = (name: string, xml: string) => zip.addBuffer(Buffer.from(XML + xml), name);
  add('[Content_Types].xml', contentTypes());
  add('_rels/.rels', relationships([['rDocument', 'officeDocument', 'word/document.xml']]));
  const media = [...pictures.keys()].map((number) => [`rPage${number}`, 'image', `media/page-${number}.jpg`] as const);
  add('word/_rels/document.xml.rels', relationships([['rStyles', 'styles', 'styles.xml'], ...media]));
  add('word/styles.xml', styles());
  add('word/document.xml', documentOf(pages.join(''), scan.pages[0]));
  // LibreOffice needs the sizes of uncompressed entries in their local headers.
  for (const [number, file] of pictures) zip.addFile(file, `word/media/page-${number}.jpg`);
  await writeZip(zip, path);
}

function withBreak(first: boolean, paragraphs: readonly string[]): string {
  const content = paragraphs.join('');
  return first ? content : content.replace(/^<w:p><w:pPr>/, '<w:p><w:pPr><w:pageBreakBefore/>');
}

function paragraph(text: string): string {
  const backwards = RIGHT_TO_LEFT.test(text.slice(0, 100));
  const run = `<w:r>${backwards ? '<w:rPr><w:rtl/></w:rPr>' : ''}<w:t xml:space="preserve">${escapeXml(cleanText(text))}</w:t></w:r>`;
  return `<w:p><w:pPr>${backwards ? '<w:bidi/>' : ''}</w:pPr>${run}</w:p>`;
}

/** A page's picture, as large as fits on the paper. */
function picture({ number, width, height }: PdfPage, paper: PdfPage): string {
  const { width: across, height: down } = paperSize(paper);
  const scale = Math.min(1, (across - 2 * MARGIN) / width, (down - 2 * MARGIN) / height) * EMU;
  const [cx, cy] = [Math.round(width * scale), Math.round(height * scale)];
  const size = `cx="${cx}" cy="${cy}"`;
  const name = `id="${number}" name="Page ${number}"`;
  const shape = `<pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ${size}/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr>`;
  const fill = `<pic:blipFill><a:blip r:embed="rPage${number}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill>`;
  const pic = `<pic:pic><pic:nvPicPr><pic:cNvPr ${name}/><pic:cNvPicPr/></pic:nvPicPr>${fill}${shape}</pic:pic>`;
  const graphic = `<a:graphic><a:graphicData uri="${DRAWING}/picture">${pic}</a:graphicData></a:graphic>`;
  return `<w:p><w:pPr></w:pPr><w:r><w:drawing><wp:inline><wp:extent ${size}/><wp:docPr ${name}/>${graphic}</wp:inline></w:drawing></w:r></w:p>`;
}

function documentOf(body: string, first: PdfPage | undefined): string {
  const { width, height } = paperSize(first ?? { number: 1, width: 595, height: 842 });
  const twips = (points: number) => Math.round(points * TWIPS);
  const margins = ['top', 'right', 'bottom', 'left', 'header', 'footer'].map((side) => `w:${side}="${twips(MARGIN)}"`);
  const section = `<w:sectPr><w:pgSz w:w="${twips(width)}" w:h="${twips(height)}"/><w:pgMar ${margins.join(' ')} w:gutter="0"/></w:sectPr>`;
  const names = `xmlns:w="${WORD}" xmlns:r="${FORMATS}/${OFFICE}" xmlns:wp="${DRAWING}/wordprocessingDrawing" xmlns:a="${DRAWING}/main" xmlns:pic="${DRAWING}/picture"`;
  return `<w:document ${names}><w:body>${body}${section}</w:body></w:document>`;
}

/** The paper size of all pages: that of the first, within the limits of Word. */
function paperSize({ width, height }: PdfPage): Pick<PdfPage, 'width' | 'height'> {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height));
  const side = (length: number) => Math.max(4 * MARGIN, length * scale);
  return { width: side(width), height: side(height) };
}

function styles(): string {
  const spacing =
    '<w:pPrDefault><w:pPr><w:spacing w:after="160" w:line="264" w:lineRule="auto"/></w:pPr></w:pPrDefault>';
  const fonts = '<w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:cs="Arial"/><w:sz w:val="22"/><w:szCs w:val="22"/>';
  const defaults = `<w:docDefaults><w:rPrDefault><w:rPr>${fonts}</w:rPr></w:rPrDefault>${spacing}</w:docDefaults>`;
  const normal = '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>';
  return `<w:styles xmlns:w="${WORD}">${defaults}${normal}</w:styles>`;
}

function relationships(targets: readonly (readonly [id: string, type: string, target: string])[]): string {
  const list = targets.map(
    ([id, type, target]) => `<Relationship Id="${id}" Type="${FORMATS}/${OFFICE}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${PACKAGE}/relationships">${list.join('')}</Relationships>`;
}

function contentTypes(): string {
  const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
  const defaults = [
    ['rels', 'application/vnd.openxmlformats-package.relationships+xml'],
    ['xml', 'application/xml'],
    ['jpg', 'image/jpeg'],
  ].map(([extension, type]) => `<Default Extension="${extension}" ContentType="${type}"/>`);
  const parts = ['document.main', 'styles'].map(
    (part) => `<Override PartName="/word/${part.split('.')[0]}.xml" ContentType="${word}.${part}+xml"/>`,
  );
  return `<Types xmlns="${PACKAGE}/content-types">${[...defaults, ...parts].join('')}</Types>`;
}
