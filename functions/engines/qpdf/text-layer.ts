import { deflateSync } from 'node:zlib';
import { isRightToLeft } from '../poppler/logical-order.ts';
import type { PageSize } from '../poppler/pdf-job.ts';
import { PdfFile } from '../sharp/pdf/pdf-file.ts';
import { InvisibleFonts, WIDTH } from './invisible-fonts.ts';

/** A text that is not seen, and where it is, in points from the lower left corner. */
export interface PlacedText {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly baseline: number;
  /** How high its letters are above the baseline. */
  readonly height: number;
}

/** A page of a text layer. */
export interface TextPage extends PageSize {
  readonly texts: readonly PlacedText[];
  /** The matrix that moves the texts to their places. @default they are there */
  readonly matrix?: readonly number[];
}

/** Writes a PDF file of invisible text, to be laid below the pages of another, so that these can be searched and copied. */
export async function writeTextLayer(pages: readonly TextPage[], path: string): Promise<void> {
  await PdfFile.write(path, async (pdf) => {
    const fonts = new InvisibleFonts();
    const contents = pages.map((page) => deflateSync(pageOperators(page, fonts)));
    const resources = `/Resources<</Font<<${await fonts.addTo(pdf)}>>>>`;
    for (const [index, { width, height }] of pages.entries()) {
      const stream = await pdf.add('/Filter/FlateDecode', contents[index]);
      await pdf.addPage(`/MediaBox[0 0 ${width} ${height}]${resources}/Contents ${stream}`);
    }
  });
}

function pageOperators({ texts, matrix = [1, 0, 0, 1, 0, 0] }: TextPage, fonts: InvisibleFonts): string {
  const lines = texts.map((text) => textOperators(text, fonts)).filter((line) => line !== '');
  return `${matrix.map((value) => value.toFixed(5)).join(' ')} cm BT 3 Tr\n${lines.join('\n')}\nET`;
}

/** Shows a text as wide as its place; from right to left, its letters are mirrored, as nobody sees. */
function textOperators({ left, right, baseline, height, ...placed }: PlacedText, fonts: InvisibleFonts): string {
  const text = placed.text.replace(/\p{Cc}/gu, ' ').trim();
  if (text === '' || !(right > left && height > 0)) return '';
  const scaling = (100 * (right - left)) / ([...text].length * WIDTH * height);
  const [direction, start] = isRightToLeft(text) ? [-1, right] : [1, left];
  const position = `${direction} 0 0 1 ${decimal(start)} ${decimal(baseline)} Tm ${decimal(scaling)} Tz`;
  return `${position} ${fonts.show(`${text} `, decimal(height))}`;
}

function decimal(number: number): number {
  return Number(number.toFixed(3));
}
