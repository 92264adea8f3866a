import type { OptionSchema } from '../../conversion/options.ts';

/** The longest time, in seconds: a day. */
const LONGEST = 86_400;

/** Where in the source the result begins. */
export const START = {
  title: 'Start',
  description: 'Second of the source at which it begins.',
  type: 'number',
  minimum: 0,
  maximum: LONGEST,
  default: 0,
  'x-unit': 's',
} as const satisfies OptionSchema;

/** Where in the source the result ends. */
export const END = {
  title: 'End',
  description: 'Second of the source at which it ends.',
  type: 'number',
  exclusiveMinimum: 0,
  maximum: LONGEST,
  'x-unit': 's',
} as const satisfies OptionSchema;

/** The time of the frame that is taken of a video. */
export const TIME = {
  title: 'Time',
  description: 'The second of the video whose picture is taken.',
  type: 'number',
  minimum: 0,
  maximum: LONGEST,
  default: 0,
  'x-unit': 's',
} as const satisfies OptionSchema;
