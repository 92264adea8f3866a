import type { Options } from '../../conversion/options.ts';

/** Room for a line at the head or foot of a page, in mm. */
const LINE = 5;
const GAP = 3;
/** Where the text of a page begins that says nothing of it, in mm: as when it is printed by hand. */
const MARGIN = 10;

const SIDES = ['top', 'right', 'bottom', 'left'] as const;

/** What is put at the head and foot of pages, as values of `content` in CSS. */
function marginTexts({ header, footer, page_numbers: numbers }: Options): Record<'top' | 'bottom', string[]> {
  const foot = [
    ...(footer === undefined ? [] : [quoted(footer)]),
    ...(numbers === true ? ['counter(page) " / " counter(pages)'] : []),
  ];
  return { top: header === undefined ? [] : [quoted(header)], bottom: foot };
}

/** A text in CSS: whatever is no letter or number is written by its number. */
function quoted(text: unknown): string {
  const byNumber = (sign: string) => `\\${sign.codePointAt(0)?.toString(16)} `;
  return `"${String(text).replace(/[^\p{L}\p{M}\p{N} ]/gu, byNumber)}"`;
}

/** Which margins are asked for, in mm: heads and feet take room beside what is between them and the edge. */
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

/** A style sheet of what is asked of pages, which comes before what the page itself says of them; nothing where that is all. */
export function pageStyle(options: Options): string | undefined {
  const margins = Object.entries(marginsOf(options)).map(([side, size]) => `margin-${side}: ${size}mm !important;`);
  const boxes = Object.entries(marginTexts(options)).flatMap(([side, lines]) =>
    lines.length === 0 ? [] : [box(side, lines, options)],
  );
  // Texts of which we make a page have numbers unless they are unwanted.
  if (options.page_numbers === false && options.footer === undefined)
    boxes.push('@bottom-center { content: none !important; }');
  return margins.length + boxes.length === 0 ? undefined : `@page { ${margins.join(' ')} ${boxes.join(' ')} }`;
}

/** As far from the edge as the margin that is asked for. */
function box(side: string, lines: readonly string[], options: Options): string {
  const edge = Number(options[`margin_${side}`] ?? MARGIN);
  const text = lines.join(' "\\a " ');
  const place =
    side === 'top'
      ? `padding-top: ${edge}mm; vertical-align: top`
      : `padding-bottom: ${edge}mm; vertical-align: bottom`;
  const others = ['left', 'right'].map((corner) => `@${side}-${corner} { content: none !important; }`);
  return `@${side}-center { content: ${text} !important; white-space: pre-wrap; font: 9pt/${LINE}mm sans-serif; color: black; text-align: center; width: 100%; ${place}; } ${others.join(' ')}`;
}
