import type { FormatName } from '../../conversion/formats.ts';
import type { OptionSchema, OptionSchemas } from '../../conversion/options.ts';
import { COLORS, LOOP, SPEED } from '../options/animation.ts';
import { PAGES } from '../options/pages.ts';
import {
  BACKGROUND,
  COLOR,
  CROP,
  DPI,
  ENLARGE,
  FIT,
  FLIP,
  HEIGHT,
  PLAIN_COLOR,
  ROTATE,
  STRIP_METADATA,
  WIDTH,
} from '../options/picture.ts';
import {
  BLACK_AND_WHITE,
  CHROMA_SUBSAMPLING,
  DETAIL,
  EFFORT,
  FRAME,
  IMAGE_QUALITY,
  imageQuality,
  LOSSLESS,
  PROGRESSIVE,
  SCALE,
  SIZES,
} from '../options/picture-encoding.ts';
import { IMAGE_QUALITIES } from './writing/encodings.ts';

/** Sources that may be animated. */
const ANIMATED_SOURCES = ['gif', 'webp'] as const satisfies FormatName[];
/** Sources that may have several pages. */
const MULTIPAGE = ['tiff', 'heic'] as const satisfies FormatName[];
const VECTOR = ['svg'] as const satisfies FormatName[];

/** The options that change the geometry, for every target. */
export const SHAPE = {
  crop: CROP,
  rotate: ROTATE,
  flip: FLIP,
  background: BACKGROUND,
} as const satisfies OptionSchemas;

/** The options of the result's size. */
export const SIZE = { width: WIDTH, height: HEIGHT, fit: FIT, enlarge: ENLARGE } as const satisfies OptionSchemas;

/** The options that choose frames or pages of a source, or the scale of a drawing. */
export const SOURCE = {
  frame: { ...FRAME, 'x-sources': ANIMATED_SOURCES },
  pages: { ...PAGES, 'x-sources': MULTIPAGE },
  scale: { ...SCALE, 'x-sources': VECTOR },
} as const satisfies OptionSchemas;

const ALL = { ...SIZE, ...SHAPE, ...SOURCE } as const satisfies OptionSchemas;

/** The resolution for targets that do not state one. */
export const VECTOR_DPI = { ...DPI, 'x-sources': VECTOR } as const satisfies OptionSchema;

const ANIMATED = {
  loop: { ...LOOP, 'x-sources': ANIMATED_SOURCES },
  speed: { ...SPEED, 'x-sources': ANIMATED_SOURCES },
} as const satisfies OptionSchemas;

const ICON = { ...SHAPE, color: PLAIN_COLOR } as const satisfies OptionSchemas;

/** The options of each target that sharp writes. */
export const SHARP_OPTIONS = {
  jpg: {
    ...ALL,
    image_quality: imageQuality(IMAGE_QUALITIES.jpg),
    progressive: PROGRESSIVE,
    chroma_subsampling: CHROMA_SUBSAMPLING,
    color: COLOR,
    dpi: DPI,
    strip_metadata: STRIP_METADATA,
  },
  png: {
    ...ALL,
    effort: { ...EFFORT, maximum: 9 },
    progressive: PROGRESSIVE,
    colors: COLORS,
    color: COLOR,
    dpi: DPI,
    strip_metadata: STRIP_METADATA,
  },
  apng: { ...SIZE, ...SHAPE, frame: SOURCE.frame, ...ANIMATED, color: PLAIN_COLOR },
  webp: {
    ...ALL,
    ...ANIMATED,
    image_quality: imageQuality(IMAGE_QUALITIES.webp),
    lossless: LOSSLESS,
    effort: { ...EFFORT, minimum: 0, maximum: 6 },
    color: COLOR,
    dpi: DPI,
    strip_metadata: STRIP_METADATA,
  },
  avif: {
    ...ALL,
    image_quality: imageQuality(IMAGE_QUALITIES.avif),
    lossless: { ...LOSSLESS, 'x-excludes': ['image_quality', 'chroma_subsampling'] },
    effort: { ...EFFORT, minimum: 0, maximum: 9 },
    chroma_subsampling: CHROMA_SUBSAMPLING,
    color: COLOR,
    dpi: DPI,
    strip_metadata: STRIP_METADATA,
  },
  gif: {
    ...ALL,
    ...ANIMATED,
    effort: EFFORT,
    progressive: PROGRESSIVE,
    colors: { ...COLORS, default: 256, 'x-defaults': { low: 64, medium: 256, high: 256 } },
    color: PLAIN_COLOR,
    dpi: VECTOR_DPI,
  },
  tiff: { ...ALL, color: COLOR, dpi: DPI, strip_metadata: STRIP_METADATA },
  bmp: { ...ALL, color: PLAIN_COLOR, dpi: DPI },
  ico: { ...ICON, frame: SOURCE.frame, pages: SOURCE.pages, sizes: SIZES },
  cur: { ...ICON, sizes: SIZES },
  icns: ICON,
  psd: { ...ALL, color: COLOR, dpi: DPI },
  svg: {
    ...SIZE,
    ...SHAPE,
    frame: SOURCE.frame,
    pages: SOURCE.pages,
    color: PLAIN_COLOR,
    colors: { ...COLORS, default: 32, 'x-defaults': { low: 8, medium: 32, high: 64 } },
    detail: DETAIL,
    black_and_white: BLACK_AND_WHITE,
  },
  pdf: {
    ...ALL,
    image_quality: IMAGE_QUALITY,
    color: PLAIN_COLOR,
    dpi: DPI,
    strip_metadata: { ...STRIP_METADATA, 'x-sources': ['jpg'] },
  },
} as const satisfies Partial<Record<FormatName, OptionSchemas>>;
