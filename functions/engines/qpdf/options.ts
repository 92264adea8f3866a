import type { FormatName } from '../../conversion/formats.ts';
import type { OptionSchema, OptionSchemas } from '../../conversion/options.ts';
import { joinOptions, type OptionsOfTargets } from '../options/join.ts';
import { PAGES } from '../options/pages.ts';
import { ALLOW_CHANGES, ALLOW_COPYING, ALLOW_PRINTING } from '../options/permissions.ts';
import { ROTATE } from '../options/picture.ts';
import { IMAGE_QUALITY } from '../options/picture-encoding.ts';
import { ENCRYPT_PASSWORD, OWNER_PASSWORD, PASSWORD } from '../options/secrets.ts';

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
  description: 'Whether the PDF files and pictures become one PDF file, in the order of their names, or of the parts.',
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

/** What can be asked of any PDF file that is written here. */
const WRITTEN = {
  rotate: ROTATE,
  image_quality: IMAGE_QUALITY,
  linearize: LINEARIZE,
  encrypt_password: ENCRYPT_PASSWORD,
  owner_password: OWNER_PASSWORD,
  allow_printing: ALLOW_PRINTING,
  allow_changes: ALLOW_CHANGES,
  allow_copying: ALLOW_COPYING,
} as const satisfies OptionSchemas;

/** The options of a PDF file that is made of another, of one that is made of the files in a zip, and of a zip. */
export const QPDF_OPTIONS = joinOptions(
  ofSource('pdf', {
    pdf: { pages: PAGES, delete_pages: DELETE_PAGES, flatten: FLATTEN, ...WRITTEN, password: PASSWORD },
    zip: { split: SPLIT, password: PASSWORD },
  }),
  ofSource('zip', { pdf: { merge: MERGE, order: ORDER, ...WRITTEN } }),
);

function ofSource(source: FormatName, targets: OptionsOfTargets): OptionsOfTargets {
  return Object.fromEntries(
    Object.entries(targets).map(([target, schemas]) => [
      target,
      Object.fromEntries(
        Object.entries(schemas).map(([name, schema]) => [name, { ...schema, 'x-sources': [source] }] as const),
      ),
    ]),
  );
}

/** These options, as they are given. */
export interface QpdfOptions {
  readonly pages?: string;
  readonly delete_pages?: string;
  readonly flatten?: boolean;
  readonly rotate?: number;
  readonly image_quality?: number;
  readonly linearize?: boolean;
  readonly encrypt_password?: string;
  readonly owner_password?: string;
  readonly allow_printing?: (typeof ALLOW_PRINTING)['enum'][number];
  readonly allow_changes?: (typeof ALLOW_CHANGES)['enum'][number];
  readonly allow_copying?: boolean;
}
