import type { OptionSchema } from '../../conversion/options.ts';

/** How often an animation is played. */
export const LOOP = {
  title: 'Loop',
  description: 'How often the animation is played; 0 is for ever. Without it, as the source, a film for ever.',
  type: 'integer',
  minimum: 0,
  maximum: 1000,
} as const satisfies OptionSchema;

/** How fast an animation is. */
export const SPEED = {
  title: 'Speed',
  description: 'How many times as fast as the source it is.',
  type: 'number',
  minimum: 0.1,
  maximum: 10,
  default: 1,
} as const satisfies OptionSchema;

/** How many colours there are. */
export const COLORS = {
  title: 'Colours',
  description: 'How many different colours there are at most.',
  type: 'integer',
  minimum: 2,
  maximum: 256,
} as const satisfies OptionSchema;
