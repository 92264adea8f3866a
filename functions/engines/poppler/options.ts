import type { OptionSchema, OptionSchemas } from '../../conversion/options.ts';
import { PAGES } from '../options/pages.ts';
import { BACKGROUND, COLOR, CROP, DPI, ENLARGE, FIT, FLIP, HEIGHT, ROTATE, WIDTH } from '../options/picture.ts';
import { IMAGE_QUALITY } from '../options/picture-encoding.ts';
import { PASSWORD } from '../options/secrets.ts';
import { IMAGE_QUALITIES } from '../sharp/image-qualities.ts';
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

/** What every picture of a page has. */
const DRAWN = {
  ...SOURCE,
  dpi: DPI,
  color: COLOR,
  width: WIDTH,
  height: HEIGHT,
  fit: FIT,
  enlarge: ENLARGE,
  crop: CROP,
  rotate: ROTATE,
  flip: FLIP,
  background: BACKGROUND,
} as const satisfies OptionSchemas;

/** The same, for targets without a profile. */
const PLAIN = {
  ...DRAWN,
  color: { ...COLOR, description: 'srgb converts to sRGB, gray to shades of grey.', enum: ['srgb', 'gray'] },
} as const satisfies OptionSchemas;

/** The options of each target of PDF files. */
export const POPPLER_OPTIONS = {
  jpg: { ...DRAWN, image_quality: imageQuality('jpg') },
  png: DRAWN,
  webp: { ...DRAWN, image_quality: imageQuality('webp') },
  avif: { ...DRAWN, image_quality: imageQuality('avif') },
  gif: PLAIN,
  bmp: PLAIN,
  tiff: DRAWN,
  svg: SOURCE,
  html: SOURCE,
  txt: { ...SOURCE, text_layout: TEXT_LAYOUT },
  cbz: { ...SOURCE, dpi: DPI },
} as const satisfies Record<PdfTarget, OptionSchemas>;

function imageQuality(target: keyof typeof IMAGE_QUALITIES): OptionSchema {
  const values = IMAGE_QUALITIES[target];
  return { ...IMAGE_QUALITY, default: values.medium, 'x-defaults': values };
}

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
