import type { OptionSchema } from '../../conversion/options.ts';

/** The longest side that clients can ask for, in pixels. */
const LARGEST_SIDE = 16_384;

/** Width of the result. */
export const WIDTH = {
  title: 'Width',
  description: 'Without a height, that follows.',
  type: 'integer',
  minimum: 1,
  maximum: LARGEST_SIDE,
  'x-unit': 'px',
} as const satisfies OptionSchema;

/** Height of the result. */
export const HEIGHT = {
  title: 'Height',
  description: 'Without a width, that follows.',
  type: 'integer',
  minimum: 1,
  maximum: LARGEST_SIDE,
  'x-unit': 'px',
} as const satisfies OptionSchema;

/** How a picture fits into a box of another aspect ratio. */
export const FIT = {
  title: 'Fit',
  description: 'inside, outside keep all, contain adds borders, cover crops, fill stretches.',
  type: 'string',
  enum: ['inside', 'outside', 'contain', 'cover', 'fill'],
  default: 'inside',
  'x-needs': ['width', 'height'],
} as const satisfies OptionSchema;

/** Whether a picture may become larger than it is. */
export const ENLARGE = {
  title: 'Enlarge',
  description: 'Enlarges what is smaller than width and height.',
  type: 'boolean',
  default: true,
  'x-needs': ['width', 'height'],
} as const satisfies OptionSchema;

/** A part of the upright source. */
export const CROP = {
  title: 'Crop',
  description: 'Part of the upright source: left, top, width, height in pixels; of PDF to PDF in points.',
  type: 'string',
  pattern: '^[0-9]{1,6},[0-9]{1,6},[1-9][0-9]{0,5},[1-9][0-9]{0,5}$',
  examples: ['100,50,640,480'],
} as const satisfies OptionSchema;

/** The rotation of a picture. */
export const ROTATE = {
  title: 'Rotate',
  description: 'Degrees clockwise: a multiple of 90.',
  type: 'integer',
  minimum: -360,
  maximum: 360,
  default: 0,
  'x-unit': 'degrees',
} as const satisfies OptionSchema;

/** Mirrors the picture. */
export const FLIP = {
  title: 'Flip',
  description: 'Mirrors left to right, top to bottom, or both.',
  type: 'string',
  enum: ['horizontal', 'vertical', 'both'],
} as const satisfies OptionSchema;

/** The colour of borders and below transparent pixels. */
export const BACKGROUND = {
  title: 'Background',
  description: 'Colour of borders and below what is transparent: #rgb, #rrggbb[aa], or transparent.',
  type: 'string',
  pattern: '^(#([0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})|transparent)$',
  examples: ['#ff8800'],
} as const satisfies OptionSchema;

/** The colour space of the result. */
export const COLOR = {
  title: 'Colours',
  description: 'srgb converts to sRGB, gray to shades of grey, keep keeps the profile where the target can.',
  type: 'string',
  enum: ['srgb', 'gray', 'keep'],
} as const satisfies OptionSchema;

/** The same, for targets without a profile. */
export const PLAIN_COLOR = {
  ...COLOR,
  description: 'srgb converts to sRGB, gray to shades of grey.',
  enum: ['srgb', 'gray'],
} as const satisfies OptionSchema;

/** Dots per inch. */
export const DPI = {
  title: 'Resolution',
  description: 'How finely pages and drawings are rendered; also stored in the result.',
  type: 'integer',
  minimum: 10,
  maximum: 1200,
  'x-unit': 'dpi',
} as const satisfies OptionSchema;

/** Which metadata of a picture are removed. */
export const STRIP_METADATA = {
  title: 'Strip metadata',
  description: 'gps removes the position, all everything but colours.',
  type: 'string',
  enum: ['none', 'gps', 'all'],
  default: 'none',
} as const satisfies OptionSchema;
