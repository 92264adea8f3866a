import type { Table } from './blocks/block.ts';
import type { Divider } from './graphics/find-dividers.ts';
import type { Rule } from './graphics/find-rules.ts';
import type { Tag } from './tags/tag.ts';

/** A box on a page, in points from its upper left corner. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The font of a run. */
export interface Font {
  readonly family: string;
  /** In points. */
  readonly size: number;
  readonly color: string;
  /** Whether it is monospace, and the text is not. */
  readonly mono?: boolean;
}

/** A run of text in one font. */
export interface Run {
  readonly text: string;
  readonly font: Font;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly underline?: boolean;
  /** Whether a line goes through it. */
  readonly struck?: boolean;
  /** Whether it is a superscript or subscript; its size is that of the line. */
  readonly raised?: 'super' | 'sub';
  /** The target of its link. */
  readonly link?: string;
  /** By what the width of its letters is multiplied. @default 1 */
  readonly scale?: number;
  /** Its letter spacing, in points. @default 0 */
  readonly spacing?: number;
  /** The colour behind it. */
  readonly fill?: string;
  /** What it is the number of, in a header or footer: this page, or all pages. */
  readonly field?: 'page' | 'count';
  /** The picture that its text, `OBJECT_REPLACEMENT`, stands for. */
  readonly picture?: InlinePicture;
}

/** A picture among the words of a line. */
export interface InlinePicture {
  /** Its file. */
  readonly path: string;
  /** In points. */
  readonly width: number;
  readonly height: number;
}

/** The character that stands for a picture (U+FFFC, object replacement). */
export const OBJECT_REPLACEMENT = '\ufffc';

/** A part of a line of text without a large gap. */
export interface Line extends Box {
  readonly runs: readonly Run[];
  /** What the structure tree of the file says of it. */
  readonly tag?: Tag;
  /** How many horizontal rules are above it. */
  readonly band?: number;
  /** The level of its heading by font size, from 1. */
  readonly level?: number;
  /** The level of a line that looks like a title, as a bold one in text that is not, if it is a paragraph of its own. */
  readonly boldLevel?: number;
  /** Whether it is the header or footer of the page. */
  readonly furniture?: boolean;
  /** Whether the colour behind it is of its text alone. */
  readonly highlighted?: boolean;
}

/** A picture: drawn or photographed. */
export interface PagePicture extends Box {
  /** Whether it lies behind the text, rather than among it. */
  readonly behind: boolean;
  /** Its file. */
  readonly path: string;
  /** The words in it. @default none that are known */
  readonly words?: string;
  /** Its lines, if it is a formula. */
  readonly formula?: readonly Line[];
}

export type Turn = 90 | 270;

/** The content of a page. */
export interface Page {
  readonly width: number;
  readonly height: number;
  readonly lines: readonly Line[];
  readonly pictures: readonly PagePicture[];
  /** Tables with rules; their text is not in `lines`. */
  readonly tables: readonly Table[];
  /** Lines across it that are of no table. @default none */
  readonly dividers?: readonly Divider[];
  /** Lines that go down beside its text. @default none */
  readonly bars?: readonly Rule[];
  /** Edges of filled areas across it that are of no table with rules. @default none */
  readonly edges?: readonly Rule[];
  /** Text that runs upwards on a slide. */
  readonly rotated?: readonly Line[];
  /** The colour of a slide behind all else, if it is one. */
  readonly sheet?: string;
  /** By how many degrees the page must be rotated clockwise, so that most of its text is upright. */
  readonly turn?: Turn;
  /** Whether its words were recognised in a picture. */
  readonly scanned?: boolean;
}

/** A page with its number, from 1. */
export interface NumberedPage extends Page {
  readonly number: number;
}

/** A line that is nothing but a picture. */
export function lineOfPicture(box: Box, path: string): Line {
  const [width, height] = [box.right - box.left, box.bottom - box.top];
  const font = { ...NOTHING.font, size: height };
  return { ...box, runs: [{ ...NOTHING, text: OBJECT_REPLACEMENT, font, picture: { path, width, height } }] };
}

/** Whether a line is nothing but a picture. */
export const isInline = ({ runs: [first, ...others] }: Pick<Line, 'runs'>) =>
  first?.picture !== undefined && others.length === 0;

/** The colour behind all of some runs, if it is one. */
export function fillOf(runs: readonly Run[]): string | undefined {
  const [first, ...others] = runs.filter(({ text, picture }) => text.trim() !== '' && !picture);
  return others.every(({ fill }) => fill === first?.fill) ? first?.fill : undefined;
}

/** Whether two lines are of one element of the structure tree, or undefined where it does not say. */
export function isOneElement(a: Line, b: Line): boolean | undefined {
  return a.tag && b.tag && a.tag.block === b.tag.block;
}

/** How near a picture is to the edge of the page that is not among its text, in points. */
const AT_EDGE = 5;

/** Whether a picture lies behind the text of its page, or in its margins. */
export const isGround = (
  { behind, left, right, top, bottom }: Pick<PagePicture, 'behind' | keyof Box>,
  { width, height }: Pick<Page, 'width' | 'height'>,
) => behind || Math.min(left, top, width - right, height - bottom) < AT_EDGE;

/** The boxes of what is on a page, but for what lies behind its text or in its margins. */
export function contentOf(page: Page): Box[] {
  return [...page.lines, ...page.tables, ...page.pictures.filter((picture) => !isGround(picture, page))];
}

/** Whether there are words on a page, be they in a drawing. */
export function hasText({ lines, tables, pictures }: Page): boolean {
  return lines.length + tables.length > 0 || pictures.some(({ words }) => words !== undefined);
}

/** A page with the lines of its formulas in the place of their pictures. */
export function withFormulas<P extends Page>(page: P): P {
  const formulas = page.pictures.flatMap(({ formula }) => formula ?? []);
  const pictures = page.pictures.filter(({ formula }) => !formula);
  return formulas.length > 0 ? { ...page, lines: [...page.lines, ...formulas], pictures } : page;
}

/** The text of a line. */
export function textOf({ runs }: Pick<Line, 'runs'>): string {
  return runs.map(({ text }) => text).join('');
}

/** Runs without their first characters. */
export function withoutStart(runs: readonly Run[], count: number): Run[] {
  let left = count;
  return runs.flatMap((run) => {
    const text = run.text.slice(left);
    left = Math.max(0, left - run.text.length);
    return text === '' ? [] : [{ ...run, text }];
  });
}

const NUMBER = /^[^\p{L}]{0,12}\d[^\p{L}]*$|^[-\u2013\u2014]$/u;

/** Whether a text is a number, with signs around it, or a dash for none. */
export const isNumber = (text: string) => NUMBER.test(text.trim());

/** A list marker with the space after it. */
const MARK = /^\s*(?:[•·▪▫◦‣⁃∙●○■□█◆◇❖➔➢➤►▶▸✓✔*\u2012-\u2015\uf000-\uf0ff-]|\(?\d{1,3}[.)]|\(?[a-zA-Z][.)])\s/u;
/** A bullet, which is nothing but a list marker. */
const BULLET = /^[•·▪▫◦‣⁃∙●○■□█◆◇❖➔➢➤►▶▸✓✔\uf000-\uf0ff]$/u;
/** What does so only where the entry stands apart: numbers of sections and sources, Roman and Greek ones, and an o, a bullet in Word. */
const APART =
  /^(?:o|\(?[ivxlcIVXLC]{2,6}[.)]|\[\d{1,3}\]|\.\d{1,2}|\d{1,3}(?:\.\d{1,3}){1,12}\.?|[\u03b1-\u03c9]{1,2}[.)]?)$/;

const SECTION = /^\s*(?:[IVX]{1,6}\.|[A-Z]\.|[A-Z]?\d{1,2}(?:\.\d{1,2}){0,4}\.?)\s+\p{Lu}/u;

/** Whether a text is numbered as the title of a section. */
export const isSection = (text: string) => SECTION.test(text);

/** The beginning of what is said of a table or a figure. */
export const CAPTION =
  /^(?:table|tab\.|tabelle|tableau|tabla|tabella|tabela|tabel|fig\.|figure|figura|abb\.|abbildung)\s*[\dIVXA-Z]/i;

const SOURCE = /^\s*\[\d{1,3}\]\s/;

/** Whether a text is numbered as an entry of a bibliography. */
export const isSource = (text: string) => SOURCE.test(text);
export const isBullet = (text: string) => BULLET.test(text.trim());
export const isMarked = (text: string) => MARK.test(text);
export const isMark = (text: string) => MARK.exec(`${text.trim()} `)?.[0].length === text.trim().length + 1;

/** Whether the parts of a line are a list marker and its item. */
export const isEntry = ([mark, text, ...more]: readonly Line[]) =>
  mark !== undefined && text !== undefined && more.length === 0 && isMarkOf(textOf(mark), textOf(text));

const isMarkOf = (mark: string, text: string) => isMark(mark) || (APART.test(mark.trim()) && /\p{L}{2}/u.test(text));

/** The font size of most of a line. */
export function sizeOf({ runs }: Line): number {
  const longest = runs.reduce((a, b) => (b.text.length > a.text.length ? b : a), runs[0] ?? NOTHING);
  return longest.font.size;
}

const NOTHING: Run = { text: '', font: { family: '', size: 10, color: '#000000' }, bold: false, italic: false };

/** Whether all of a line is bold. */
export const isBold = ({ runs }: Pick<Line, 'runs'>) => runs.every(({ bold, text }) => bold || text.trim() === '');

/** Whether all runs are monospace. */
export function isMono(runs: readonly Run[]): boolean {
  return runs.length > 0 && runs.every(({ font, text }) => font.mono === true || text.trim() === '');
}

type Extent = Pick<Box, 'left' | 'right'>;

/** Whether a part of one is above or below a part of another. */
export const isOver = (a: Extent, b: Extent) => a.left < b.right && b.left < a.right;

/** Whether two boxes have a part in common. */
export function overlaps(a: Box, b: Box): boolean {
  return isOver(a, b) && a.top < b.bottom && b.top < a.bottom;
}

export const areaOf = ({ left, right, top, bottom }: Box) => Math.max(0, right - left) * Math.max(0, bottom - top);

/** The area that two boxes have in common. */
export function sharedArea(a: Box, b: Box): number {
  const [left, top] = [Math.max(a.left, b.left), Math.max(a.top, b.top)];
  return areaOf({ left, top, right: Math.min(a.right, b.right), bottom: Math.min(a.bottom, b.bottom) });
}

/** Whether the middle of one box is within another. */
export function isMiddleIn({ left, right, top, bottom }: Box, box: Box): boolean {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return x > box.left && x < box.right && y > box.top && y < box.bottom;
}

/** Whether all of one box is within another. */
export function isWithin({ left, right, top, bottom }: Box, outer: Box): boolean {
  return left >= outer.left && right <= outer.right && top >= outer.top && bottom <= outer.bottom;
}

/** A box with so much around it. */
export function widen({ left, right, top, bottom }: Box, by: number): Box {
  return { left: left - by, right: right + by, top: top - by, bottom: bottom + by };
}

/** The bounding box of boxes; not by spreading them into Math.min, which limits their count. */
export function around(boxes: readonly Box[]): Box {
  const [left, top] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  return boxes.reduce(
    (all, box) => ({
      left: Math.min(all.left, box.left),
      top: Math.min(all.top, box.top),
      right: Math.max(all.right, box.right),
      bottom: Math.max(all.bottom, box.bottom),
    }),
    { left, top, right: -left, bottom: -top },
  );
}

/** The median. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}

/** Divides items, in their order, into chunks: one ends where two that follow each other do not belong together. */
export function chunkWhile<T>(items: Iterable<T>, belong: (last: T, next: T) => boolean): T[][] {
  const chunks: T[][] = [];
  for (const item of items) {
    const open = chunks.at(-1);
    if (open && belong(open.at(-1) as T, item)) open.push(item);
    else chunks.push([item]);
  }
  return chunks;
}
