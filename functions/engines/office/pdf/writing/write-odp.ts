import type { Paragraph } from '../blocks/block.ts';
import type { Box, Line, Page } from '../page.ts';
import { PictureNames, writeOdf } from './odf-package.ts';
import { OdtStyles, points, properties } from './odt-styles.ts';
import { writeBlock } from './odt-text.ts';
import { type SlideText, textsOfSlide } from './slide-texts.ts';

/** How much wider than it was a text may be set before it breaks: a share of it, and points. */
const LOOSE = { share: 0.02, points: 4 };

/** Writes pages as a presentation: each a slide with everything drawn as its background, and text boxes in front of it. */
export async function writeOdp(pages: readonly Page[], target: string): Promise<void> {
  const [first = { width: 720, height: 540 }] = pages;
  const [styles, pictures] = [new OdtStyles({ grounds: true }), new PictureNames()];
  const slides = pages.map((page, index) => writeSlide(scaleTo(page, first), index, { styles, pictures }));
  const layout = properties('page-layout', {
    'fo:page-width': points(first.width),
    'fo:page-height': points(first.height),
    'style:print-orientation': first.width > first.height ? 'landscape' : 'portrait',
    ...Object.fromEntries(['top', 'bottom', 'left', 'right'].map((side) => [`fo:margin-${side}`, '0pt'])),
  });
  const document = {
    kind: 'presentation',
    body: slides.join(''),
    styles,
    defaults: '',
    layouts: `<style:page-layout style:name="l">${layout}</style:page-layout><style:style style:name="d" style:family="drawing-page"/>`,
    masters: '<style:master-page style:name="m" style:page-layout-name="l" draw:style-name="d"/>',
    pictures,
  } as const;
  await writeOdf(document, target);
}

/** Scales and centres a page on a slide: all slides have one size. */
function scaleTo(page: Page, { width, height }: Pick<Page, 'width' | 'height'>): Page {
  const scale = Math.min(width / page.width, height / page.height);
  if (Math.abs(scale - 1) < 0.01) return page;
  const [x, y] = [(width - page.width * scale) / 2, (height - page.height * scale) / 2];
  const place = (box: Box) => ({
    left: box.left * scale + x,
    right: box.right * scale + x,
    top: box.top * scale + y,
    bottom: box.bottom * scale + y,
  });
  const smaller = (line: Line): Line => ({
    ...place(line),
    runs: line.runs.map((run) => ({ ...run, font: { ...run.font, size: run.font.size * scale } })),
  });
  const pictures = page.pictures.map((picture) => ({ ...picture, ...place(picture) }));
  return { width, height, lines: page.lines.map(smaller), pictures, tables: [] };
}

interface SlideContext {
  readonly styles: OdtStyles;
  readonly pictures: PictureNames;
}

function writeSlide(page: Page, index: number, { styles, pictures }: SlideContext): string {
  const grounds = page.pictures.map((picture) => {
    const image = `<draw:image xlink:href="${pictures.of(picture.path)}" xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"/>`;
    return frame(picture, styles.name('graphic', properties('graphic', PLAIN)), image);
  });
  const boxes = textsOfSlide(page).map((text) => writeText(text, { styles, pictures }));
  const name = `draw:name="page${index + 1}" draw:style-name="d" draw:master-page-name="m"`;
  return `<draw:page ${name}>${grounds.join('')}${boxes.join('')}</draw:page>`;
}

function writeText(text: SlideText, { styles, pictures }: SlideContext): string {
  const { top, bottom, left, right, paragraphs, title } = text;
  const [first] = paragraphs;
  const single = first && paragraphs.length === 1 && bottom - top < first.leading * 1.5;
  const look = properties('graphic', { ...PLAIN, ...(single && UNBROKEN) });
  const place = { styles, column: false, width: right - left, pictureName: pictures.of };
  const written = paragraphs.map((paragraph, index) => {
    const gap = Math.max(0, paragraph.top - (paragraphs[index - 1]?.bottom ?? paragraph.top));
    return writeBlock({ ...paragraph, room: 0 }, { ...place, gap });
  });
  const box = { top, bottom, ...looser(text, first?.align) };
  const content = `<draw:text-box>${written.join('')}</draw:text-box>`;
  return title
    ? frame(box, styles.name('presentation', look), content, 'presentation:class="title" presentation')
    : frame(box, styles.name('graphic', look), content);
}

/** Widens a text box at the side where its text does not move. */
function looser({ left, right }: Box, align: Paragraph['align'] = 'start'): Pick<Box, 'left' | 'right'> {
  const by = (right - left) * LOOSE.share + LOOSE.points;
  if (align === 'end') return { left: left - by, right };
  return align === 'center' ? { left: left - by / 2, right: right + by / 2 } : { left, right: right + by };
}

const PLAIN = {
  'draw:stroke': 'none',
  'draw:fill': 'none',
  'draw:auto-grow-width': 'false',
  'draw:auto-grow-height': 'false',
  'draw:textarea-vertical-align': 'top',
  ...Object.fromEntries(['top', 'bottom', 'left', 'right'].map((side) => [`fo:padding-${side}`, '0pt'])),
};

/** A box of one line grows with it. */
const UNBROKEN = { 'fo:wrap-option': 'no-wrap', 'draw:auto-grow-width': 'true' };

function frame({ left, top, right, bottom }: Box, style: string, content: string, kind = 'draw'): string {
  const place = `svg:x="${points(left)}" svg:y="${points(top)}"`;
  const size = `svg:width="${points(right - left)}" svg:height="${points(bottom - top)}"`;
  return `<draw:frame ${kind}:style-name="${style}" ${place} ${size}>${content}</draw:frame>`;
}
