import type { Attribute } from '../../markup.ts';
import { type Canvas, valueIn } from './covered-share.ts';
import { travelOfCorners, travelOfPath } from './path-travel.ts';
import { type Matrix, multiply, withTransform } from './transform-matrix.ts';

/**
 * Seconds that the rows take which the lines of a path cross: so many for each, and for each with all others of the path
 * that cross the same row, which are sorted. Measured from 100 to 100,000 segments, filled and with wide lines.
 */
const [ROW_SECONDS, SORTING_SECONDS] = [0.4e-6, 0.8e-9];

/**
 * Seconds that each letter of a text takes with each other of it: they are drawn as one path, of which almost all cross
 * the same rows. Measured from 2,000 to 16,000 letters.
 */
const LETTER_SECONDS = 1e-7;
/** Letters from there on have so many times the lines of others: those of East Asia, and pictures. */
const [INTRICATE, INTRICACY] = [0x2e80, 2.5];
const BLANK = 0x20;
/** The second halves of characters that take two. */
const [FIRST_HALF, LAST_HALF] = [0xdc00, 0xdfff];

interface OpenElement {
  readonly matrix: Matrix;
  readonly id: string | undefined;
  /** What had been drawn before it, in seconds. */
  readonly before: number;
}

/** What the paths and texts of a drawing take to draw. Elements are told in their order. */
export class DrawnPaths {
  seconds = 0;
  readonly #height: number;
  readonly #root: Matrix;
  readonly #open: OpenElement[] = [];
  /** What each named part has taken: where it is used it takes it again. */
  readonly #named = new Map<string, number>();

  /** @param size of the drawing in pixels */
  constructor(canvas: Canvas, size: { readonly width: number; readonly height: number }) {
    const scale = Math.min(size.width / canvas.width, size.height / canvas.height);
    this.#height = size.height;
    this.#root = multiply([scale, 0, 0, scale, 0, 0], [1, 0, 0, 1, -(canvas.left ?? 0), -(canvas.top ?? 0)]);
  }

  open(name: string, attributes: readonly Attribute[], isEmpty: boolean): void {
    const before = this.seconds;
    const matrix = withTransform(this.#open.at(-1)?.matrix ?? this.#root, valueIn(attributes, 'transform'));
    this.seconds += this.#cost(name, attributes, matrix);
    this.#open.push({ matrix, id: valueIn(attributes, 'id'), before });
    if (isEmpty) this.close();
  }

  /** What stands between two tags of a text. */
  letters(text: string): void {
    let count = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      // Blanks that follow each other are one.
      if (code <= BLANK && text.charCodeAt(at - 1) <= BLANK) continue;
      if (code < FIRST_HALF || code > LAST_HALF) count += code < INTRICATE ? 1 : INTRICACY;
    }
    this.seconds += count ** 2 * LETTER_SECONDS;
  }

  close(): void {
    const { id, before } = this.#open.pop() ?? { id: undefined, before: 0 };
    if (id !== undefined) this.#named.set(id, this.seconds - before);
  }

  #cost(name: string, attributes: readonly Attribute[], matrix: Matrix): number {
    if (name === 'use') return this.#named.get((reference(attributes) ?? '').slice(1)) ?? 0;
    const path = name === 'path' ? valueIn(attributes, 'd') : undefined;
    const corners = name === 'polyline' || name === 'polygon' ? valueIn(attributes, 'points') : undefined;
    if (path === undefined && corners === undefined) return 0;
    const travel =
      path === undefined
        ? travelOfCorners(corners ?? '', matrix, this.#height)
        : travelOfPath(path, matrix, this.#height);
    const rows = travel.rows + travel.segments * this.#lineWidth(attributes, matrix);
    return rows * ROW_SECONDS + (rows ** 2 * SORTING_SECONDS) / Math.max(1, this.#height);
  }

  #lineWidth(attributes: readonly Attribute[], [, b, , d]: Matrix): number {
    const style = valueIn(attributes, 'style') ?? '';
    const written = valueIn(attributes, 'stroke-width') ?? /\bstroke-width\s*:([^;]*)/.exec(style)?.[1];
    return Math.min(this.#height, (Number.parseFloat(written ?? '') || 0) * Math.hypot(b, d));
  }
}

function reference(attributes: readonly Attribute[]): string | undefined {
  return valueIn(attributes, 'href') ?? valueIn(attributes, 'xlink:href');
}
