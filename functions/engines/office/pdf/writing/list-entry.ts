import { escapeXml } from '../../../entities.ts';
import type { Paragraph } from '../blocks/block.ts';
import { withoutStart } from '../page.ts';
import { genericOf, spelledFamily } from './drawn-fonts.ts';
import { type Marker, markerOf } from './list-marker.ts';
import { listsOnSlide, type NumberedList, NumberedLists } from './numbered-lists.ts';
import { writeParagraph } from './odt-paragraph.ts';
import { gapsOf, type OdtPlace } from './odt-place.ts';
import { points, properties } from './odt-styles.ts';

const OPENED = /^<text:list text:style-name="(l\d{1,9})"[^>]*><text:list-item>/;
const CLOSED = '</text:list>';
const ITEM = '<text:list-item>';

/** Joins paragraphs and entries below each other: entries with the same bullets at the same places are of one list. */
export function joinEntries(texts: readonly string[]): string {
  let list: string | undefined;
  const joined: string[] = [];
  for (const text of texts) {
    const [opened = '', style] = OPENED.exec(text) ?? [];
    const goesOn = style !== undefined && style === list;
    if (goesOn) joined.push(joined.pop()?.slice(0, -CLOSED.length) ?? '');
    joined.push(goesOn ? text.slice(opened.length - ITEM.length) : text);
    list = style;
  }
  return joined.join('');
}

/**
 * Writes the paragraphs of a cell or a text box below each other.
 * @param top where its text begins
 */
export function writeBelow(
  paragraphs: readonly Paragraph[],
  top: number,
  place: Omit<OdtPlace, 'gap' | 'column'>,
): string {
  const { gaps } = gapsOf(paragraphs, top);
  const lists = place.slide ? listsOnSlide(paragraphs) : new NumberedLists().find(paragraphs);
  return joinEntries(
    paragraphs.map((each, at) => writeEntry(each, { ...place, gap: gaps[at] ?? 0, column: false }, lists[at])),
  );
}

/**
 * Writes a paragraph, or the entry of a list that it is.
 * @param list the list that counts it, if one does
 */
export function writeEntry(paragraph: Paragraph, place: OdtPlace, list?: NumberedList): string {
  const marker = markerOf(paragraph);
  if (!marker || (marker.counts.length > 0 && !list)) return writeParagraph(paragraph, place);
  const { style, name } = list
    ? nameOf(list, marker, place)
    : { style: place.styles.listName(levelOf(marker, bulletOf(marker), place)), name: '' };
  const text = writeText(paragraph, marker, place, list?.written?.marker ?? marker);
  return `<text:list text:style-name="${style}"${place.slide ? '' : name}>${ITEM}${text}</text:list-item>${CLOSED}`;
}

/** The style of a numbered list, and its name, by which it goes on behind other text. */
function nameOf(list: NumberedList, marker: Marker, place: OdtPlace): { style: string; name: string } {
  if (list.written) return { style: list.written.style, name: ` text:continue-list="${list.written.style}"` };
  const style = place.styles.ownListName(levelOf(marker, numberOf(list), place));
  list.written = { style, marker };
  return { style, name: ` xml:id="${style}"` };
}

/**
 * Writes an entry without its marker.
 * @param usual the marker whose place the list has
 */
function writeText(paragraph: Paragraph, marker: Marker, place: OdtPlace, usual: Marker): string {
  const [first, ...others] = paragraph.lines;
  const runs = withoutStart(first?.runs ?? [], marker.length);
  const line = first && { ...first, left: first.left + marker.text - marker.start, runs };
  const lines = line ? [line, ...others] : [];
  const { start, indent } = marker;
  const tabs = marker.stop ? [] : paragraph.tabs;
  const bare = { ...paragraph, lines, runs: withoutStart(paragraph.runs, marker.length), tabs };
  const marked = marker.counts.length > 0 ? { ...place, mark: marker.mark } : place;
  if (!place.slide && (usual.start !== start || usual.indent !== indent))
    return writeParagraph({ ...bare, indent, firstIndent: start - indent }, marked);
  return writeParagraph({ ...bare, indent: 0, firstIndent: 0 }, { ...marked, listed: true });
}

/** What a level of a list counts with. */
interface Level {
  readonly kind: 'bullet' | 'number';
  readonly attributes: string;
}

const bulletOf = ({ sign }: Marker): Level => ({ kind: 'bullet', attributes: `text:bullet-char="${escapeXml(sign)}"` });

const numberOf = ({ first: { prefix, suffix }, format, from }: NumberedList): Level => ({
  kind: 'number',
  attributes: `style:num-format="${format}" style:num-prefix="${prefix}" style:num-suffix="${suffix}" text:start-value="${from}"`,
});

/** The level of a list at the place of an entry, with the look of its marker. */
function levelOf(
  { mark, start, text, indent, size, tab }: Marker,
  { kind, attributes }: Level,
  place: OdtPlace,
): string {
  const followed = tab
    ? `text:label-followed-by="listtab" text:list-tab-stop-position="${points(text)}"`
    : 'text:label-followed-by="space"';
  const aligned = `${followed} fo:margin-left="${points(indent)}" fo:text-indent="${points(start - indent)}"`;
  const mode = 'text:list-level-position-and-space-mode="label-alignment"';
  const places = place.slide
    ? properties('list-level', { 'text:space-before': points(start), 'text:min-label-width': points(text - start) })
    : `<style:list-level-properties ${mode}><style:list-level-label-alignment ${aligned}/></style:list-level-properties>`;
  const family = spelledFamily(mark.font.family);
  const look = properties('text', {
    'fo:font-family': family,
    'style:font-family-generic': genericOf(family),
    'fo:color': mark.font.color,
    'fo:font-size': place.slide ? `${Math.round((mark.font.size / size) * 100)}%` : points(mark.font.size),
  });
  const level = `text:list-level-style-${kind}`;
  return `<${level} text:level="1" ${attributes}>${places}${look}</${level}>`;
}
