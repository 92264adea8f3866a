import { isRightToLeft } from '../../../poppler/logical-order.ts';
import type { Paragraph } from '../blocks/block.ts';
import { type Run, textOf } from '../page.ts';
import { widthOf } from './space-letters.ts';

/** A bullet at the beginning of an entry, and what is between it and its text. */
const BULLET = /^\s*([•·▪▫◦‣⁃∙●○■□◆◇❖➔➢➤►▶▸✓✔\u2012-\u2015\uf000-\uf0ff-])[\s\t]+/u;
/** A dash is one before words alone: it may be a minus, or stand beside the number of a page. */
const DASH = /[\u2012-\u2015-]/;
const WORD = /^["'(\u2018-\u201e«»]?\p{L}/u;
/** A number or letter that may be counted. */
const NUMBER = /^\s*((\(?)([1-9]\d{0,2}|[a-z]|[A-Z]|[ivx]{2,7}|[IVX]{2,7})([.)]))[\s\t]+/;
/** The distance between a bullet and its text where it is not known, by the size of letters. */
const USUAL_DISTANCE = 0.8;
/** How exact places in a list are, in points: entries of one list differ by less. */
const STEP = 0.5;
/** A number's text that begins by more than this behind it and a space stands at a tab stop, by the size of letters. */
const APART = 0.15;

/** How OpenDocument names the ways to count (19.500). */
export type CountFormat = '1' | 'a' | 'A' | 'i' | 'I';

/** A number as a list would count it. */
export interface Count {
  readonly format: CountFormat;
  readonly number: number;
}

/** A list marker at the beginning of a paragraph. */
export interface Marker {
  /** The bullet or number as it is drawn. */
  readonly sign: string;
  /** How long it is with what is between it and its text, in characters. */
  readonly length: number;
  /** What it may count, with the signs around it; nothing where it is a bullet. */
  readonly counts: readonly Count[];
  readonly prefix: string;
  readonly suffix: string;
  /** The run that begins with it. */
  readonly mark: Run;
  /** The size of the letters behind it. */
  readonly size: number;
  /** Where it, its text and the other lines begin, in points. */
  readonly start: number;
  readonly text: number;
  readonly indent: number;
  /** Whether a tab is between it and its text, and whether there may be one, and not a space. */
  readonly stop: boolean;
  readonly tab: boolean;
}

/** The list marker of a left-to-right paragraph. */
export function markerOf(paragraph: Paragraph): Marker | undefined {
  const { align, indent, firstIndent, level, tabs } = paragraph;
  const [first] = paragraph.lines;
  const [mark] = first?.runs ?? [];
  if (!first || !mark || align === 'center' || align === 'end' || level || tabs.length > 1) return undefined;
  const line = textOf(first);
  const found = readMarker(line);
  if (!found || found.length === line.length || isRightToLeft(line)) return undefined;
  const size = sizeAt(first.runs, found.length) ?? mark.font.size;
  const width = widthOf({ ...mark, text: `${found.sign} ` });
  const [tab = 0] = tabs;
  const stop = line.slice(0, found.length).includes('\t');
  const toStop = found.counts.length > 0 && stop ? tab - indent - firstIndent : 0;
  const hanging = firstIndent < 0 ? -firstIndent : toStop > 0 ? toStop : width;
  const distance = hanging > 0 ? hanging : size * USUAL_DISTANCE;
  const start = rounded(indent + firstIndent);
  const text = start + Math.max(STEP, rounded(distance));
  // The other lines of a number may begin left of it.
  const others = found.counts.length > 0 && firstIndent >= 0 && paragraph.lines.length > 1 ? rounded(indent) : text;
  const isApart = found.counts.length === 0 || distance > width + size * APART;
  return { ...found, mark, size, start, text, indent: others, stop, tab: isApart };
}

const rounded = (place: number) => Math.max(0, Math.round(place / STEP) * STEP);

function readMarker(line: string): Pick<Marker, 'sign' | 'length' | 'counts' | 'prefix' | 'suffix'> | undefined {
  const [whole = '', bullet] = BULLET.exec(line) ?? [];
  if (bullet !== undefined && DASH.test(bullet) && !WORD.test(line.slice(whole.length))) return undefined;
  if (bullet !== undefined) return { sign: bullet, length: whole.length, counts: [], prefix: '', suffix: '' };
  const [numbered, sign = '', prefix = '', counted = '', suffix = ''] = NUMBER.exec(line) ?? [];
  if (numbered === undefined || (prefix !== '' && suffix !== ')')) return undefined;
  const counts = countsOf(counted);
  return counts.length === 0 ? undefined : { sign, length: numbered.length, counts, prefix, suffix };
}

const ONES = ['', 'i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix'];
const ROMAN = ['', 'x', 'xx'].flatMap((tens) => ONES.map((ones) => tens + ones));

/** What a number may count: v is a letter and a Roman number. */
function countsOf(text: string): Count[] {
  const decimal = Number(text);
  if (decimal > 0) return [{ format: '1', number: decimal }];
  const lower = text.toLowerCase();
  const isLower = lower === text;
  const roman = ROMAN.indexOf(lower);
  const letter: Count = { format: isLower ? 'a' : 'A', number: lower.charCodeAt(0) - 'a'.charCodeAt(0) + 1 };
  return [
    ...(lower.length === 1 ? [letter] : []),
    ...(roman > 0 ? [{ format: isLower ? ('i' as const) : ('I' as const), number: roman }] : []),
  ];
}

/** The size of the letters behind so many characters. */
function sizeAt(runs: readonly Run[], at: number): number | undefined {
  let left = at;
  return runs.find(({ text }) => {
    left -= text.length;
    return left < 0;
  })?.font.size;
}
