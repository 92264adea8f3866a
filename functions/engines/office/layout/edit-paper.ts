import { invalidOption } from '../../../conversion/options.ts';
import { attributesOf } from '../../markup.ts';
import { PAPERS } from '../../options/page-layout.ts';
import type { LayoutOptions } from './layout-options.ts';
import { type Attributes, setAttributes } from './set-attributes.ts';

/** Millimetres in the units of OpenDocument. */
const UNITS: Readonly<Record<string, number>> = { mm: 1, cm: 10, in: 25.4, pt: 25.4 / 72, pc: 25.4 / 6 };

const SIDES = ['top', 'right', 'bottom', 'left'] as const;

/** LibreOffice's default margin, in millimetres. */
const USUAL_MARGIN = 20;
/** The least width and height between the margins, in millimetres. */
const LEAST_ROOM = 20;

/** Applies the options to the properties of a page (a tag `style:page-layout-properties`). */
export function editPaper(tag: string, options: LayoutOptions): string {
  const given = Object.fromEntries(attributesOf(tag).map(({ name, value }) => [name, value]));
  const paper = paperOf(given, options);
  const margins = marginsOf(given, options);
  const resized = options.page_size !== undefined || options.orientation !== undefined;
  checkRoom(paper, margins, (side) => resized || options[`margin_${side}`] !== undefined);
  return setAttributes(tag, {
    ...(resized ? sizeAttributes(paper) : {}),
    ...(SIDES.some((side) => options[`margin_${side}`] !== undefined) ? marginAttributes(margins) : {}),
    ...scaleAttributes(options),
  });
}

interface Paper {
  readonly width: number;
  readonly height: number;
}

function paperOf(given: Attributes, { page_size: name, orientation }: LayoutOptions): Paper {
  const [letterWidth, letterHeight] = PAPERS.letter;
  const width = millimetres(given['fo:page-width']) ?? letterWidth;
  const height = millimetres(given['fo:page-height']) ?? letterHeight;
  const landscape = orientation ? orientation === 'landscape' : width > height;
  const [short, long] = name ? PAPERS[name] : [Math.min(width, height), Math.max(width, height)];
  return landscape ? { width: long, height: short } : { width: short, height: long };
}

function sizeAttributes({ width, height }: Paper): Attributes {
  return {
    'fo:page-width': `${width}mm`,
    'fo:page-height': `${height}mm`,
    'style:print-orientation': width > height ? 'landscape' : 'portrait',
  };
}

type Margins = Readonly<Record<(typeof SIDES)[number], number>>;

function marginsOf(given: Attributes, options: LayoutOptions): Margins {
  const margin = (side: (typeof SIDES)[number]) =>
    options[`margin_${side}`] ?? millimetres(given[`fo:margin-${side}`] ?? given['fo:margin']) ?? USUAL_MARGIN;
  return { top: margin('top'), right: margin('right'), bottom: margin('bottom'), left: margin('left') };
}

function marginAttributes(margins: Margins): Attributes {
  const entries = SIDES.map((side) => [`fo:margin-${side}`, `${margins[side]}mm`] as const);
  return { 'fo:margin': undefined, ...Object.fromEntries(entries) };
}

/** Scales a sheet to the width of the page. */
function scaleAttributes({ fit_to_width: fitted }: LayoutOptions): Attributes {
  if (!fitted) return {};
  return {
    'style:scale-to': undefined,
    'style:scale-to-pages': undefined,
    'style:scale-to-X': '1',
    'style:scale-to-Y': '0',
  };
}

function millimetres(length: string | undefined): number | undefined {
  const [, number, unit = ''] = /^(-?\d{1,9}(?:\.\d{1,9})?)([a-z]{2})$/.exec(length ?? '') ?? [];
  const factor = Object.hasOwn(UNITS, unit) ? UNITS[unit] : undefined;
  return number === undefined || factor === undefined ? undefined : Number(number) * factor;
}

/** Refuses margins that leave too little room, where they or the paper come from the options. */
function checkRoom({ width, height }: Paper, margins: Margins, isAsked: (side: (typeof SIDES)[number]) => boolean) {
  for (const [length, sides] of [
    [width, ['left', 'right']],
    [height, ['top', 'bottom']],
  ] as const) {
    const room = length - margins[sides[0]] - margins[sides[1]];
    if (room >= LEAST_ROOM || !sides.some(isAsked)) continue;
    throw invalidOption(
      `The options "margin_${sides[0]}" and "margin_${sides[1]}" must leave at least ${LEAST_ROOM} mm of a page; of ${Math.round(length)} mm, ${Math.round(margins[sides[0]])} and ${Math.round(margins[sides[1]])} are margins.`,
    );
  }
}
