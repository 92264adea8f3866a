import type { Box } from '../page.ts';
import type { PictureNames } from '../writing/odf-package.ts';
import { type OdtStyles, points } from '../writing/odt-styles.ts';

/** The context of writing slides. */
export interface SlideContext {
  readonly styles: OdtStyles;
  readonly pictures: PictureNames;
  /** The pictures that are backgrounds, as elements. */
  readonly fills: Set<string>;
}

/** The look of a frame in which nothing is but its content. */
export const PLAIN = {
  'draw:stroke': 'none',
  'draw:fill': 'none',
  'draw:auto-grow-width': 'false',
  'draw:auto-grow-height': 'false',
  'draw:textarea-vertical-align': 'top',
  ...Object.fromEntries(['top', 'bottom', 'left', 'right'].map((side) => [`fo:padding-${side}`, '0pt'])),
};

/** Writes a frame at its place on a slide. */
export function frame(box: Box, style: string, content: string, kind = 'draw'): string {
  return `<draw:frame ${kind}:style-name="${style}" ${placeOf(box)}>${content}</draw:frame>`;
}

/** The attributes of a place on a slide. */
export function placeOf({ left, top, right, bottom }: Box): string {
  return `svg:x="${points(left)}" svg:y="${points(top)}" ${sizeOf(right - left, bottom - top)}`;
}

/** The attributes of a size. */
export function sizeOf(width: number, height: number): string {
  return `svg:width="${points(width)}" svg:height="${points(height)}"`;
}
