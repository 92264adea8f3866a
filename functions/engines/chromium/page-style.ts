import type { Options } from '../../conversion/options.ts';

/** The height of a line in the header or footer, and its gap to the page, in mm. */
const LINE = 5;
const GAP = 3;
/** The browser's default margin, in mm. */
const MARGIN = 10;

const SIDES = ['top', 'right', 'bottom', 'left'] as const;

/** The lines of headers and footers, as values of `content` in CSS. */
function marginTexts({ header, footer, page_numbers: numbers }: Options): Record<'top' | 'bottom', string[]> {
  const foot = [
    ...(footer === undefined ? [] : [quoted(footer)]),
    ...(numbers === true ? ['counter(page) " / " counter(pages)'] : []),
  ];
  return { top: header === undefined ? [] : [quoted(header)], bottom: foot };
}

/** A CSS string, with all but letters and digits escaped. */
function quoted(text: unknown): string {
  const byNumber = (sign: string) => `\\${sign.codePointAt(0)?.toString(16)} `;
  return `"${String(text).replace(/[^\p{L}\p{M}\p{N} ]/gu, byNumber)}"`;
}

/** The margins that options ask for, in mm: headers and footers add to them. */
export function marginsOf(options: Options): Partial<Record<(typeof SIDES)[number], number>> {
  const lines = marginTexts(options);
  return Object.fromEntries(
    SIDES.flatMap((side) => {
      const asked = options[`margin_${side}`];
      const { length } = side === 'top' || side === 'bottom' ? lines[side] : [];
      if (asked === undefined && length === 0) return [];
      return [[side, Number(asked ?? MARGIN) + (length === 0 ? 0 : length * LINE + GAP)]];
    }),
  );
}

/** A style sheet for margins, headers and footers that overrides that of the page; undefined where none is asked for. */
export function pageStyle(options: Options): string | undefined {
  const margins = Object.entries(marginsOf(options)).map(([side, size]) => `margin-${side}: ${size}mm !important;`);
  const boxes = Object.entries(marginTexts(options)).flatMap(([side, lines]) =>
    lines.length === 0 ? [] : [box(side, lines, options)],
  );
  // Our own style adds page numbers to markup, unless the option is false.
  if (options.page_numbers === false && options.footer === undefined)
    boxes.push('@bottom-center { content: none !important; }');
  return margins.length + boxes.length === 0 ? undefined : `@page { ${margins.join(' ')} ${boxes.join(' ')} }`;
}

/** The rules of a margin box, at the requested distance from the edge. */
function box(side: string, lines: readonly string[], options: Options): string {
  const edge = Number(options[`margin_${side}`] ?? MARGIN);
  const text = lines.join(' "\\a " ');
  const position =
    side === 'top'
      ? `padding-top: ${edge}mm; vertical-align: top`
      : `padding-bottom: ${edge}mm; vertical-align: bottom`;
  const others = ['left', 'right'].map((corner) => `@${side}-${corner} { content: none !important; }`);
  return `@${side}-center { content: ${text} !important; white-space: pre-wrap; font: 9pt/${LINE}mm sans-serif; color: black; text-align: center; width: 100%; ${position}; } ${others.join(' ')}`;
}
