import { escapeXml } from '../../../entities.ts';
import { isRightToLeft } from '../../../poppler/logical-order.ts';
import type { Paragraph } from '../blocks/block.ts';
import { type Line, type Run, textOf, withoutStart } from '../page.ts';
import { spelledFamily } from './drawn-fonts.ts';
import { writeParagraph } from './odt-paragraph.ts';
import type { OdtPlace } from './odt-place.ts';
import { points, properties } from './odt-styles.ts';
import { widthOf } from './space-letters.ts';

/** A bullet at the beginning of an entry, and what is between it and its text. */
const BULLET = /^\s*([•·▪▫◦‣⁃∙●○■□◆◇❖➔➢➤►▶▸✓✔\u2012-\u2015\uf000-\uf0ff-])[\s\t]+/u;
/** A dash is one before words alone: it may be a minus, or stand beside the number of a page. */
const DASH = /[\u2012-\u2015-]/;
const WORD = /^["'(\u2018-\u201e«»]?\p{L}/u;
/** The distance between a bullet and its text where it is not known, by the size of letters. */
const USUAL_DISTANCE = 0.8;

/** How exact places in a list are, in points: entries of one list differ by less. */
const STEP = 0.5;
const OPENED = /^<text:list text:style-name="l\d{1,9}"><text:list-item>/;
const CLOSED = '</text:list>';

/** Joins paragraphs and entries below each other: entries with the same bullets at the same places are of one list. */
export function joinEntries(texts: readonly string[]): string {
  let list: string | undefined;
  const joined: string[] = [];
  for (const text of texts) {
    const [opened] = OPENED.exec(text) ?? [];
    const goesOn = opened !== undefined && opened === list;
    if (goesOn) joined.push(joined.pop()?.slice(0, -CLOSED.length) ?? '');
    joined.push(goesOn ? text.slice(opened.length - ITEM.length) : text);
    list = opened;
  }
  return joined.join('');
}

const ITEM = '<text:list-item>';

/** Writes a paragraph, or the entry of a list that it is. */
export function writeEntry(paragraph: Paragraph, place: OdtPlace): string {
  const entry = entryOf(paragraph);
  if (!entry) return writeParagraph(paragraph, place);
  const style = place.styles.listName(levelOf(entry, place));
  return `<text:list text:style-name="${style}"><text:list-item>${writeParagraph(entry.paragraph, { ...place, listed: true })}</text:list-item></text:list>`;
}

/** An entry of a list. */
interface Entry {
  readonly bullet: string;
  /** The run that begins with the bullet. */
  readonly mark: Run;
  /** Where the bullet and the text begin, in points. */
  readonly start: number;
  readonly indent: number;
  /** The size of its letters. */
  readonly size: number;
  /** It without its bullet. */
  readonly paragraph: Paragraph;
}

/** The entry that a left-to-right paragraph is: what begins with a bullet. */
export function entryOf(paragraph: Paragraph): Entry | undefined {
  const { align, indent, firstIndent, level, tabs } = paragraph;
  const [first, ...others] = paragraph.lines;
  const [mark] = first?.runs ?? [];
  if (!first || !mark || align === 'center' || align === 'end' || level || tabs.length > 1) return undefined;
  const text = textOf(first);
  const [whole, bullet] = BULLET.exec(text) ?? [];
  if (whole === undefined || bullet === undefined || whole.length === text.length) return undefined;
  if (isRightToLeft(text) || (DASH.test(bullet) && !WORD.test(text.slice(whole.length)))) return undefined;
  const runs = withoutStart(first.runs, whole.length);
  const size = runs[0]?.font.size ?? mark.font.size;
  const known = firstIndent < 0 ? -firstIndent : widthOf({ ...mark, text: `${bullet} ` });
  const distance = known > 0 ? known : size * USUAL_DISTANCE;
  const start = Math.max(0, Math.round((indent + firstIndent) / STEP) * STEP);
  const step = Math.max(STEP, Math.round(distance / STEP) * STEP);
  const line: Line = { ...first, left: first.left + distance, runs };
  const bare = { lines: [line, ...others], runs: withoutStart(paragraph.runs, whole.length), firstIndent: 0, tabs: [] };
  return { bullet, mark, start, indent: start + step, size, paragraph: { ...paragraph, ...bare, indent: 0 } };
}

/** The style of a list with the bullet of an entry, at its place. */
function levelOf({ bullet, mark, start, indent, size }: Entry, { slide }: OdtPlace): string {
  const aligned =
    `text:list-tab-stop-position="${points(indent)}" fo:margin-left="${points(indent)}" ` +
    `fo:text-indent="${points(start - indent)}" text:label-followed-by="listtab"`;
  const mode = 'text:list-level-position-and-space-mode="label-alignment"';
  const places = slide
    ? properties('list-level', { 'text:space-before': points(start), 'text:min-label-width': points(indent - start) })
    : `<style:list-level-properties ${mode}><style:list-level-label-alignment ${aligned}/></style:list-level-properties>`;
  const look = properties('text', {
    'fo:font-family': spelledFamily(mark.font.family),
    'fo:color': mark.font.color,
    'fo:font-size': slide ? `${Math.round((mark.font.size / size) * 100)}%` : points(mark.font.size),
  });
  const level = `text:level="1" text:bullet-char="${escapeXml(bullet)}"`;
  return `<text:list-level-style-bullet ${level}>${places}${look}</text:list-level-style-bullet>`;
}
