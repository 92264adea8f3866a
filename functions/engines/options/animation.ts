import type { OptionSchema } from '../../conversion/options.ts';

/** The loop count of an animation. */
export const LOOP = {
  title: 'Loop',
  description: 'How often the animation is played; 0 is for ever. Without it, as the source, a video for ever.',
  type: 'integer',
  minimum: 0,
  maximum: 1000,
} as const satisfies OptionSchema;

/** The speed of an animation. */
export const SPEED = {
  title: 'Speed',
  description: 'How many times as fast as the source it is.',
  type: 'number',
  minimum: 0.1,
  maximum: 10,
  default: 1,
} as const satisfies OptionSchema;

/** The size of the palette. */
export const COLORS = {
  title: 'Colours',
  description: 'How many different colours there are at most.',
  type: 'integer',
  minimum: 2,
  maximum: 256,
} as const satisfies OptionSchema;
