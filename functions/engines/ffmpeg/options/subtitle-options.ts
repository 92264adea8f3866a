import type { OptionSchema } from '../../../conversion/options.ts';
import type { Given } from '../../options/given.ts';
import type { OptionsOfTargets } from '../../options/join.ts';
import { SUBTITLE_TARGETS } from '../subtitles/subtitle-targets.ts';

const SHIFT = {
  title: 'Shift',
  description: 'Seconds by which all subtitles come later; earlier, below 0. What would be over before 0 is left out.',
  type: 'number',
  minimum: -86_400,
  maximum: 86_400,
  default: 0,
  'x-unit': 's',
} as const satisfies OptionSchema;

const SCHEMAS = { shift: SHIFT };

/** The option values of subtitles. */
export type SubtitleOptions = Given<typeof SCHEMAS>;

/** The options of every format of subtitles. */
export const SUBTITLE_OPTIONS: OptionsOfTargets = Object.fromEntries(
  Object.keys(SUBTITLE_TARGETS).map((name) => [name, SCHEMAS]),
);
