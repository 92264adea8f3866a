import type { Page, PagePicture } from '../page.ts';
import { PictureNames, writeOdf } from '../writing/odf-package.ts';
import { fileLink, OdtStyles, points, properties } from '../writing/odt-styles.ts';
import { scaleTo } from './scale-page.ts';
import { frame, PLAIN, type SlideContext } from './slide-frame.ts';
import { writeSlideTable } from './slide-table.ts';
import { textsOfSlide } from './slide-texts.ts';
import { writeText } from './write-text.ts';

/** Writes pages as a presentation: each a slide with its background, its pictures and tables, and text boxes in front of them. */
export async function writeOdp(pages: readonly Page[], target: string): Promise<void> {
  const [first = { width: 720, height: 540 }] = pages;
  const context = { styles: new OdtStyles({ grounds: true }), pictures: new PictureNames(), fills: new Set<string>() };
  const slides = pages.map((page, index) => writeSlide(scaleTo(page, first), index, context));
  const layout = properties('page-layout', {
    'fo:page-width': points(first.width),
    'fo:page-height': points(first.height),
    'style:print-orientation': first.width > first.height ? 'landscape' : 'portrait',
    ...Object.fromEntries(['top', 'bottom', 'left', 'right'].map((side) => [`fo:margin-${side}`, '0pt'])),
  });
  const document = {
    kind: 'presentation',
    body: slides.join(''),
    styles: context.styles,
    defaults: [...context.fills].join(''),
    layouts: `<style:page-layout style:name="l">${layout}</style:page-layout><style:style style:name="d" style:family="drawing-page"/>`,
    masters: '<style:master-page style:name="m" style:page-layout-name="l" draw:style-name="d"/>',
    pictures: context.pictures,
  } as const;
  await writeOdf(document, target);
}

function writeSlide(page: Page, index: number, context: SlideContext): string {
  const { style, others } = slideBackground(page, context);
  const pictures = others.map((picture) => {
    const image = `<draw:image ${fileLink(context.pictures.of(picture.path))}/>`;
    return frame(picture, context.styles.name('graphic', properties('graphic', PLAIN)), image);
  });
  const tables = page.tables.map((table) => writeSlideTable(table, context));
  const texts = textsOfSlide(page).map((text) => writeText(text, page, context));
  const name = `draw:name="page${index + 1}" draw:style-name="${style}" draw:master-page-name="m"`;
  return `<draw:page ${name}>${[...pictures, ...tables, ...texts].join('')}</draw:page>`;
}

/**
 * The background of a slide: a colour, or the picture behind all of it.
 * @returns the name of the slide's style, and the pictures that are not its background
 */
function slideBackground(page: Page, { styles, pictures, fills }: SlideContext) {
  const ground = page.pictures.find((picture) => picture.behind && isWhole(picture, page));
  const others = page.pictures.filter((picture) => picture !== ground);
  if (!ground) return { style: styleOf({ 'draw:fill': 'solid', 'draw:fill-color': page.sheet ?? '#ffffff' }), others };
  const href = pictures.of(ground.path);
  const name = href.replace(/\W/g, '_');
  fills.add(`<draw:fill-image draw:name="${name}" ${fileLink(href)}/>`);
  return { style: styleOf({ 'draw:fill': 'bitmap', 'draw:fill-image-name': name, 'style:repeat': 'stretch' }), others };

  function styleOf(fill: Readonly<Record<string, string>>): string {
    return styles.name('drawing-page', properties('drawing-page', { ...fill, 'draw:background-size': 'full' }));
  }
}

function isWhole({ left, top, right, bottom }: PagePicture, { width, height }: Page): boolean {
  return Math.max(left, top, width - right, height - bottom) < 1;
}
