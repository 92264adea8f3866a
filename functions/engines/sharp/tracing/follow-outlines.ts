import { coverage, type Mixtures } from './mix-colors.ts';
import { NOTHING, sectionOf } from './thin-lines.ts';

export type Point = [x: number, y: number];

/** The sides of a pixel, clockwise from its top: the step to the neighbour there. */
const SIDES = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
] as const;
/** An edge is at most this many pixels wide on either side. */
const WIDEST = 3;

/** The index of the colour that a pixel is drawn with. @param thin the layers of pixels that thin lines run through */
export function drawnColor({ lower, upper, share }: Mixtures, pixel: number, thin?: Uint8Array): number {
  return Math.max(((share[pixel] ?? 0) >= 0.5 ? upper[pixel] : lower[pixel]) ?? 0, thin?.[pixel] ?? 0);
}

/** Follows the outlines of the layers of a drawing, each of which hides the ones below. */
export class Outlines {
  readonly #mixtures: Mixtures;
  readonly #thin: Uint8Array;
  /** The pixels of each colour. */
  readonly #pixels: number[][] = [];
  /** The layer for which a pixel has been reached, and for which its top has been followed, plus 1. */
  readonly #reached: Uint8Array;
  readonly #followed: Uint8Array;

  /** @param thin the layer of each pixel that a thin line runs through, or 0 */
  constructor(mixtures: Mixtures, thin: Uint8Array) {
    this.#mixtures = mixtures;
    this.#thin = thin;
    const { length } = mixtures.lower;
    this.#reached = new Uint8Array(length);
    this.#followed = new Uint8Array(length);
    for (let pixel = 0; pixel < length; pixel++) {
      const color = drawnColor(mixtures, pixel, thin);
      this.#pixels[color] ??= [];
      this.#pixels[color].push(pixel);
    }
  }

  /**
   * The outlines of a layer: of the areas of its colour, with all on them that higher layers draw.
   * @returns closed rings, in pixels
   */
  of(layer: number): Point[][] {
    const rings: Point[][] = [];
    for (const pixel of this.#areas(layer)) {
      const { width } = this.#mixtures;
      const [x, y] = [pixel % width, Math.floor(pixel / width)];
      if (!this.#isOf(layer, x, y - 1) && this.#followed[pixel] !== layer + 1) rings.push(this.#follow(layer, x, y));
    }
    return rings;
  }

  /** The pixels of a layer. */
  #areas(layer: number): number[] {
    const { width, height } = this.#mixtures;
    const areas = [...(this.#pixels[layer] ?? [])];
    for (const pixel of areas) this.#reached[pixel] = layer + 1;
    for (let next = 0; next < areas.length; next++) {
      const pixel = areas[next] ?? 0;
      const [x, y] = [pixel % width, Math.floor(pixel / width)];
      for (const [right, down] of SIDES) {
        const neighbour = pixel + right + down * width;
        const isInside = x + right >= 0 && x + right < width && y + down >= 0 && y + down < height;
        if (!isInside || this.#reached[neighbour] === layer + 1 || !this.#isOf(layer, x + right, y + down)) continue;
        this.#reached[neighbour] = layer + 1;
        areas.push(neighbour);
      }
    }
    return areas;
  }

  /** How much of a pixel a layer and those above it cover; negative outside of the picture. */
  #share(layer: number, x: number, y: number): number {
    const { width, height } = this.#mixtures;
    if (x < 0 || y < 0 || x >= width || y >= height) return -1;
    return coverage(this.#mixtures, layer, y * width + x);
  }

  /** Whether a pixel is drawn by a layer or those above it. */
  #isOf(layer: number, x: number, y: number): boolean {
    const share = this.#share(layer, x, y);
    return share >= 0.5 || (share >= 0 && (this.#thin[y * this.#mixtures.width + x] ?? 0) >= layer);
  }

  /** Whether a thin line runs through a pixel; the end of a thick one is as thin. */
  #isThin(layer: number, x: number, y: number): boolean {
    const isFlagged = (right: number, down: number) =>
      (this.#thin[(y + down) * this.#mixtures.width + x + right] ?? 0) >= layer;
    if (!isFlagged(0, 0) || this.#share(layer, x, y) < 0.5) return isFlagged(0, 0);
    return SIDES.every(([right, down]) => isFlagged(right, down) || !this.#isOf(layer, x + right, y + down));
  }

  /** Follows the sides between pixels of a layer and others, clockwise from the top of a pixel. */
  #follow(layer: number, startX: number, startY: number): Point[] {
    const ring: Point[] = [];
    let [x, y, side] = [startX, startY, 0];
    do {
      if (side === 0) this.#followed[y * this.#mixtures.width + x] = layer + 1;
      const [right, down] = SIDES[side] ?? SIDES[0];
      const out = this.#place(layer, x, y, right, down);
      if (out !== undefined) ring.push([x + 0.5 + right * out, y + 0.5 + down * out]);
      const turned = (side + 1) % SIDES.length;
      const [aheadX, aheadY] = SIDES[turned] ?? SIDES[0];
      if (!this.#isOf(layer, x + aheadX, y + aheadY)) side = turned;
      else {
        [x, y] = [x + aheadX, y + aheadY];
        if (this.#isOf(layer, x + right, y + down)) {
          [x, y] = [x + right, y + down];
          side = (side + SIDES.length - 1) % SIDES.length;
        }
      }
    } while (x !== startX || y !== startY || side !== 0);
    return ring;
  }

  /**
   * How far from the middle of a pixel its edge is: pixels across the edge say by their shares how much of them is inside.
   * @param right and down, the step out of the layer
   * @returns undefined where that says nothing, as along a thin line
   */
  #place(layer: number, x: number, y: number, right: number, down: number): number | undefined {
    const own = this.#share(layer, x, y);
    const outer = this.#share(layer, x + right, y + down);
    if (outer < 0) return 0.5;
    if (own < 1 - NOTHING && this.#isThin(layer, x, y)) {
      const { width } = this.#mixtures;
      const section = sectionOf(this.#mixtures, layer, y * width + x, right !== 0 ? 1 : width);
      return section && section.middle * (right + down) + section.width / 2;
    }
    const between = (own - 0.5) / (own - outer);
    let [sum, last, inner] = [own, own, 0];
    while (last < 1 - NOTHING) {
      inner++;
      const share = this.#share(layer, x - right * inner, y - down * inner);
      if (inner > WIDEST || share < last - NOTHING) return between;
      sum += share;
      last = share;
    }
    last = own;
    for (let out = 1; last > NOTHING; out++) {
      const share = this.#share(layer, x + right * out, y + down * out);
      if (share < 0) break;
      if (out > WIDEST || share > last + NOTHING) return between;
      sum += share;
      last = share;
    }
    return sum - inner - 0.5;
  }
}
