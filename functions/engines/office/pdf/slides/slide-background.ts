import type { Page, PagePicture } from '../page.ts';
import { fileLink, properties } from '../writing/odt-styles.ts';
import type { SlideContext } from './slide-frame.ts';

/**
 * The background of a slide: a colour, or the picture behind all of it.
 * @returns the name of the slide's style, and the pictures that are not its background
 */
export function slideBackground(page: Page, { styles, pictures, fills }: SlideContext) {
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
