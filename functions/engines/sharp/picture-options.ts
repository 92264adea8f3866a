import type { FormatName } from '../../conversion/formats.ts';
import type { Given } from '../options/given.ts';
import type { SHARP_OPTIONS } from './options.ts';

/** The option values of pictures. */
export type PictureOptions = Given<(typeof SHARP_OPTIONS)[keyof typeof SHARP_OPTIONS]>;

/** A colour, each value from 0 to 255, and its opacity, from 0 to 1. */
export interface Colour {
  readonly r: number;
  readonly g: number;
  readonly b: number;
  readonly alpha: number;
}

const WHITE: Colour = { r: 255, g: 255, b: 255, alpha: 1 };
const TRANSPARENT: Colour = { r: 0, g: 0, b: 0, alpha: 0 };
/** Targets without transparency. */
const OPAQUE_TARGETS: readonly FormatName[] = ['jpg', 'bmp', 'pdf'];

/**
 * The colour of borders and of corners that a rotation uncovers: by default transparent where the target can hold that,
 * else white. A partly transparent background is blended below the whole picture later.
 */
export function borderColour({ background }: PictureOptions, target: FormatName): Colour {
  const colour = background === undefined ? TRANSPARENT : parseColour(background);
  if (OPAQUE_TARGETS.includes(target)) return onWhite(colour);
  return colour.alpha < 1 ? TRANSPARENT : colour;
}

/** The colour below transparent pixels; undefined where they stay transparent. */
export function backgroundColour({ background }: PictureOptions, target: FormatName): Colour | undefined {
  if (OPAQUE_TARGETS.includes(target)) return background === undefined ? WHITE : onWhite(parseColour(background));
  const colour = background === undefined ? TRANSPARENT : parseColour(background);
  return colour.alpha === 0 ? undefined : colour;
}

/** Whether the requested background is not grey. */
export function hasColouredBackground(options: PictureOptions, target: FormatName): boolean {
  const { r, g, b } = backgroundColour(options, target) ?? TRANSPARENT;
  return r !== g || g !== b;
}

/** Parses `#rgb`, `#rrggbb`, `#rrggbbaa` or `transparent`. */
function parseColour(text: string): Colour {
  if (text === 'transparent') return TRANSPARENT;
  const digits = text.slice(1);
  const long = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits;
  const [r = 0, g = 0, b = 0, alpha = 255] = Buffer.from(long, 'hex');
  return { r, g, b, alpha: alpha / 255 };
}

function onWhite({ r, g, b, alpha }: Colour): Colour {
  const mix = (value: number) => Math.round(value * alpha + 255 * (1 - alpha));
  return { r: mix(r), g: mix(g), b: mix(b), alpha: 1 };
}
