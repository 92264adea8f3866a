import type { OptionSchema } from '../../conversion/options.ts';
import type { Quality } from '../../conversion/quality.ts';

/** The image quality of a lossy encoder. Formats scale it differently. */
export const IMAGE_QUALITY = {
  title: 'Image quality',
  description: '100 keeps the most, and is the largest file.',
  type: 'integer',
  minimum: 1,
  maximum: 100,
} as const satisfies OptionSchema;

/** The same with an encoder's defaults for each quality. */
export function imageQuality(values: Readonly<Record<Quality, number>>) {
  return { ...IMAGE_QUALITY, default: values.medium, 'x-defaults': values } as const satisfies OptionSchema;
}

/** Whether a format that is lossy by default is lossless. */
export const LOSSLESS = {
  title: 'Lossless',
  description: 'Whether every pixel is kept exactly.',
  type: 'boolean',
  default: false,
  'x-excludes': ['image_quality'],
} as const satisfies OptionSchema;

/** The effort of an encoder, in a range that depends on the format. */
export const EFFORT = {
  title: 'Effort',
  description: 'Time for a smaller or better file. Without it, that follows from the size of the picture.',
  type: 'integer',
  minimum: 1,
  maximum: 10,
} as const satisfies OptionSchema;

/** Whether a picture appears coarsely first while it loads. */
export const PROGRESSIVE = {
  title: 'Progressive',
  description:
    'Whether the picture appears coarsely at first, and finer the more of it is loaded. Without it, a JPEG of up to 2 million pixels does.',
  type: 'boolean',
} as const satisfies OptionSchema;

/** The chroma subsampling. */
export const CHROMA_SUBSAMPLING = {
  title: 'Chroma subsampling',
  description: 'Whether colours are kept for each pixel (4:4:4) or for four together (4:2:0).',
  type: 'string',
  enum: ['4:2:0', '4:4:4'],
  default: '4:2:0',
  'x-defaults': { low: '4:2:0', medium: '4:2:0', high: '4:4:4' },
} as const satisfies OptionSchema;

/** One picture of an animation. */
export const FRAME = {
  title: 'Frame',
  description: 'One picture of an animation, from 1. Without it, all, or the first.',
  type: 'integer',
  minimum: 1,
  maximum: 100_000,
  'x-excludes': ['loop', 'speed', 'fps', 'start', 'end'],
} as const satisfies OptionSchema;

/** The zoom factor of a drawing. */
export const SCALE = {
  title: 'Scale',
  description: 'How many times its own size a drawing is drawn.',
  type: 'number',
  minimum: 0.01,
  maximum: 100,
  default: 1,
} as const satisfies OptionSchema;

/** The sizes that an icon holds. */
export const SIZES = {
  title: 'Sizes',
  description:
    'Which sizes the icon holds, in pixels, up to 256. Without it, 16, 32, 48, 64, 128 and 256, as far as the picture is so large.',
  type: 'string',
  pattern: '^(25[0-6]|2[0-4][0-9]|1[0-9]{2}|[1-9][0-9]?)(,(25[0-6]|2[0-4][0-9]|1[0-9]{2}|[1-9][0-9]?)){0,15}$',
  examples: ['16,32,48'],
} as const satisfies OptionSchema;

/** The level of detail of a traced drawing. */
export const DETAIL = {
  title: 'Detail',
  description: 'How small what is traced may be; more of it makes a larger file.',
  type: 'string',
  enum: ['low', 'medium', 'high'],
  default: 'medium',
  'x-defaults': { low: 'low', medium: 'medium', high: 'high' },
} as const satisfies OptionSchema;

/** Whether only dark areas are traced. */
export const BLACK_AND_WHITE = {
  title: 'Black and white',
  description: 'Traces what is dark, in black on nothing.',
  type: 'boolean',
  default: false,
  'x-excludes': ['colors', 'color'],
} as const satisfies OptionSchema;
