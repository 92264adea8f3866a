import type { FormatName } from '../../conversion/formats.ts';
import type { Options } from '../../conversion/options.ts';
import type { Given } from '../options/given.ts';
import type { SHARP_OPTIONS } from './options.ts';

/** The options of pictures. */
export type PictureOptions = Given<(typeof SHARP_OPTIONS)[keyof typeof SHARP_OPTIONS]>;

/** Options of a job by their names: the service has checked them against what is declared. */
export function pictureOptions(options: Options): PictureOptions {
  return options;
}

/** A colour with its opacity; each from 0 to 255. */
export interface Colour {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  readonly alpha: number;
}

const WHITE: Colour = { red: 255, green: 255, blue: 255, alpha: 255 };
const TRANSPARENT: Colour = { red: 0, green: 0, blue: 0, alpha: 0 };
/** Targets without transparency. */
const OPAQUE_TARGETS: readonly FormatName[] = ['jpg', 'bmp', 'pdf'];

/** Whether a target holds transparency. */
export function holdsTransparency(target: FormatName): boolean {
  return !OPAQUE_TARGETS.includes(target);
}

/**
 * What lies in borders and corners that are laid open: nothing, where the target can hold that, else white. A colour that
 * is partly transparent is laid below the whole later.
 */
export function borderColour({ background }: PictureOptions, target: FormatName): Colour {
  const colour = background === undefined ? TRANSPARENT : parseColour(background);
  if (!holdsTransparency(target)) return onWhite(colour);
  return colour.alpha < 255 ? TRANSPARENT : colour;
}

/** What lies below what is transparent; nothing where that stays as it is. */
export function backgroundColour({ background }: PictureOptions, target: FormatName): Colour | undefined {
  if (!holdsTransparency(target)) return background === undefined ? WHITE : onWhite(parseColour(background));
  const colour = background === undefined ? TRANSPARENT : parseColour(background);
  return colour.alpha === 0 ? undefined : colour;
}

/** Whether a background is asked for that is no shade of grey. */
export function hasColouredBackground(options: PictureOptions, target: FormatName): boolean {
  const { red, green, blue } = backgroundColour(options, target) ?? TRANSPARENT;
  return red !== green || green !== blue;
}

/** A colour as `#rgb`, `#rrggbb`, `#rrggbbaa` or `transparent`. */
function parseColour(text: string): Colour {
  if (text === 'transparent') return TRANSPARENT;
  const digits = text.slice(1);
  const long = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits;
  const [red = 0, green = 0, blue = 0, alpha = 255] = Buffer.from(long, 'hex');
  return { red, green, blue, alpha };
}

function onWhite({ red, green, blue, alpha }: Colour): Colour {
  const mix = (value: number) => Math.round((value * alpha + 255 * (255 - alpha)) / 255);
  return { red: mix(red), green: mix(green), blue: mix(blue), alpha: 255 };
}

/** A colour as the library has it. */
export function sharpColour({ red, green, blue, alpha }: Colour): { r: number; g: number; b: number; alpha: number } {
  return { r: red, g: green, b: blue, alpha: alpha / 255 };
}
