import { isRightToLeft } from '../../../poppler/logical-order.ts';
import type { Paragraph } from '../blocks/block.ts';
import { type Box, type Page, textOf } from '../page.ts';
import { writeBelow } from '../writing/list-entry.ts';
import { points, properties } from '../writing/odt-styles.ts';
import { frame, PLAIN, placeOf, type SlideContext, sizeOf } from './slide-frame.ts';
import type { SlideText } from './slide-texts.ts';

/** How much wider than it was a text may be set before it breaks, also justified, and a title of one line: a share of it, and points. */
const LOOSE = { share: 0.02, points: 4 };
const JUSTIFIED = { share: 0, points: 3 };
const ALONE = { share: 0.8, points: 20 };
/** The least indent of a paragraph, in points: without one, LibreOffice gives it that of the one above when it reads pptx. */
const LEAST_INDENT = 0.1;

/** Writes a text box, or the title of a slide. */
export function writeText(text: SlideText, page: Page, { styles, pictures }: SlideContext): string {
  const { paragraphs, title, rotated } = text;
  const [first] = paragraphs;
  const single = first !== undefined && paragraphs.length === 1 && first.lines.length === 1;
  const side = first ? sideOf(first) : 'start';
  const loose = side === 'justify' ? JUSTIFIED : single && title ? ALONE : LOOSE;
  const { left, right } = wider(text, side, (text.right - text.left) * loose.share + loose.points, page);
  const placed = paragraphs.map((paragraph) => ({
    ...paragraph,
    room: paragraph.align === 'start' ? right - paragraph.right : 0,
    indent: Math.max(LEAST_INDENT, paragraph.indent),
  }));
  const place = { styles, width: right - left, pictureName: pictures.of, slide: true };
  const content = writeBelow(placed, first?.top ?? text.top, place);
  const box = { left, right, top: text.top, bottom: text.bottom };
  if (title) {
    const style = styles.name('presentation', properties('graphic', PLAIN));
    return frame(box, style, `<draw:text-box>${content}</draw:text-box>`, 'presentation:class="title" presentation');
  }
  // Only shapes have lines that do not break in other formats.
  if (single) return shape(text, styles.name('graphic', properties('graphic', unbroken(side))), content, rotated);
  return frame(box, styles.name('graphic', properties('graphic', PLAIN)), `<draw:text-box>${content}</draw:text-box>`);
}

/** The side at which a paragraph begins: right-to-left text stands at the right one. */
function sideOf({ align, runs }: Paragraph): Paragraph['align'] {
  return align === 'start' && isRightToLeft(textOf({ runs })) ? 'end' : align;
}

/** Widens a text box at the side where its text does not move, within the slide. */
function wider(
  { left, right }: Box,
  align: Paragraph['align'],
  by: number,
  { width }: Page,
): Pick<Box, 'left' | 'right'> {
  const [before, behind] = [Math.min(by, Math.max(0, left)), Math.min(by, Math.max(0, width - right))];
  if (align === 'end') return { left: left - before, right };
  const both = Math.min(before, behind) / 2;
  return align === 'center' ? { left: left - both, right: right + both } : { left, right: right + behind };
}

const ALIGNED = { start: 'left', justify: 'left', center: 'center', end: 'right' } as const;

const unbroken = (align: Paragraph['align']) => ({
  ...PLAIN,
  'fo:wrap-option': 'no-wrap',
  'draw:textarea-horizontal-align': ALIGNED[align],
});

function shape(box: Box, style: string, content: string, rotated: boolean): string {
  const { left, top, right, bottom } = box;
  // A text that runs upwards is turned around its upper left corner, which becomes the lower left one.
  const place = rotated
    ? `${sizeOf(bottom - top, right - left)} draw:transform="rotate (1.5707963) translate (${points(left)} ${points(bottom)})"`
    : placeOf(box);
  const geometry =
    '<draw:enhanced-geometry svg:viewBox="0 0 21600 21600" draw:type="rectangle" draw:enhanced-path="M 0 0 L 21600 0 21600 21600 0 21600 0 0 Z N"/>';
  return `<draw:custom-shape draw:style-name="${style}" ${place}>${content}${geometry}</draw:custom-shape>`;
}
