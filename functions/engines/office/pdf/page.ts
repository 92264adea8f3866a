import type { Table } from './block.ts';

/** A box on a page, in points from its upper left corner. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** How letters look. */
export interface Font {
  readonly family: string;
  /** In points. */
  readonly size: number;
  readonly color: string;
  /** Whether all its letters are equally wide, and those of the text are not. */
  readonly mono?: boolean;
}

/** Letters that look the same. */
export interface Run {
  readonly text: string;
  readonly font: Font;
  readonly bold: boolean;
  readonly italic: boolean;
  /** Whether it stands above or below its line, in the size of which it is given. */
  readonly raised?: 'super' | 'sub';
  /** Where a link on it leads. */
  readonly link?: string;
  /** Space between its letters beyond that of its font, in points. @default 0 */
  readonly spacing?: number;
}

/** A part of a line of text that has no large gap in it. */
export interface Line extends Box {
  readonly runs: readonly Run[];
  /** How wide its words are together, in points. */
  readonly inked?: number;
  /** How many lines are drawn across its place above it. */
  readonly band?: number;
  /** The level of a heading that it is of, from 1 on, by the size of its letters. */
  readonly level?: number;
  /** The level that it has if it stands alone: it is bold, and the text around it is not. */
  readonly boldLevel?: number;
  /** Whether it is the header or footer of the page. */
  readonly furniture?: boolean;
}

/** Something that is no text: drawn or photographed. */
export interface PagePicture extends Box {
  /** Whether it lies behind the text, rather than among it. */
  readonly behind: boolean;
  /** Its file. */
  readonly path: string;
}

/** What is on a page. */
export interface Page {
  readonly width: number;
  readonly height: number;
  readonly lines: readonly Line[];
  readonly pictures: readonly PagePicture[];
  /** Tables between lines that are drawn; their text is in no other line. */
  readonly tables: readonly Table[];
}

/** A page of a file, of which the first is 1. */
export interface NumberedPage extends Page {
  readonly number: number;
}

/** Whether there are words on a page. */
export function hasText({ lines, tables }: Page): boolean {
  return lines.length + tables.length > 0;
}

/** The letters of a line. */
export function textOf({ runs }: Pick<Line, 'runs'>): string {
  return runs.map(({ text }) => text).join('');
}

const NUMBER = /^[^\p{L}]{0,12}\d[^\p{L}]*$|^[-\u2013\u2014]$/u;

/** Whether a text says a number, with what stands around it, or that there is none. */
export const isNumber = (text: string) => NUMBER.test(text.trim());

/** What stands before an entry of a list, and the space behind it. */
const MARK = /^\s*(?:[•·▪◦‣●○■□➢✓*\u2013\u2014\uf0b7-]|\(?\d{1,3}[.)]|\(?[a-zA-Z][.)])\s/;
/** What does so only where the entry stands apart from it: numbers of sections and of sources, and Greek letters. */
const APART = /^(?:\[\d{1,3}\]|\d{1,3}(?:\.\d{1,3}){1,12}\.?|[\u03b1-\u03c9]{1,2}[.)]?)$/;

const SOURCE = /^\s*\[\d{1,3}\]\s/;

/** Whether a text is numbered as a source of literature. */
export const isSource = (text: string) => SOURCE.test(text);
export const isMarked = (text: string) => MARK.test(text);
export const isMark = (text: string) => MARK.exec(`${text.trim()} `)?.[0].length === text.trim().length + 1;

/** Whether parts of a line are what stands before an entry of a list, and the entry. */
export const isEntry = ([mark, text, ...more]: readonly Line[]) =>
  mark !== undefined && text !== undefined && more.length === 0 && isMarkOf(textOf(mark), textOf(text));

const isMarkOf = (mark: string, text: string) => isMark(mark) || (APART.test(mark.trim()) && /\p{L}{2}/u.test(text));

/** The size of the letters that take most of a line. */
export function sizeOf({ runs }: Line): number {
  const longest = runs.reduce((a, b) => (b.text.length > a.text.length ? b : a), runs[0] ?? NOTHING);
  return longest.font.size;
}

const NOTHING: Run = { text: '', font: { family: '', size: 10, color: '#000000' }, bold: false, italic: false };

/** Whether all of a text is in letters that are equally wide. */
export function isMono(runs: readonly Run[]): boolean {
  return runs.length > 0 && runs.every(({ font, text }) => font.mono === true || text.trim() === '');
}

/** The smallest box around others, of which there may be more than a call takes arguments. */
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

/** The number in the middle of others. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}
