import type { OptionSchema } from '../../conversion/options.ts';

/** One sheet of a workbook. */
export const SHEET = {
  title: 'Sheet',
  description: 'One sheet, by name or number from 1. Without it, all.',
  type: 'string',
  maxLength: 255,
  examples: ['Sheet1'],
} as const satisfies OptionSchema;

/** Sheets as wide as the paper. */
export const FIT_TO_WIDTH = {
  title: 'Fit to width',
  description: 'Whether sheets are made smaller until all their columns fit onto the width of a page.',
  type: 'boolean',
  default: false,
} as const satisfies OptionSchema;
