import type { OptionSchema, OptionSchemas } from '../../conversion/options.ts';

const MARGIN = {
  description: 'From the edge of the paper to the text, or to what is at the head and foot of each page.',
  type: 'number',
  minimum: 0,
  maximum: 200,
  'x-unit': 'mm',
} as const;

/** The paper, and how much of it is left free. */
export const PAGE_LAYOUT = {
  page_size: {
    title: 'Page size',
    description: 'The paper of all pages. Each stays upright or lying, unless an orientation is given.',
    type: 'string',
    enum: ['A3', 'A4', 'A5', 'B4', 'B5', 'letter', 'legal', 'tabloid'],
  },
  orientation: {
    title: 'Orientation',
    description: 'Whether all pages are upright or lying.',
    type: 'string',
    enum: ['portrait', 'landscape'],
  },
  margin_top: { title: 'Top margin', ...MARGIN },
  margin_right: { title: 'Right margin', ...MARGIN },
  margin_bottom: { title: 'Bottom margin', ...MARGIN },
  margin_left: { title: 'Left margin', ...MARGIN },
} as const satisfies OptionSchemas;

/** What stands above each page. */
export const HEADER = {
  title: 'Header',
  description: 'A text at the head of each page.',
  type: 'string',
  maxLength: 300,
} as const satisfies OptionSchema;

/** What stands below each page. */
export const FOOTER = {
  title: 'Footer',
  description: 'A text at the foot of each page.',
  type: 'string',
  maxLength: 300,
} as const satisfies OptionSchema;

/** Whether pages are numbered. */
export const PAGE_NUMBERS = {
  title: 'Page numbers',
  description: 'Whether the foot of each page has its number and how many there are: 2 / 7. Without it, markup has.',
  type: 'boolean',
} as const satisfies OptionSchema;
