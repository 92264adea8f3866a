import type { OptionSchema, OptionSchemas } from '../../conversion/options.ts';
import { joinOptions, type OptionsOfTargets, ofSources } from '../options/join.ts';
import { FOOTER, HEADER, PAGE_LAYOUT, PAGE_NUMBERS } from '../options/page-layout.ts';
import { PAGES } from '../options/pages.ts';
import { TAGGED } from '../options/pdf-file.ts';
import { SCALE } from '../options/picture-encoding.ts';
import { ENCRYPTION } from '../options/secrets.ts';
import { POPPLER_OPTIONS } from '../poppler/options.ts';
import { SHARP_OPTIONS } from '../sharp/options.ts';
import { PICTURES } from './conversions.ts';

const PAGE_WIDTH = {
  title: 'Page width',
  description: 'Of the paper, instead of a page size.',
  type: 'number',
  minimum: 10,
  maximum: 5000,
  'x-unit': 'mm',
} as const satisfies OptionSchema;

const flag = (title: string, description: string, byDefault?: boolean): OptionSchema => ({
  title,
  description,
  type: 'boolean',
  ...(byDefault === undefined ? {} : { default: byDefault }),
});

const TEMPLATE = { type: 'string', maxLength: 8000, contentMediaType: 'text/html' } as const;

/** The options that decide when a page is ready. */
const READY = {
  wait: {
    title: 'Wait',
    description: 'For scripts, once the page has loaded.',
    type: 'integer',
    minimum: 0,
    maximum: 10_000,
    default: 0,
    'x-unit': 'ms',
  },
  wait_for: {
    title: 'Wait for',
    description: 'A CSS selector of what has to appear before the page is drawn.',
    type: 'string',
    minLength: 1,
    maxLength: 200,
    examples: ['#ready'],
  },
} as const satisfies OptionSchemas;

const media = (byDefault: 'print' | 'screen') =>
  ({
    title: 'Media',
    description: 'For which medium the styles of the page apply.',
    type: 'string',
    enum: ['print', 'screen'],
    default: byDefault,
  }) as const satisfies OptionSchema;

const PDF: OptionSchemas = {
  pages: PAGES,
  ...PAGE_LAYOUT,
  page_width: PAGE_WIDTH,
  page_height: { ...PAGE_WIDTH, title: 'Page height' },
  header: HEADER,
  footer: FOOTER,
  page_numbers: PAGE_NUMBERS,
  header_html: {
    title: 'Header as HTML',
    description: 'In the top margin. Classes date, title, pageNumber and totalPages are filled in.',
    ...TEMPLATE,
  },
  footer_html: { title: 'Footer as HTML', description: 'In the bottom margin, as header_html.', ...TEMPLATE },
  scale: SCALE,
  print_background: flag('Backgrounds', 'Whether background colours and pictures are printed.', true),
  prefer_css_page_size: flag(
    'Paper of the page',
    'Whether a paper named in the styles comes first. Without it, unless one is asked for.',
  ),
  single_page: flag('Single page', 'Whether all is on one page, as tall as needed.', false),
  media: media('print'),
  ...READY,
  tagged: TAGGED,
  outline: flag('Outline', 'Whether headings become bookmarks.', false),
  ...ENCRYPTION,
};

const VIEWPORT = { type: 'integer', minimum: 1, maximum: 8000, 'x-unit': 'px' } as const;

const PICTURE: OptionSchemas = {
  viewport_width: {
    title: 'Viewport width',
    description: 'Of the window in which the page is shown.',
    ...VIEWPORT,
    default: 1280,
  },
  viewport_height: {
    title: 'Viewport height',
    description: 'Of the window in which the page is shown.',
    ...VIEWPORT,
    default: 800,
  },
  full_page: flag('Full page', 'Whether all of the page is pictured, not the first window alone.', true),
  scale: SCALE,
  media: media('screen'),
  ...READY,
};

const { pages: _pages, password: _password, dpi: _dpi, ...OF_PNG } = POPPLER_OPTIONS.png;

/** The options of screenshots: those of pictures of PDF pages, and those of the browser. */
const picture = (target: 'jpg' | 'webp'): OptionSchemas => ({
  ...OF_PNG,
  image_quality: POPPLER_OPTIONS[target].image_quality,
  ...PICTURE,
});

const OF_PAGES = {
  pdf: PDF,
  png: { ...OF_PNG, ...PICTURE },
  jpg: picture('jpg'),
  webp: picture('webp'),
} as const satisfies OptionsOfTargets;

/** Drawings have the options that they have where no browser is needed. */
const OF_DRAWINGS: OptionsOfTargets = Object.fromEntries(
  (['pdf', ...PICTURES] as const).map((target) => [target, ofSources(['svg'], SHARP_OPTIONS[target])]),
);

/** The options of each target. */
export const CHROMIUM_OPTIONS = joinOptions(OF_PAGES, OF_DRAWINGS);
