import type { OptionSchema, OptionSchemas } from '../../conversion/options.ts';
import type { Given } from '../options/given.ts';
import { PAGES } from '../options/pages.ts';
import { COLOR, DPI, PLAIN_COLOR } from '../options/picture.ts';
import { imageQuality } from '../options/picture-encoding.ts';
import { PASSWORD } from '../options/secrets.ts';
import { SHAPE, SIZE } from '../sharp/options.ts';
import { IMAGE_QUALITIES } from '../sharp/writing/encodings.ts';
import type { PdfTarget } from './pdf-targets.ts';

/** The order of text. */
const TEXT_LAYOUT = {
  title: 'Layout of the text',
  description: 'page keeps lines and columns where they stand on the page, reading follows the text, column by column.',
  type: 'string',
  enum: ['page', 'reading'],
  default: 'page',
} as const satisfies OptionSchema;

const SOURCE = { pages: PAGES, password: PASSWORD } as const satisfies OptionSchemas;

/** The options of every picture of a page. */
const DRAWN = {
  ...SOURCE,
  dpi: DPI,
  color: COLOR,
  ...SIZE,
  ...SHAPE,
} as const satisfies OptionSchemas;

/** The same, for targets without a profile. */
const PLAIN = { ...DRAWN, color: PLAIN_COLOR } as const satisfies OptionSchemas;

/** The options of each target of PDF files. */
export const POPPLER_OPTIONS = {
  jpg: { ...DRAWN, image_quality: imageQuality(IMAGE_QUALITIES.jpg) },
  png: DRAWN,
  webp: { ...DRAWN, image_quality: imageQuality(IMAGE_QUALITIES.webp) },
  avif: { ...DRAWN, image_quality: imageQuality(IMAGE_QUALITIES.avif) },
  gif: PLAIN,
  bmp: PLAIN,
  tiff: DRAWN,
  svg: SOURCE,
  html: SOURCE,
  txt: { ...SOURCE, text_layout: TEXT_LAYOUT },
  cbz: { ...SOURCE, dpi: DPI },
} as const satisfies Record<PdfTarget, OptionSchemas>;

/** The option values of pages. */
export type PopplerOptions = Given<(typeof POPPLER_OPTIONS)[PdfTarget]>;
