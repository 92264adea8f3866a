import type { OptionSchema, OptionSchemas } from '../../conversion/options.ts';
import { PAGES } from '../options/pages.ts';
import { COLOR, DPI } from '../options/picture.ts';
import { PASSWORD } from '../options/secrets.ts';
import type { PdfTarget } from './pdf-targets.ts';

/** How text is put in order. */
const TEXT_LAYOUT = {
  title: 'Layout of the text',
  description: 'page keeps lines and columns where they stand on the page, reading follows the text, column by column.',
  type: 'string',
  enum: ['page', 'reading'],
  default: 'page',
} as const satisfies OptionSchema;

const SOURCE = { pages: PAGES, password: PASSWORD } as const satisfies OptionSchemas;

const DRAWN = { ...SOURCE, dpi: DPI, color: COLOR } as const satisfies OptionSchemas;

/** The options of each target of PDF files. */
export const POPPLER_OPTIONS = {
  jpg: DRAWN,
  png: DRAWN,
  webp: DRAWN,
  avif: DRAWN,
  gif: DRAWN,
  bmp: DRAWN,
  tiff: DRAWN,
  svg: SOURCE,
  html: SOURCE,
  txt: { ...SOURCE, text_layout: TEXT_LAYOUT },
} as const satisfies Record<PdfTarget, OptionSchemas>;

/** What is asked of the pictures of pages. */
export interface PictureOptions {
  readonly width?: number;
  readonly height?: number;
  readonly fit?: 'inside' | 'outside' | 'contain' | 'cover' | 'fill';
  readonly enlarge?: boolean;
  readonly rotate?: number;
  readonly crop?: string;
  readonly dpi?: number;
  readonly color?: (typeof COLOR)['enum'][number];
}

/** The options, as they are given. */
export interface PopplerOptions extends PictureOptions {
  readonly pages?: string;
  readonly text_layout?: (typeof TEXT_LAYOUT)['enum'][number];
}
