import { type Attribute, attributesOf, piecesOf } from '../../markup.ts';

/** How large a drawing is in its own units. */
export interface Canvas {
  readonly width: number;
  readonly height: number;
  /** Where it begins in them. @default 0 */
  readonly left?: number;
  readonly top?: number;
}

/** The value of an attribute. */
export function valueIn(attributes: readonly Attribute[], wanted: string): string | undefined {
  return attributes.find(({ name }) => name === wanted)?.value;
}

/** What the outermost element says of the size of a drawing; without that its units are pixels. */
export function canvasOf(text: string, pixels: Canvas): Canvas {
  for (const { kind, name, start, end } of piecesOf(text)) {
    if (kind !== 'open' || name !== 'svg') continue;
    const attributes = attributesOf(text.slice(start, end));
    const [left = 0, top = 0, width = 0, height = 0] = (valueIn(attributes, 'viewBox') ?? '')
      .slice(0, LONGEST_BOX)
      .trim()
      .split(/[\s,]+/)
      .map(Number);
    return width > 0 && height > 0 ? { width, height, left, top } : pixels;
  }
  return pixels;
}

/** Characters of a box of four numbers that mean something. */
const LONGEST_BOX = 256;

/**
 * Which share of a drawing an element covers, from 0 to 1: of what has a width and height, and of circles. What is moved,
 * turned or made larger counts as it stands. Of all else nothing is known.
 */
export function coveredShare(name: string, attributes: readonly Attribute[], canvas: Canvas): number {
  const length = (wanted: string, whole: number) => lengthOf(valueIn(attributes, wanted), whole) / whole;
  if (name === 'circle') return share(length('r', canvas.width)) * share(length('r', canvas.height));
  if (name === 'ellipse') return share(length('rx', canvas.width)) * share(length('ry', canvas.height));
  return Math.min(1, length('width', canvas.width)) * Math.min(1, length('height', canvas.height));
}

/** Twice a radius. */
function share(radius: number): number {
  return Math.min(1, 2 * radius);
}

function lengthOf(value = '', whole: number): number {
  const number = Number.parseFloat(value);
  if (!(number > 0)) return 0;
  return value.trimEnd().endsWith('%') ? (number / 100) * whole : number;
}
