import { escapeXml } from '../../../entities.ts';
import { isRightToLeft } from '../../../poppler/logical-order.ts';
import type { Block, Cell, Paragraph, PictureBlock, Table } from '../blocks/block.ts';
import { buildParagraphs, CONTENTS_END, joinLines } from '../blocks/build-paragraphs.ts';
import type { Border } from '../graphics/find-dividers.ts';
import { type Box, fillOf, type Run, sizeOf, textOf } from '../page.ts';
import { joinRows } from '../words/join-lines.ts';
import { genericOf } from './drawn-fonts.ts';
import { breakLines, keepBreaks } from './keep-breaks.ts';
import { headingStyle, type OdtStyles, points, properties, spanOf } from './odt-styles.ts';
import { narrowLetters, spaceLetters } from './space-letters.ts';

/** The context of writing a block. */
export interface OdtPlace {
  readonly styles: OdtStyles;
  /** Whether a column begins with it. */
  readonly column: boolean;
  /** The distance from the block before, or from the top of the text, in points. */
  readonly gap: number;
  /** The line above or below a paragraph. */
  readonly border?: Border | undefined;
  /** What is free below a paragraph, in points. */
  readonly below?: number;
  /** The width of the text area, in points. */
  readonly width: number;
  /** The name that a picture's file has in the package. */
  readonly pictureName: (path: string) => string;
  /** The colour of the cell that it is in. */
  readonly ground?: string | undefined;
}

/** A block as OpenDocument text. */
export function writeBlock(block: Block, place: OdtPlace): string {
  if (block.kind === 'paragraph') return writeParagraph(block, place);
  return block.kind === 'table' ? writeTable(block, place) : writePicture(block, place);
}

function writeParagraph(paragraph: Paragraph, { styles, column, gap, below = 0, border, ground }: OdtPlace): string {
  const { runs, lines, align, indent, firstIndent, leading, tabs, level, room } = paragraph;
  const rightToLeft = isRightToLeft(runs.map(({ text }) => text).join(''));
  const fill = fillOf(runs);
  const spaced = narrowLetters(lines).map((line, at) =>
    spaceLetters(line, align === 'justify' && at < lines.length - 1),
  );
  const narrower = keepBreaks(spaced, paragraph);
  const [contents, left = 0] = [CONTENTS_END.test(textOf(paragraph)), lines[0]?.left];
  const places = tabs.map((tab) => `<style:tab-stop style:position="${points(Math.max(1, tab - indent))}"/>`);
  const rightEdge = (attributes: string) =>
    `<style:tab-stop style:position="${points(paragraph.right - left + firstIndent)}" style:type="right"${attributes}/>`;
  // What ends at the right edge stays there where it is set wider, or is a number that becomes longer.
  if (places.length > 0 && room < FLUSH) places.splice(-1, 1, rightEdge(''));
  const stops = (contents ? [...places, rightEdge(LEADER)] : places).join('');
  const look = properties('paragraph', {
    'fo:margin-left': rightToLeft ? undefined : points(indent),
    'fo:margin-right': rightToLeft || narrower === 0 ? undefined : points(narrower),
    'fo:text-indent': points(firstIndent),
    'fo:margin-top': points(gap),
    'fo:margin-bottom': points(below),
    'fo:text-align': rightToLeft && align === 'end' ? 'start' : align,
    'fo:line-height': points(leading),
    'style:writing-mode': rightToLeft ? 'rl-tb' : undefined,
    'fo:background-color': fill === ground ? undefined : fill,
    ...(column && { 'fo:break-before': 'column' }),
    ...(border && {
      [`fo:border-${border.side}`]: `${points(RULE)} solid ${border.color}`,
      [`fo:padding-${border.side}`]: points(border.space),
    }),
  }).replace('/>', stops ? `><style:tab-stops>${stops}</style:tab-stops></style:paragraph-properties>` : '/>');
  const name = styles.name('paragraph', look, level ? ` style:parent-style-name="${headingStyle(level)}"` : '');
  const element = level ? `text:h text:outline-level="${level}"` : 'text:p';
  return `<${element} text:style-name="${name}">${writeRuns(contents ? withLeader(joinLines(lines)) : joinLines(breakLines(spaced, paragraph), SOFT_HYPHEN), styles, fill)}</${element.slice(0, 6).trim()}>`;
}

/** Where a word was divided on the page, it may be again. */
const SOFT_HYPHEN = '\u00ad';

/** How far from the right edge text may end that stands at it, in points. */
const FLUSH = 2;

const LEADER = ' style:leader-style="dotted" style:leader-text="."';
const DOTS = /\s?(?:\.{4}|\u2026{2}|(?:\. ){4})[. \u2026]*/;

/** The runs of an entry of a table of contents, with a tab in the place of its leaders. */
function withLeader(runs: readonly Run[]): Run[] {
  let tab = '\t';
  return runs.map((run) => {
    const text = run.text.replace(DOTS, tab);
    if (text !== run.text) tab = '';
    return { ...run, text };
  });
}

/** @param ground the colour behind all of them, which their paragraph or cell has */
function writeRuns(runs: readonly Run[], styles: OdtStyles, ground?: string): string {
  return runs
    .map(({ text, font, bold, italic, underline, raised, link, scale, spacing, fill, field }) => {
      const look = properties('text', {
        'fo:font-family': font.family,
        'style:font-family-generic': genericOf(font.family),
        'style:font-family-asian': font.family,
        'style:font-family-complex': font.family,
        'fo:font-size': points(font.size),
        'style:font-size-asian': points(font.size),
        'style:font-size-complex': points(font.size),
        'fo:color': styles.ink(font.color, fill),
        ...(bold && { 'fo:font-weight': 'bold', 'style:font-weight-complex': 'bold' }),
        ...(italic && { 'fo:font-style': 'italic', 'style:font-style-complex': 'italic' }),
        ...(underline && { 'style:text-underline-style': 'solid' }),
        ...(scale && { 'style:text-scale': `${Math.round(scale * 100)}%` }),
        ...(spacing && { 'fo:letter-spacing': points(spacing) }),
        ...(fill !== ground && { 'fo:background-color': fill }),
        ...(raised && { 'style:text-position': `${raised} 58%` }),
      });
      const span = `<text:span text:style-name="${styles.name('text', look)}">${field ? writeField(field, text) : writeText(text)}</text:span>`;
      return link === undefined ? span : `<text:a xlink:type="simple" xlink:href="${escapeXml(link)}">${span}</text:a>`;
    })
    .join('');
}

/** Writes the number that a field shows, with what was put around it. */
function writeField(field: NonNullable<Run['field']>, text: string): string {
  const number = text.trim();
  const [before = '', behind = ''] = text.split(number);
  const element = field === 'page' ? 'page-number' : 'page-count';
  return `${writeText(before)}<text:${element}>${number}</text:${element}>${writeText(behind)}`;
}

function writeText(text: string): string {
  return escapeXml(text)
    .replaceAll('\t', '<text:tab/>')
    .replaceAll('\n', '<text:line-break/>')
    .replace(/ {2,}/g, (spaces) => ` <text:s text:c="${spaces.length - 1}"/>`);
}

function writeTable(table: Table, { styles, column, width, pictureName }: OdtPlace): string {
  const { left, top, indent, columns, heights, rows, ruled } = table;
  const whole = columns.reduce((sum, side) => sum + side, 0);
  const scale = Math.min(1, width / whole);
  const look = properties('table', {
    'style:width': points(whole * scale),
    'table:align': 'left',
    'fo:margin-left': points(Math.min(indent, width - whole * scale)),
    ...(column && { 'fo:break-before': 'column' }),
  });
  const name = styles.name('table', look);
  const widths = columns.map((side) => {
    const look = properties('table-column', { 'style:column-width': points(side * scale) });
    return `<table:table-column table:style-name="${styles.name('table-column', look)}"/>`;
  });
  const edges = placesOf(left, columns);
  const [margin, rule] = ruled ? [MARGIN, RULE] : [0, 0];
  const frame = ruled ? { 'fo:border': `${points(RULE)} solid ${ruled}` } : {};
  const padding = { 'fo:padding-left': points(margin), 'fo:padding-right': points(margin) };
  const none = { 'fo:padding-top': '0pt', 'fo:padding-bottom': '0pt' };
  const cellStyle = (fill?: string) =>
    styles.name('table-cell', properties('table-cell', { ...frame, ...padding, ...none, 'fo:background-color': fill }));
  const tops = placesOf(top, heights);
  // How many more rows the cell above spans.
  const covered = columns.map(() => 0);
  const written = rows.map((cells, at) => {
    const [rowTop = top, height = 0] = [tops[at], heights[at]];
    const look = properties('table-row', { 'style:min-row-height': points(Math.max(0, height - rule)) });
    const contentOf = (cell: Cell, ground?: string) => {
      const [from = left, to = left] = [edges[cell.column], edges[cell.column + cell.span]];
      const paragraphs = paragraphsOf(cell, { left: from + margin, right: to - margin });
      return writeBelow(paragraphs, rowTop + rule, { styles, pictureName, width: to - from, ground });
    };
    const row = writeRow(cells, { covered, cellStyle, contentOf, empty: emptyParagraph(height, styles) });
    return `<table:table-row table:style-name="${styles.name('table-row', look)}">${row}</table:table-row>`;
  });
  return `<table:table table:style-name="${name}">${widths.join('')}${written.join('')}</table:table>`;
}

function placesOf(start: number, sizes: readonly number[]): number[] {
  let place = start;
  return [
    start,
    ...sizes.map((size) => {
      place += size;
      return place;
    }),
  ];
}

/** The width of the lines around cells, and the margin of these at their sides, in points. */
const RULE = 0.5;
const MARGIN = 2;

/** The paragraphs of a cell, or its text as one where it is rotated. */
function paragraphsOf({ lines, align }: Cell, edges: Pick<Box, 'left' | 'right'>): Paragraph[] {
  const upright = lines.map((line) => {
    const height = Math.min(line.bottom - line.top, 2 * sizeOf(line));
    return { ...line, top: line.bottom - height };
  });
  const paragraphs = buildParagraphs(joinRows(upright), edges);
  return align === 'start' ? paragraphs : paragraphs.map((paragraph) => ({ ...paragraph, align, indent: 0 }));
}

/** Writes blocks below each other. */
function writeBelow(blocks: readonly Block[], top: number, place: Omit<OdtPlace, 'gap' | 'column'>): string {
  const { gaps } = gapsOf(blocks, top);
  return blocks.map((block, at) => writeBlock(block, { ...place, gap: gaps[at] ?? 0, column: false })).join('');
}

/**
 * What is free above each of some blocks below each other, less where those before take more room, and where they end.
 * @param borders of blocks, which take room as well
 */
export function gapsOf(
  blocks: readonly Block[],
  top: number,
  borders: ReadonlyMap<number, Border> = new Map(),
): { gaps: number[]; bottom: number } {
  let bottom = top;
  const gaps = blocks.map((block, index) => {
    const { side, space = 0 } = borders.get(index) ?? {};
    const [above, below] = side === 'top' ? [space, 0] : [0, space];
    const gap = Math.max(0, block.top - above - bottom);
    bottom += gap + above + block.bottom - block.top + below;
    return gap;
  });
  return { gaps, bottom };
}

/** The font size of an empty paragraph, as a share of the height of its row, and its largest, in points. */
const EMPTY = { share: 0.7, most: 10 };

function emptyParagraph(height: number, styles: OdtStyles): string {
  const size = points(Math.max(1, Math.min(EMPTY.most, height * EMPTY.share)));
  return `<text:p text:style-name="${styles.name('paragraph', properties('text', { 'fo:font-size': size }))}"/>`;
}

interface RowContext {
  readonly covered: number[];
  /** The style of cells with a colour behind them, or none. */
  readonly cellStyle: (fill?: string) => string;
  readonly contentOf: (cell: Cell, ground?: string) => string;
  /** The content of an empty cell. */
  readonly empty: string;
}

function writeRow(cells: Table['rows'][number], { covered, cellStyle, contentOf, empty }: RowContext): string {
  const at = new Map(cells.map((cell) => [cell.column, cell]));
  const common = fillOf(cells.flatMap(({ runs }) => runs));
  let row = '';
  for (let column = 0; column < covered.length; ) {
    const cell = at.get(column);
    const left = covered[column] ?? 0;
    if (!cell && left > 0) {
      row += '<table:covered-table-cell/>';
      covered[column++] = left - 1;
      continue;
    }
    const { span = 1, rows = 1, runs = [] } = cell ?? {};
    const fill = runs.length > 0 ? fillOf(runs) : common;
    const text = (cell && contentOf(cell, fill)) || empty;
    const spanned = spanOf('columns', span) + spanOf('rows', rows);
    row += `<table:table-cell table:style-name="${cellStyle(fill)}"${spanned}>${text}</table:table-cell>${'<table:covered-table-cell/>'.repeat(span - 1)}`;
    covered.fill(rows - 1, column, column + span);
    column += span;
  }
  return row;
}

function writePicture(picture: PictureBlock, { styles, column, gap, width, pictureName }: OdtPlace): string {
  const paragraph = properties('paragraph', {
    'fo:margin-top': points(gap),
    'fo:margin-left': points(Math.min(picture.indent, Math.max(0, width - (picture.right - picture.left)))),
    ...(column && { 'fo:break-before': 'column' }),
  });
  // A line with a picture is as high as that, and what letters reach below it.
  const name = styles.name('paragraph', paragraph + properties('text', { 'fo:font-size': '1pt' }));
  const scale = Math.min(1, width / (picture.right - picture.left));
  const size = { width: (picture.right - picture.left) * scale, height: (picture.bottom - picture.top) * scale };
  const frame = writeFrame(pictureName(picture.path), size, 'text:anchor-type="as-char"');
  return `<text:p text:style-name="${name}">${frame}</text:p>`;
}

/** A picture at its position on the page, behind the text. */
export function writeGround(box: Box, name: string, styles: OdtStyles): string {
  const look = properties('graphic', {
    'style:wrap': 'run-through',
    'style:run-through': 'background',
    'style:horizontal-pos': 'from-left',
    'style:horizontal-rel': 'page',
    'style:vertical-pos': 'from-top',
    'style:vertical-rel': 'page',
  });
  const place = `svg:x="${points(box.left)}" svg:y="${points(box.top)}"`;
  const attributes = `draw:style-name="${styles.name('graphic', look)}" text:anchor-type="paragraph" ${place}`;
  return writeFrame(name, { width: box.right - box.left, height: box.bottom - box.top }, attributes);
}

function writeFrame(name: string, size: { width: number; height: number }, attributes: string): string {
  const sides = `svg:width="${points(size.width)}" svg:height="${points(size.height)}"`;
  return `<draw:frame ${attributes} ${sides}><draw:image xlink:href="${name}" xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"/></draw:frame>`;
}
