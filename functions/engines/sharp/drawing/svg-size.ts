import { attribute, tokensOf } from '../../markup.ts';

const LENGTH = /^(\d{1,9}(?:\.\d{0,9})?)([a-z]{0,3})$/i;
/** The most characters of a view box that are parsed. */
const LONGEST_BOX = 256;
/** The longest side, in pixels, of a drawing that states no size: the units of its view box may be as small as one likes. */
const LONGEST_SIDE = 8192;

/**
 * Adds the height or the width to a drawing that states the other one alone, by the aspect ratio of its view box, as
 * browsers do: resvg would take it from the view box as it is. One that states neither is limited.
 */
export function withBothSides(text: string): string {
  for (const { kind, name, start, end } of tokensOf(text)) {
    if (kind !== 'open' || name !== 'svg') continue;
    const tag = text.slice(start, end);
    const box = (attribute(tag, 'viewBox') ?? '').slice(0, LONGEST_BOX).trim();
    const [, , boxWidth = 0, boxHeight = 0] = box.split(/[\s,]+/).map(Number);
    const [width, height] = [attribute(tag, 'width'), attribute(tag, 'height')];
    const behindName = start + tag.search(/[\s/>]/);
    const withSize = (size: string) => `${text.slice(0, behindName)} ${size}${text.slice(behindName)}`;
    const zoom = LONGEST_SIDE / Math.max(boxWidth, boxHeight);
    if (width === undefined && height === undefined && zoom < 1)
      return withSize(`width="${boxWidth * zoom}" height="${boxHeight * zoom}"`);
    const [, length, unit] = LENGTH.exec(width ?? height ?? '') ?? [];
    if (!length || !(boxWidth > 0 && boxHeight > 0) || (width !== undefined && height !== undefined)) return text;
    const ratio = width === undefined ? boxWidth / boxHeight : boxHeight / boxWidth;
    return withSize(`${width === undefined ? 'width' : 'height'}="${Number(length) * ratio}${unit}"`);
  }
  return text;
}
