import { escapeXml } from '../../../entities.ts';
import { isRightToLeft } from '../../../poppler/logical-order.ts';
import type { Paragraph } from '../blocks/block.ts';
import { CONTENTS_END } from '../blocks/build-paragraphs.ts';
import { fillOf, OBJECT_REPLACEMENT, type Run, textOf } from '../page.ts';
import { runsOf } from '../words/join-words.ts';
import { genericOf, spelledFamily } from './drawn-fonts.ts';
import { breakLines, keepBreaks } from './keep-breaks.ts';
import { writeInline } from './odt-picture.ts';
import { type OdtPlace, RULE } from './odt-place.ts';
import { headingStyle, type OdtStyles, points, properties } from './odt-styles.ts';
import { narrowLetters, shrinkLetters, spaceLetters } from './space-letters.ts';

/** Writes a paragraph, or a heading. */
export function writeParagraph(paragraph: Paragraph, place: OdtPlace): string {
  const { styles, column, gap, below = 0, border, ground, slide, listed, mark, tight = 0 } = place;
  const { runs, lines, align, indent, firstIndent, leading, tabs, level, room } = paragraph;
  const text = textOf(paragraph);
  const rightToLeft = isRightToLeft(text);
  const fill = lines.some(({ highlighted }) => highlighted) ? undefined : fillOf(runs);
  const spaced = (slide ? shrinkLetters(lines) : narrowLetters(lines)).map(spaceLetters);
  // A text that fills its cell would break where another program needs a little more room.
  const isTight = align === 'start' && room < tight;
  const narrower = isTight ? room - tight : align === 'end' ? room : keepBreaks(spaced, paragraph);
  const [contents, left = 0] = [CONTENTS_END.test(text), lines[0]?.left];
  const places = tabs.map((tab) => `<style:tab-stop style:position="${points(Math.max(1, tab - indent))}"/>`);
  const rightEdge = (attributes: string) =>
    `<style:tab-stop style:position="${points(paragraph.right - left + firstIndent)}" style:type="right"${attributes}/>`;
  // What ends at the right edge stays there where it is set wider, or is a number that becomes longer.
  if (places.length > 0 && room < FLUSH && !contents) places.splice(-1, 1, rightEdge(''));
  const stops = (contents ? [...places, rightEdge(LEADER)] : places).join('');
  const look = properties('paragraph', {
    'fo:margin-left': listed ? undefined : points(border?.side === 'left' ? indent - border.space : indent),
    'fo:margin-right': narrower === 0 ? undefined : points(narrower),
    'fo:text-indent': listed ? undefined : points(firstIndent),
    'fo:text-align': align,
    ...(rightToLeft && fromTheRight(paragraph, slide)),
    'fo:margin-top': points(gap),
    'fo:margin-bottom': points(below),
    // A line with a picture is as high as that.
    'fo:line-height': runs.some(({ picture }) => picture) ? undefined : points(leading),
    'style:writing-mode': rightToLeft ? 'rl-tb' : undefined,
    // Gaps between East Asian and Latin letters are spaces here already.
    'style:text-autospace': EAST_ASIAN.test(text) ? 'none' : undefined,
    'fo:background-color': fill === ground ? undefined : fill,
    ...(column && { 'fo:break-before': 'column' }),
    ...(border && {
      [`fo:border-${border.side}`]: `${points(RULE)} solid ${border.color}`,
      [`fo:padding-${border.side}`]: points(border.space),
    }),
  }).replace('/>', stops ? `><style:tab-stops>${stops}</style:tab-stops></style:paragraph-properties>` : '/>');
  const marker = mark ? lookOf(mark, styles) : '';
  const name = styles.name(
    'paragraph',
    look + marker,
    level ? ` style:parent-style-name="${headingStyle(level)}"` : '',
  );
  const element = level ? `text:h text:outline-level="${level}"` : 'text:p';
  return `<${element} text:style-name="${name}">${writeRuns(contents ? withLeader(runsOf(lines)) : runsOf(breakLines(spaced, paragraph, place), SOFT_HYPHEN), place, fill)}</${element.slice(0, 6).trim()}>`;
}

/**
 * How right-to-left text stands at its side. LibreOffice takes the left margin of such a paragraph for the one before its text,
 * and the start for the left side.
 */
function fromTheRight({ align, lines, left, right, indent, room }: Paragraph, slide = false) {
  const isAtLeft = align === 'start' && !slide && room - indent > (right - left) / 2;
  const [first = right, ...others] = lines.map((line) => line.right);
  const edge = Math.max(...(others.length > 0 ? others : [first]));
  const isPlaced = !slide && !isAtLeft && align !== 'center';
  return {
    'fo:margin-left': isPlaced ? points(room + right - edge) : undefined,
    'fo:margin-right': isAtLeft ? points(indent) : undefined,
    'fo:text-indent': isPlaced ? points(edge - first) : undefined,
    'fo:text-align': isAtLeft ? 'left' : align === 'start' || align === 'end' ? 'right' : align,
  };
}

const EAST_ASIAN = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;

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
function writeRuns(runs: readonly Run[], { styles, slide, pictureName }: OdtPlace, ground?: string): string {
  return runs
    .map((run) => {
      const { text, link, field, picture } = run;
      if (picture)
        return text
          .split(OBJECT_REPLACEMENT)
          .map(writeText)
          .join(writeInline(picture, pictureName(picture.path)));
      const written = field ? writeField(field, text) : writeText(text);
      const style = styles.name('text', lookOf(run, styles, ground));
      const span = (content: string) => `<text:span text:style-name="${style}">${content}</text:span>`;
      if (link === undefined) return span(written);
      const anchor = (content: string) =>
        `<text:a xlink:type="simple" xlink:href="${escapeXml(link)}">${content}</text:a>`;
      return slide ? span(anchor(written)) : anchor(span(written));
    })
    .join('');
}

function lookOf(run: Run, styles: OdtStyles, ground?: string): string {
  const { font, bold, italic, underline, struck, raised, scale, spacing, fill } = run;
  const family = spelledFamily(font.family);
  return properties('text', {
    ...forAllScripts('font-family', family),
    'style:font-family-generic': genericOf(family),
    ...forAllScripts('font-size', points(font.size)),
    'fo:color': styles.ink(font.color, fill),
    ...(bold && forAllScripts('font-weight', 'bold')),
    ...(italic && forAllScripts('font-style', 'italic')),
    ...(underline && { 'style:text-underline-style': 'solid' }),
    ...(struck && { 'style:text-line-through-style': 'solid' }),
    ...(scale && { 'style:text-scale': `${Math.round(scale * 100)}%` }),
    ...(spacing && { 'fo:letter-spacing': points(spacing) }),
    ...(fill !== ground && { 'fo:background-color': fill }),
    ...(raised && { 'style:text-position': `${raised} 58%` }),
  });
}

/** A property of a text in Latin, East Asian and complex scripts. */
function forAllScripts(name: string, value: string): Record<string, string> {
  return { [`fo:${name}`]: value, [`style:${name}-asian`]: value, [`style:${name}-complex`]: value };
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
