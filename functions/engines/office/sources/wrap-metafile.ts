import { namespaces } from '../open-document.ts';

/** The size of a page in millimetres. */
interface PageSize {
  readonly width: number;
  readonly height: number;
}

const INCH = 25.4;
const LONGEST_SIDE = 2000;
/** The longer side of a picture without a size. */
const USUAL_SIDE = 160;

const NAMESPACES = namespaces('office', 'draw:drawing', 'style', 'svg:svg-compatible', 'fo:xsl-fo-compatible');
const NO_MARGINS = ['top', 'bottom', 'left', 'right'].map((side) => `fo:margin-${side}="0mm"`).join(' ');

/** Wraps a metafile in a drawing whose only page it fills: LibreOffice would place it on a sheet of paper. */
export function wrapMetafile(metafile: Buffer, format: 'wmf' | 'emf'): string {
  const size = format === 'emf' ? sizeOfEmf(metafile) : sizeOfWmf(metafile);
  const { width, height } = sensibleSize(size ?? { width: 0, height: 0 });
  const orientation = `style:print-orientation="${width > height ? 'landscape' : 'portrait'}"`;
  const page = `fo:page-width="${width}mm" fo:page-height="${height}mm" ${NO_MARGINS} ${orientation}`;
  const layout = `<style:page-layout style:name="L"><style:page-layout-properties ${page}/></style:page-layout>`;
  const master = '<style:master-page style:name="M" style:page-layout-name="L" draw:style-name="D"/>';
  const position = `svg:x="0mm" svg:y="0mm" svg:width="${width}mm" svg:height="${height}mm"`;
  const data = `<office:binary-data>${metafile.toString('base64')}</office:binary-data>`;
  const frame = `<draw:frame ${position}><draw:image draw:mime-type="image/x-${format}">${data}</draw:image></draw:frame>`;
  const drawing = `<draw:page draw:name="1" draw:master-page-name="M">${frame}</draw:page>`;
  const type = 'office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.graphics"';
  return (
    `<?xml version="1.0" encoding="UTF-8"?><office:document ${NAMESPACES} ${type}>` +
    `<office:styles/><office:automatic-styles>${layout}<style:style style:name="D" style:family="drawing-page"/></office:automatic-styles><office:master-styles>${master}</office:master-styles>` +
    `<office:body><office:drawing>${drawing}</office:drawing></office:body></office:document>`
  );
}

/** The frame in the header, in hundredths of a millimetre (MS-EMF 2.2.9). */
function sizeOfEmf(metafile: Buffer): PageSize | undefined {
  if (metafile.length < 40) return undefined;
  const side = (from: number, to: number) => (metafile.readInt32LE(to) - metafile.readInt32LE(from)) / 100;
  return { width: side(24, 32), height: side(28, 36) };
}

/** The box and the units of the placeable header (MS-WMF 2.3.2.3), else the proportions of the window. */
function sizeOfWmf(metafile: Buffer): PageSize | undefined {
  if (metafile.length < 22 || metafile.readUInt32LE(0) !== 0x9ac6cdd7) return windowOfWmf(metafile);
  const unit = INCH / (metafile.readUInt16LE(14) || 1440);
  const side = (from: number, to: number) => Math.abs(metafile.readInt16LE(to) - metafile.readInt16LE(from)) * unit;
  return { width: side(6, 10), height: side(8, 12) };
}

function windowOfWmf(metafile: Buffer): PageSize | undefined {
  for (let at = 18; at + 10 <= metafile.length; at += metafile.readUInt32LE(at) * 2 || metafile.length) {
    if (metafile.readUInt16LE(at + 4) !== 0x020c) continue;
    const [height, width] = [Math.abs(metafile.readInt16LE(at + 6)), Math.abs(metafile.readInt16LE(at + 8))];
    const scale = USUAL_SIDE / Math.max(width, height, 1);
    return { width: width * scale, height: height * scale };
  }
  return undefined;
}

/** Limits the size to that of a page, with the same proportions; an invalid one becomes a default. */
function sensibleSize(given: PageSize): PageSize {
  const isValid = given.width > 0 && given.height > 0;
  const { width, height } = isValid ? given : { width: USUAL_SIDE, height: USUAL_SIDE * 0.75 };
  const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height));
  const side = (value: number) => Math.max(1, Math.round(value * scale * 100) / 100);
  return { width: side(width), height: side(height) };
}
