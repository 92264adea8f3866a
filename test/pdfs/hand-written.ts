/** A page of a PDF file as it is written down. */
export interface HandWrittenPage {
  readonly width: number;
  readonly height: number;
  /** The operators that draw it. */
  readonly content?: string;
  /** More entries of its dictionary. */
  readonly entries?: string;
}

/** What stands in a file beside its pages. */
export interface HandWrittenFile {
  /** More entries of the catalogue. */
  readonly catalog?: string;
  /** Objects that other parts refer to; the first has number 3. */
  readonly objects?: readonly string[];
}

const FONT = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>';
const CHINESE = `<</Type/Font/Subtype/Type0/BaseFont/STSong-Light/Encoding/UniGB-UCS2-H/DescendantFonts[
<</Type/Font/Subtype/CIDFontType0/BaseFont/STSong-Light/DW 1000/CIDSystemInfo<</Registry(Adobe)/Ordering(GB1)/Supplement 2>>>>]>>`;
const TIMES = '<</Type/Font/Subtype/Type1/BaseFont/Times-Roman>>';

/** A PDF file without help of a program: fonts F1 (Helvetica), F2 (Times) and F3 (STSong), none of them embedded. */
export function handWritten(
  pages: readonly HandWrittenPage[],
  { catalog = '', objects = [] }: HandWrittenFile = {},
): Buffer {
  const first = 3 + objects.length;
  const kids = pages.map((_, index) => `${first + index * 2} 0 R`).join(' ');
  const resources = `/Resources<</Font<</F1 ${FONT}/F2 ${TIMES}/F3 ${CHINESE}>>>>`;
  return assemble([
    `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    `<</Type/Pages/Count ${pages.length}/Kids[${kids}]${resources}>>`,
    ...objects,
    ...pages.flatMap(({ width, height, content = '', entries = '' }, index) => [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Contents ${first + index * 2 + 1} 0 R${entries}>>`,
      streamOf(content),
    ]),
  ]);
}

/** A stream object. */
export function streamOf(content: string, entries = ''): string {
  return `<<${entries}/Length ${Buffer.byteLength(content, 'latin1')}>>stream\n${content}\nendstream`;
}

/** A file of these objects, the first the catalogue, with its table of places. */
export function assemble(objects: readonly string[]): Buffer {
  let text = '%PDF-1.7\n';
  const places = objects.map((object, index) => {
    const place = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}`;
  return Buffer.from(
    `${text}${table}trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`,
    'latin1',
  );
}

/** Operators that write words, and that fill a rectangle. */
export const words = (text: string, x: number, y: number, size = 20, font = 'F1') =>
  `0 g BT /${font} ${size} Tf ${x} ${y} Td ${text.startsWith('<') ? text : `(${text})`} Tj ET\n`;
export const rectangle = (colour: string, x: number, y: number, width: number, height: number) =>
  `${colour} rg ${x} ${y} ${width} ${height} re f\n`;
