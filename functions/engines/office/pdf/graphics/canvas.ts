import type { Box } from '../page.ts';
import {
  colourAt,
  coloursIn,
  differenceOf,
  type Ground,
  mostOf,
  outerBox,
  type PixelBox,
  type Pixels,
} from './pixels.ts';

/** Colours that differ by less are the same, of 255. */
const SAME = 6;
/** How far around a box its surroundings are looked at, in pixels. */
const AROUND = 2;

/** At how many places in each direction the colour of a sheet is looked at, and the least share of them that has it. */
const PLACES = 48;
const LEAST_SHARE = 0.3;

/** The colour that most of a page has, if much of it has one. */
export function mostColour(pixels: Pixels): number | undefined {
  const whole = { left: 0, top: 0, right: pixels.width, bottom: pixels.height };
  const { colour, count } = mostOf(coloursIn(pixels, whole, PLACES));
  return count >= LEAST_SHARE * PLACES ** 2 ? colour : undefined;
}

/** Whether all of a picture has one colour. */
export function isPlain(pixels: Pixels, colour: number): boolean {
  for (let y = 0; y < pixels.height; y++)
    for (let x = 0; x < pixels.width; x++) if (differenceOf(colourAt(pixels, x, y), colour) > SAME) return false;
  return true;
}

/** A copy of what is drawn on a page, from which parts are erased. */
export class Canvas {
  readonly pixels: Pixels;
  readonly scale: number;

  constructor({ pixels, scale }: Ground) {
    this.pixels = { ...pixels, data: Uint8Array.from(pixels.data) };
    this.scale = scale;
  }

  /** A box of points in pixels, with all that it touches. */
  boxOf(box: Box): PixelBox {
    return outerBox(box, this.pixels, this.scale);
  }

  /** The colour around a box, in points, if there is only one. */
  #colourAround(box: Box): number | undefined {
    const { left, top, right, bottom } = this.boxOf(box);
    const { width, height } = this.pixels;
    let colour: number | undefined;
    const isAlike = (x: number, y: number) => {
      if (x < 0 || y < 0 || x >= width || y >= height) return true;
      const here = colourAt(this.pixels, x, y);
      colour ??= here;
      return differenceOf(here, colour) <= SAME;
    };
    for (let x = left - AROUND; x < right + AROUND; x++)
      if (!isAlike(x, top - AROUND) || !isAlike(x, bottom + AROUND - 1)) return undefined;
    for (let y = top - AROUND; y < bottom + AROUND; y++)
      if (!isAlike(left - AROUND, y) || !isAlike(right + AROUND - 1, y)) return undefined;
    return colour;
  }

  /** Erases what is in a box of points, if one colour is around it. @returns whether it is */
  lift(box: Box): boolean {
    const colour = this.#colourAround(box);
    if (colour !== undefined) this.#erase(box, colour);
    return colour !== undefined;
  }

  /** Gives all of a box one colour. */
  #erase(box: Box, colour: number): void {
    const { left, top, right, bottom } = this.boxOf(box);
    const { width, data } = this.pixels;
    for (let y = Math.max(0, top - AROUND + 1); y < bottom + AROUND - 1 && y < this.pixels.height; y++) {
      for (let x = Math.max(0, left - AROUND + 1); x < right + AROUND - 1 && x < width; x++) {
        const at = (y * width + x) * 3;
        data[at] = colour >> 16;
        data[at + 1] = (colour >> 8) & 255;
        data[at + 2] = colour & 255;
      }
    }
  }
}
