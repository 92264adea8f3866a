import type { OptionSchema, OptionSchemas } from '../../conversion/options.ts';
import type { Given } from '../options/given.ts';
import { joinOptions, ofSources } from '../options/join.ts';
import { PAGE_NUMBERS } from '../options/page-layout.ts';
import { PAGES } from '../options/pages.ts';
import { CROP, ROTATE } from '../options/picture.ts';
import { IMAGE_QUALITY } from '../options/picture-encoding.ts';
import { ENCRYPTION, PASSWORD } from '../options/secrets.ts';

/** Whether the result can be shown before all of it is there. */
const LINEARIZE = {
  title: 'Linearized',
  description: 'Whether the first page can be shown while the rest is still being loaded.',
  type: 'boolean',
  default: false,
} as const satisfies OptionSchema;

/** Which pages are left out. */
const DELETE_PAGES = {
  ...PAGES,
  title: 'Delete pages',
  description: 'Pages and ranges from 1 that are left out; a range may lack its end.',
  examples: ['2,5-7'],
  'x-excludes': ['pages'],
} as const satisfies OptionSchema;

/** Whether nothing can be filled in or moved any more. */
const FLATTEN = {
  title: 'Flatten',
  description: 'Whether forms and notes become part of the pages, as they look now.',
  type: 'boolean',
  default: false,
} as const satisfies OptionSchema;

/** Whether several files become one. */
const MERGE = {
  title: 'Join into one PDF',
  description: 'Whether the files become one PDF file, in the order of their names, or of the parts.',
  type: 'boolean',
  default: false,
} as const satisfies OptionSchema;

/** Which of the files, and in what order. */
const ORDER = {
  ...PAGES,
  title: 'Order',
  description: 'Which of the files, by their numbers from 1, in the order in which they are joined.',
  examples: ['3,1,2'],
  'x-needs': ['merge'],
} as const satisfies OptionSchema;

/** Which pages become a file of their own. */
const SPLIT = {
  title: 'Split',
  description:
    'Where a file begins: at each page, every so many, for each of some ranges, or at each of the bookmarks.',
  type: 'string',
  pattern: PAGES.pattern.replace(/^\^(.*)\$$/, '^(each|bookmarks|every [1-9][0-9]{0,3}|$1)$'),
  maxLength: PAGES.maxLength,
  default: 'each',
  examples: ['every 10', '1-3,4-'],
} as const satisfies OptionSchema;

/** What is cut off all pages. */
const CROP_MARGINS = {
  title: 'Crop margins',
  description:
    'What is cut off each page in millimetres: all sides, or top, right, bottom, left. It is hidden and not erased.',
  type: 'string',
  pattern: '^[0-9]{1,4}(\\.[0-9]{1,2})?(,[0-9]{1,4}(\\.[0-9]{1,2})?){0,3}$',
  examples: ['10', '10,20,10,20'],
  'x-excludes': ['crop'],
} as const satisfies OptionSchema;

/** A text across all pages. */
const WATERMARK = {
  title: 'Watermark',
  description: 'A text over each page.',
  type: 'string',
  minLength: 1,
  maxLength: 200,
} as const satisfies OptionSchema;

const EDGES = ['top', 'bottom', 'top-left', 'top-right', 'bottom-left', 'bottom-right'] as const;

const WATERMARK_PLACE = {
  title: 'Position of the watermark',
  description: 'Where the watermark is.',
  type: 'string',
  enum: ['diagonal', 'center', ...EDGES],
  default: 'diagonal',
  'x-needs': ['watermark'],
} as const satisfies OptionSchema;

const WATERMARK_OPACITY = {
  title: 'Opacity of the watermark',
  description: 'How little of the page is seen through it.',
  type: 'integer',
  minimum: 1,
  maximum: 100,
  default: 25,
  'x-unit': '%',
  'x-needs': ['watermark'],
} as const satisfies OptionSchema;

const WATERMARK_SIZE = {
  title: 'Size of the watermark',
  description: 'At most what fits, which it is without this in the middle of a page; 12 at its edges.',
  type: 'integer',
  minimum: 4,
  maximum: 500,
  'x-unit': 'pt',
  'x-needs': ['watermark'],
} as const satisfies OptionSchema;

const WATERMARK_COLOR = {
  title: 'Colour of the watermark',
  description: 'As #rrggbb.',
  type: 'string',
  pattern: '^#[0-9a-fA-F]{6}$',
  default: '#808080',
  examples: ['#cc0000'],
  'x-needs': ['watermark'],
} as const satisfies OptionSchema;

const PAGE_NUMBER_PLACE = {
  title: 'Position of page numbers',
  description: 'Where the numbers are.',
  type: 'string',
  enum: EDGES,
  default: 'bottom',
  'x-needs': ['page_numbers'],
} as const satisfies OptionSchema;

const PAGE_NUMBER_FORMAT = {
  title: 'Format of page numbers',
  description: 'A text with {page}, and {pages} for the last number.',
  type: 'string',
  pattern: '^[^{}]{0,50}\\{page\\}([^{}]{0,50}\\{pages\\})?[^{}]{0,50}$',
  default: '{page} / {pages}',
  examples: ['Page {page} of {pages}'],
  'x-needs': ['page_numbers'],
} as const satisfies OptionSchema;

const PAGE_NUMBER_START = {
  title: 'First page number',
  description: 'The number of the first page that has one.',
  type: 'integer',
  minimum: 0,
  maximum: 1_000_000,
  default: 1,
  'x-needs': ['page_numbers'],
} as const satisfies OptionSchema;

const PAGE_NUMBER_SKIP = {
  title: 'Pages without number',
  description: 'How many pages at the beginning have no number.',
  type: 'integer',
  minimum: 0,
  maximum: 10_000,
  default: 0,
  'x-needs': ['page_numbers'],
} as const satisfies OptionSchema;

/** The options of every PDF file that qpdf writes. */
const WRITTEN = {
  rotate: ROTATE,
  crop: CROP,
  crop_margins: CROP_MARGINS,
  watermark: WATERMARK,
  watermark_place: WATERMARK_PLACE,
  watermark_opacity: WATERMARK_OPACITY,
  watermark_size: WATERMARK_SIZE,
  watermark_color: WATERMARK_COLOR,
  page_numbers: PAGE_NUMBERS,
  page_number_place: PAGE_NUMBER_PLACE,
  page_number_format: PAGE_NUMBER_FORMAT,
  page_number_start: PAGE_NUMBER_START,
  page_number_skip: PAGE_NUMBER_SKIP,
  image_quality: IMAGE_QUALITY,
  linearize: LINEARIZE,
  ...ENCRYPTION,
} as const satisfies OptionSchemas;

/** The options of a PDF file that is made of another. */
const OF_PDF = {
  pages: PAGES,
  delete_pages: DELETE_PAGES,
  flatten: FLATTEN,
  ...WRITTEN,
} as const satisfies OptionSchemas;

/** The options of PDF to PDF, PDF to zip, and zip to PDF. */
export const QPDF_OPTIONS = joinOptions(
  {
    pdf: ofSources(['pdf'], { ...OF_PDF, password: PASSWORD }),
    zip: ofSources(['pdf'], { split: SPLIT, password: PASSWORD }),
  },
  { pdf: ofSources(['zip'], { merge: MERGE, order: ORDER, ...WRITTEN }) },
);

/** The positions of a mark on a page. */
export type MarkPosition = (typeof WATERMARK_PLACE)['enum'][number];

/** The option values of PDF files. */
export type QpdfOptions = Given<typeof OF_PDF>;
