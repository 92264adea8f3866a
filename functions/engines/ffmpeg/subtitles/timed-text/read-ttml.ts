import { decodeEntities } from '../../../entities.ts';
import { attributesOf as listAttributes, piecesOf } from '../../../markup.ts';
import { unreadableFile } from '../../../refusals.ts';
import { type Cue, nextStarts } from '../cues.ts';
import { type Clock, clockOf, timeOf, USUAL_CLOCK } from './clock.ts';

/** Elements whose text is shown. */
const SHOWN = ['p', 'span'];
/** How long a text stays, in seconds, that neither says it nor is followed by another. */
const LAST_TEXT = 4;

type Attributes = ReadonlyMap<string, string>;

/** An element that is open, and when it is shown, in seconds of the whole. */
interface Open {
  readonly name: string;
  readonly start: number;
  readonly end: number | undefined;
  /** Whether it, or what it is in, says when it is shown. */
  readonly timed: boolean;
}

/** A paragraph; without an end, it is shown until the next one. */
interface Paragraph extends Pick<Open, 'start' | 'end'> {
  text: string;
}

const WHOLE: Open = { name: '', start: 0, end: undefined, timed: false };

/**
 * Reads Timed Text Markup Language: paragraphs whose times count from when that begins what they are in (TTML 2, 12). In
 * lyrics of Apple Music all times are of the whole, and those of words are left out.
 * @throws ConversionError UNREADABLE_FILE where parts of paragraphs, regions or sequences have times of their own
 */
export function readTtml(xml: string): Cue[] {
  const paragraphs: Paragraph[] = [];
  const open: Open[] = [];
  let [clock, lyrics]: [Clock, boolean] = [USUAL_CLOCK, false];
  let paragraph: Paragraph | undefined;
  const add = (text: string) => {
    if (paragraph && SHOWN.includes(open.at(-1)?.name ?? '')) paragraph.text += text;
  };
  for (const { kind, name, start, end } of piecesOf(xml)) {
    const piece = xml.slice(start, end);
    if (kind === 'text') add(decodeEntities(piece).replace(/\s+/g, ' '));
    if (kind === 'data') add(piece.slice('<![CDATA['.length, -']]>'.length));
    if (kind === 'close' && open.at(-1)?.name === name) {
      open.pop();
      if (name === 'p') paragraph = undefined;
    }
    if (kind !== 'open') continue;
    const attributes = attributesOf(piece);
    if (name === 'tt') [clock, lyrics] = [clockOf(attributes), attributes.has('timing')];
    if (name === 'br') add('\n');
    const element = elementOf(name, attributes, open.at(-1) ?? WHOLE, {
      clock,
      lyrics,
      within: paragraph !== undefined,
    });
    if (piece.endsWith('/>')) continue;
    open.push(element);
    if (name !== 'p' || !element.timed) continue;
    paragraph = { start: element.start, end: element.end, text: '' };
    paragraphs.push(paragraph);
  }
  return finish(paragraphs);
}

/** Where an element stands. */
interface Place {
  readonly clock: Clock;
  readonly lyrics: boolean;
  /** Whether that is in a paragraph. */
  readonly within: boolean;
}

function elementOf(name: string, attributes: Attributes, around: Open, { clock, lyrics, within }: Place): Open {
  const [begin, length, stated] = ['begin', 'dur', 'end'].map((each) => timeOf(attributes.get(each), clock));
  const timed = [begin, length, stated].some((time) => time !== undefined);
  if (attributes.get('timeContainer') === 'seq' || (timed && (name === 'region' || (within && !lyrics))))
    throw unreadableFile(
      'The timed text has sequences, or regions or parts of paragraphs with times of their own, which cannot be read. Save it anew with times of paragraphs alone, or as SubRip.',
      name,
    );
  if (!timed || within) return { ...around, name };
  const base = lyrics ? 0 : around.start;
  const start = base + (begin ?? (lyrics ? around.start : 0));
  const ends = [
    length === undefined ? [] : start + length,
    stated === undefined ? [] : base + stated,
    around.end ?? [],
  ];
  const all = ends.flat();
  return { name, start, end: all.length > 0 ? Math.min(...all) : undefined, timed: true };
}

/** In order, without what is never seen; a text without an end is followed by the next one. */
function finish(paragraphs: readonly Paragraph[]): Cue[] {
  const texts = paragraphs
    .map((paragraph) => ({ ...paragraph, text: tidy(paragraph.text) }))
    .filter(({ text }) => text !== '')
    .sort((a, b) => a.start - b.start);
  const next = nextStarts(texts);
  return texts
    .map(({ start, end, text }, index) => ({ start, end: end ?? next[index] ?? start + LAST_TEXT, text }))
    .filter(({ start, end }) => end > start);
}

/** Without blanks around its lines, or lines of nothing, which would end a subtitle. */
function tidy(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replace(/ {2,}/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
}

/** By their names without the prefix of a namespace. */
function attributesOf(tag: string): Attributes {
  if (!tag.includes('=')) return new Map();
  return new Map(listAttributes(tag).map(({ name, value }) => [name.slice(name.lastIndexOf(':') + 1), value]));
}
