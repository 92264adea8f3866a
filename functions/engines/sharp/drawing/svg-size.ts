import { type Attribute, applyEdits, attributesOf, type Token, tokensOf } from '../../markup.ts';

/** CSS pixels of each unit of length; relative ones at the default font size. */
const PIXELS = {
  '': 1,
  px: 1,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
  pt: 96 / 72,
  pc: 16,
  em: 16,
  rem: 16,
  ex: 8,
} as const satisfies Record<string, number>;

const LENGTH = /^\+?(\d+(?:\.\d*)?(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?)\s*([a-z]*)$/i;
/** The most characters of a length and of a view box that are parsed. */
const [LONGEST_LENGTH, LONGEST_BOX] = [64, 256];
const STYLED = /\b(?:width|height)\s*:/i;

/** A drawing, and its width and height in pixels where its root element has them. */
export interface SizedDrawing {
  readonly text: string;
  readonly size?: readonly [number, number];
}

/**
 * Sets the width and height of a drawing to what a browser would show, in pixels: resvg takes missing lengths and
 * percentages from the view box alone. A drawing without any size is left as it is.
 */
export function withSize(text: string): SizedDrawing {
  const root = rootOf(text);
  if (!root) return { text };
  const tag = text.slice(root.start, root.end);
  const attributes = attributesOf(tag);
  const size = sizeOf(attributes);
  if (!size || STYLED.test(valueIn(attributes, 'style') ?? '')) return { text };
  const written = ` width="${size[0]}" height="${size[1]}"`;
  const behindName = root.start + (/^<[^\s/>]+/.exec(tag)?.[0].length ?? 0);
  const removed = attributes
    .filter(({ name }) => name === 'width' || name === 'height')
    .map(({ start, end }) => ({ start: root.start + start, end: root.start + end, text: '' }));
  return { text: applyEdits(text, [{ start: behindName, end: behindName, text: written }, ...removed]), size };
}

/** The start tag of the `svg` element, behind comments and declarations. */
function rootOf(text: string): Token | undefined {
  for (const token of tokensOf(text)) if (token.kind === 'open' && token.name === 'svg') return token;
  return undefined;
}

function sizeOf(attributes: readonly Attribute[]): [number, number] | undefined {
  const [, , boxWidth = 0, boxHeight = 0] = (valueIn(attributes, 'viewBox') ?? '')
    .slice(0, LONGEST_BOX)
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const hasBox = boxWidth > 0 && boxHeight > 0;
  const width = pixels(valueIn(attributes, 'width'));
  const height = pixels(valueIn(attributes, 'height'));
  if (width && height) return [width, height];
  if (!hasBox) return undefined;
  if (width) return [width, (width * boxHeight) / boxWidth];
  if (height) return [(height * boxWidth) / boxHeight, height];
  return [boxWidth, boxHeight];
}

function valueIn(attributes: readonly Attribute[], wanted: string): string | undefined {
  return attributes.find(({ name }) => name === wanted)?.value;
}

/** A length in pixels; undefined for percentages and for what is no length. */
function pixels(length = ''): number | undefined {
  const text = length.trim();
  const match = text.length <= LONGEST_LENGTH ? LENGTH.exec(text) : undefined;
  const unit = match?.[2]?.toLowerCase() ?? '';
  if (!match || !Object.hasOwn(PIXELS, unit)) return undefined;
  return Number(match[1]) * PIXELS[unit as keyof typeof PIXELS] || undefined;
}
