import { escapeXml } from '../../../entities.ts';
import type { PictureBlock } from '../blocks/block.ts';
import type { Box, InlinePicture, PagePicture } from '../page.ts';
import type { OdtPlace } from './odt-place.ts';
import { fileLink, type OdtStyles, points, properties } from './odt-styles.ts';

/** Writes a picture as a paragraph of its own. */
export function writePicture(picture: PictureBlock, { styles, column, gap, width, pictureName }: OdtPlace): string {
  const paragraph = properties('paragraph', {
    'fo:margin-top': points(gap),
    'fo:margin-left': points(Math.min(picture.indent, Math.max(0, width - (picture.right - picture.left)))),
    ...(column && { 'fo:break-before': 'column' }),
  });
  // A line with a picture is as high as that, and what letters reach below it.
  const name = styles.name('paragraph', paragraph + properties('text', { 'fo:font-size': '1pt' }));
  const scale = Math.min(1, width / (picture.right - picture.left));
  const size = { width: (picture.right - picture.left) * scale, height: (picture.bottom - picture.top) * scale };
  const frame = writeFrame(pictureName(picture.path), { ...size, words: picture.words }, 'text:anchor-type="as-char"');
  return `<text:p text:style-name="${name}">${frame}</text:p>`;
}

/** Writes a picture among the words of a line. */
export const writeInline = (size: InlinePicture, name: string) => writeFrame(name, size, 'text:anchor-type="as-char"');

/** A picture at its position on the page, behind the text. */
export function writeGround(box: Box & Pick<PagePicture, 'words'>, name: string, styles: OdtStyles): string {
  const look = properties('graphic', {
    'style:wrap': 'run-through',
    'style:run-through': 'background',
    'style:horizontal-pos': 'from-left',
    'style:horizontal-rel': 'page',
    'style:vertical-pos': 'from-top',
    'style:vertical-rel': 'page',
  });
  const place = `svg:x="${points(box.left)}" svg:y="${points(box.top)}"`;
  const attributes = `draw:style-name="${styles.name('graphic', look)}" text:anchor-type="paragraph" ${place}`;
  const { left, right, top, bottom, words } = box;
  return writeFrame(name, { width: right - left, height: bottom - top, words }, attributes);
}

interface Framed {
  readonly width: number;
  readonly height: number;
  readonly words?: string | undefined;
}

function writeFrame(name: string, { width, height, words }: Framed, attributes: string): string {
  const sides = `svg:width="${points(width)}" svg:height="${points(height)}"`;
  const description = words ? `<svg:desc>${escapeXml(words)}</svg:desc>` : '';
  return `<draw:frame ${attributes} ${sides}><draw:image ${fileLink(name)}/>${description}</draw:frame>`;
}
