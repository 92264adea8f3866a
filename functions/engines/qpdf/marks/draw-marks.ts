import { join } from 'node:path';
import { invalidOption } from '../../../conversion/options.ts';
import type { EngineJob } from '../../engine.ts';
import { type PageBoxes, sizeOf } from '../../poppler/page-box.ts';
import { runPoppler } from '../../poppler/run-poppler.ts';
import { PdfFile } from '../../sharp/pdf/pdf-file.ts';
import type { MarkPosition, QpdfOptions } from '../options.ts';
import { TextFonts } from './text.ts';

/** The margin between a mark and the edge of the page, in points; on small pages a part of the shorter side. */
const MARGIN = 28;
const MARGIN_PART = 0.05;
/** The font sizes of page numbers and of marks at an edge, in points. */
const [NUMBER_SIZE, EDGE_SIZE] = [10, 12];
/** The largest size of a mark in the middle: 144 points on A4, and on a poster the same part of its shorter side. */
const [LARGEST, LARGEST_PART] = [144, 0.242];
/** The most of the diagonal, or of the width, that a text takes. */
const MOST = 0.8;
/** The cap height and the descent of the font, relative to its size. */
const [CAPITALS, BELOW] = [0.7, 0.21];

interface Size {
  readonly width: number;
  readonly height: number;
}

/** A text on a page. */
interface Mark {
  /** In visual order. */
  readonly text: string;
  readonly place: MarkPosition;
  readonly size: number | undefined;
}

/** The marks of pages of a size with the same number. */
interface Drawing {
  readonly size: Size;
  readonly content: string;
  readonly index: number;
}

/** A file of marks, and for each page of the document the index of its page in that file. */
export interface MarksFile {
  readonly path: string;
  readonly pages: readonly number[];
}

/** Whether options draw marks on the pages. */
export function hasMarks({ watermark, page_numbers: numbers }: QpdfOptions): boolean {
  return watermark !== undefined || numbers === true;
}

/**
 * Draws the watermark and the page numbers.
 * @param pages of the result
 * @throws ConversionError INVALID_OPTION
 */
export async function drawMarks(
  options: QpdfOptions,
  pages: readonly PageBoxes[],
  file: EngineJob,
): Promise<MarksFile> {
  const fonts = await TextFonts.read();
  const { watermark_opacity: opacity = 25, watermark_color: colour = '#808080' } = options;
  const rgb = [1, 3, 5].map((at) => (Number.parseInt(colour.slice(at, at + 2), 16) / 255).toFixed(3)).join(' ');
  if (options.watermark?.trim() === '') throw invalidOption('The option "watermark" must not be blank.');
  const watermark =
    options.watermark === undefined
      ? undefined
      : {
          text: fonts.layOut(options.watermark, 'watermark'),
          place: options.watermark_place ?? 'diagonal',
          size: options.watermark_size,
        };
  const numbers = options.page_numbers ? pageNumbers(options, pages.length) : [];
  const drawings = new Map<string, Drawing>();
  const indexes = pages.map(({ trim, turns }, index) => {
    const size = sizeOf(trim, turns);
    const key = JSON.stringify([size, numbers[index]]);
    const known = drawings.get(key);
    if (known) return known.index;
    const content = [
      ...(watermark ? [`/W gs ${rgb} rg`, drawn(watermark, size, fonts)] : []),
      ...(numbers[index] === undefined
        ? []
        : ['/N gs 0 g', drawn(numberMark(numbers[index], options, fonts), size, fonts)]),
    ].join('\n');
    drawings.set(key, { size, content, index: drawings.size });
    return drawings.size - 1;
  });
  const { folder } = file;
  const [sourcePath, path] = [join(folder, 'drawn.pdf'), join(folder, 'marks.pdf')];
  await write(drawings.values(), fonts, opacity / 100, sourcePath);
  // Cairo embeds only the glyphs that are used.
  await runPoppler('pdftocairo', ['-pdf', '-origpagesizes', sourcePath, path], { folder, sourcePath });
  return { path, pages: indexes };
}

/** The page numbers as text; undefined for pages without one. */
function pageNumbers(options: QpdfOptions, count: number): (string | undefined)[] {
  const { page_number_skip: skip = 0, page_number_start: start = 1 } = options;
  const { page_number_format: format = '{page} / {pages}' } = options;
  return Array.from({ length: count }, (_, index) =>
    index < skip
      ? undefined
      : format.replace('{page}', `${index - skip + start}`).replace('{pages}', `${count - 1 - skip + start}`),
  );
}

function numberMark(text: string, { page_number_place: place = 'bottom' }: QpdfOptions, fonts: TextFonts): Mark {
  return { text: fonts.layOut(text, 'page_number_format'), place, size: NUMBER_SIZE };
}

/** The operators that draw a mark on a page. */
function drawn({ text, place, size: wanted }: Mark, page: Size, fonts: TextFonts): string {
  const margin = Math.min(MARGIN, MARGIN_PART * Math.min(page.width, page.height));
  const width = fonts.width(text);
  const inMiddle = place === 'diagonal' || place === 'center';
  const line = place === 'diagonal' ? MOST * Math.hypot(page.width, page.height) : page.width - 2 * margin;
  const fitting = Math.min((inMiddle ? MOST : 1) * (line / width), (page.height - 2 * margin) / (CAPITALS + BELOW));
  const largest = Math.max(LARGEST, LARGEST_PART * Math.min(page.width, page.height));
  const size = Math.min(fitting, wanted ?? (inMiddle ? largest : EDGE_SIZE));
  const length = width * size;
  const matrix = inMiddle
    ? middle(place === 'diagonal' ? Math.atan2(page.height, page.width) : 0, page, length, size)
    : [1, 0, 0, 1, ...edge(place, page, { margin, length, size })];
  return `BT ${matrix.map((value) => value.toFixed(4)).join(' ')} Tm ${fonts.shown(text, Number(size.toFixed(3)))} ET`;
}

/** The text matrix of a text in the middle of the page. */
function middle(angle: number, { width, height }: Size, length: number, size: number): number[] {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [along, up] = [length / 2, (CAPITALS * size) / 2];
  return [cos, sin, -sin, cos, width / 2 - along * cos + up * sin, height / 2 - along * sin - up * cos];
}

function edge(
  place: string,
  page: Size,
  { margin, length, size }: { readonly margin: number; readonly length: number; readonly size: number },
): [number, number] {
  const y = place.startsWith('top') ? page.height - margin - CAPITALS * size : margin + BELOW * size;
  if (place.endsWith('left')) return [margin, y];
  if (place.endsWith('right')) return [page.width - margin - length, y];
  return [(page.width - length) / 2, y];
}

/** Writes the marks of each kind of page as a page. @param opacity of the watermark, from 0 to 1 */
async function write(drawings: Iterable<Drawing>, fonts: TextFonts, opacity: number, path: string): Promise<void> {
  await PdfFile.write(path, async (pdf) => {
    const entries = await fonts.addTo(pdf);
    const states = `/ExtGState<</W<</ca ${opacity}>>/N<</ca 1>>>>`;
    for (const { size, content } of drawings) {
      const contents = await pdf.add('', Buffer.from(content));
      const resources = `/Resources<</Font<<${entries}>>${states}>>`;
      await pdf.addPage(`/MediaBox[0 0 ${size.width} ${size.height}]${resources}/Contents ${contents}`);
    }
  });
}
