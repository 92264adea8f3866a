import type { OptionSchema, OptionSchemas } from '../../conversion/options.ts';

const MARGIN = {
  description: 'From the edge of the paper to the text, or to the header or footer.',
  type: 'number',
  minimum: 0,
  maximum: 200,
  'x-unit': 'mm',
} as const;

/** Papers, upright, in millimetres. */
export const PAPERS = {
  A3: [297, 420],
  A4: [210, 297],
  A5: [148, 210],
  B4: [250, 353],
  B5: [176, 250],
  letter: [215.9, 279.4],
  legal: [215.9, 355.6],
  tabloid: [279.4, 431.8],
} as const satisfies Record<string, readonly [number, number]>;

export type PaperName = keyof typeof PAPERS;

/** The paper size and its margins. */
export const PAGE_LAYOUT = {
  page_size: {
    title: 'Page size',
    description: 'The paper of all pages. Each keeps its orientation, unless one is given.',
    type: 'string',
    enum: Object.keys(PAPERS) as PaperName[],
  },
  orientation: {
    title: 'Orientation',
    description: 'The orientation of all pages.',
    type: 'string',
    enum: ['portrait', 'landscape'],
  },
  margin_top: { title: 'Top margin', ...MARGIN },
  margin_right: { title: 'Right margin', ...MARGIN },
  margin_bottom: { title: 'Bottom margin', ...MARGIN },
  margin_left: { title: 'Left margin', ...MARGIN },
} as const satisfies OptionSchemas;

/** A line above each page. */
export const HEADER = {
  title: 'Header',
  description: 'A text at the top of each page.',
  type: 'string',
  maxLength: 300,
} as const satisfies OptionSchema;

/** A line below each page. */
export const FOOTER = {
  title: 'Footer',
  description: 'A text at the bottom of each page.',
  type: 'string',
  maxLength: 300,
} as const satisfies OptionSchema;

/** Whether pages are numbered. */
export const PAGE_NUMBERS = {
  title: 'Page numbers',
  description: 'Whether each page has its number and the number of pages at the bottom: 2 / 7. Without it, markup has.',
  type: 'boolean',
} as const satisfies OptionSchema;
