import type { OptionSchema } from '../../conversion/options.ts';

/** Which pages of a source are converted. */
export const PAGES = {
  title: 'Pages',
  description: 'Pages and ranges from 1, in order; a range may lack its end.',
  type: 'string',
  pattern: '^[1-9][0-9]{0,5}(-([1-9][0-9]{0,5})?)?(,[1-9][0-9]{0,5}(-([1-9][0-9]{0,5})?)?){0,99}$',
  maxLength: 500,
  examples: ['1-3,5,9-'],
} as const satisfies OptionSchema;
