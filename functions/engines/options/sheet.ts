import type { OptionSchema } from '../../conversion/options.ts';

/** One sheet of a workbook. */
export const SHEET = {
  title: 'Sheet',
  description: 'One sheet, by name or number from 1. Without it, all.',
  type: 'string',
  maxLength: 255,
  examples: ['Sheet1'],
} as const satisfies OptionSchema;

/** Some cells of a sheet. */
export const PRINT_AREA = {
  title: 'Print area',
  description: 'The cells to print: of the sheet that is named, or of each.',
  type: 'string',
  pattern: '^[A-Za-z]{1,3}[1-9][0-9]{0,6}:[A-Za-z]{1,3}[1-9][0-9]{0,6}$',
  examples: ['A1:C20'],
} as const satisfies OptionSchema;

/** Sheets as wide as the paper. */
export const FIT_TO_WIDTH = {
  title: 'Fit to width',
  description: 'Whether sheets are made smaller until all their columns fit onto the width of a page.',
  type: 'boolean',
  default: false,
} as const satisfies OptionSchema;

/** How large the cells of a sheet are printed. */
export const PAGE_SCALE = {
  title: 'Page scale',
  description: 'How large sheets are printed.',
  type: 'integer',
  minimum: 10,
  maximum: 400,
  'x-unit': '%',
  'x-excludes': ['fit_to_width'],
} as const satisfies OptionSchema;
