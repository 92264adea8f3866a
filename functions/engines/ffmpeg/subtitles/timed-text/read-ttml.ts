import { decodeEntities } from '../../../entities.ts';
import { attributesOf as listAttributes, tokensOf } from '../../../markup.ts';
import { unreadableFile } from '../../../refusals.ts';
import { type Cue, nextStarts, withoutEmptyLines } from '../cues.ts';

/** Elements whose text is shown. */
const SHOWN = ['p', 'span'];
/** How many seconds a text is shown that states no end and is the last one. */
const LAST_TEXT = 4;

type Attributes = ReadonlyMap<string, string>;

/** An open element, and when it is shown, in seconds of the document. */
interface Open {
  readonly name: string;
  readonly start: number;
  readonly end: number | undefined;
  /** Whether it or an ancestor states a time. */
  readonly timed: boolean;
}

/** A paragraph; without an end it is shown until the next one. */
interface Paragraph extends Pick<Open, 'start' | 'end'> {
  text: string;
}

const WHOLE: Open = { name: '', start: 0, end: undefined, timed: false };

/**
 * Parses TTML. The times of a paragraph are relative to those of its parent (TTML 2, 12).
 * @throws ConversionError UNREADABLE_FILE where it is cut off, or spans, regions or sequences have times of their own
 */
export function readTtml(xml: string): Cue[] {
  const paragraphs: Paragraph[] = [];
  const open: Open[] = [];
  let clock: Clock = USUAL_CLOCK;
  let paragraph: Paragraph | undefined;
  let whole = false;
  const add = (text: string) => {
    if (paragraph && SHOWN.includes(open.at(-1)?.name ?? '')) paragraph.text += text;
  };
  for (const { kind, name, start, end } of tokensOf(xml)) {
    const token = xml.slice(start, end);
    if (kind === 'text') add(decodeEntities(token).replace(/\s+/g, ' '));
    if (kind === 'data') add(token.slice('<![CDATA['.length, -']]>'.length));
    if (kind === 'close' && name === 'tt') whole = true;
    if (kind === 'close' && open.at(-1)?.name === name) {
      open.pop();
      if (name === 'p') paragraph = undefined;
    }
    if (kind !== 'open') continue;
    const attributes = attributesOf(token);
    if (name === 'tt') clock = clockOf(attributes);
    if (name === 'br') add('\n');
    const element = elementOf(name, attributes, open.at(-1) ?? WHOLE, { clock, within: paragraph !== undefined });
    if (token.endsWith('/>')) continue;
    open.push(element);
    if (name !== 'p' || !element.timed) continue;
    paragraph = { start: element.start, end: element.end, text: '' };
    paragraphs.push(paragraph);
  }
  if (!whole) throw unreadableFile('The timed text is cut off: its end is missing.');
  return finish(paragraphs);
}

/** The context of an element. */
interface Context {
  readonly clock: Clock;
  /** Whether it is in a paragraph. */
  readonly within: boolean;
}

function elementOf(name: string, attributes: Attributes, around: Open, { clock, within }: Context): Open {
  const [begin, length, stated] = ['begin', 'dur', 'end'].map((each) => timeOf(attributes.get(each), clock));
  const timed = [begin, length, stated].some((time) => time !== undefined);
  if (attributes.get('timeContainer') === 'seq' || (timed && (name === 'region' || within)))
    throw unreadableFile(
      'The timed text has sequences, or regions or spans (as in lyrics) with times of their own, which cannot be read. Save it anew with times of paragraphs only, or as SubRip.',
      name,
    );
  if (!timed || within) return { ...around, name };
  const start = around.start + (begin ?? 0);
  const ends = [
    length === undefined ? [] : start + length,
    stated === undefined ? [] : around.start + stated,
    around.end ?? [],
  ];
  const all = ends.flat();
  return { name, start, end: all.length > 0 ? Math.min(...all) : undefined, timed: true };
}

/** Sorts the paragraphs, sets missing ends and drops those that are never shown. */
function finish(paragraphs: readonly Paragraph[]): Cue[] {
  const texts = paragraphs
    .map((paragraph) => ({ ...paragraph, text: withoutEmptyLines(paragraph.text.replace(/ {2,}/g, ' ')) }))
    .filter(({ text }) => text !== '')
    .sort((a, b) => a.start - b.start);
  const next = nextStarts(texts);
  return texts
    .map(({ start, end, text }, index) => ({ start, end: end ?? next[index] ?? start + LAST_TEXT, text }))
    .filter(({ start, end }) => end > start);
}

/** The attributes by their names without a namespace prefix. */
function attributesOf(tag: string): Attributes {
  if (!tag.includes('=')) return new Map();
  return new Map(listAttributes(tag).map(({ name, value }) => [name.slice(name.lastIndexOf(':') + 1), value]));
}

/** The units of times that are not in seconds. */
interface Clock {
  /** Per second. */
  readonly frames: number;
  readonly ticks: number;
}

/** The defaults of TTML 2, 7.2.4 to 7.2.11. */
const USUAL_CLOCK: Clock = { frames: 30, ticks: 1 };

const UNITS = { h: 3600, m: 60, s: 1, ms: 0.001 } as const;

/** Reads the units that a document declares. */
function clockOf(attributes: ReadonlyMap<string, string>): Clock {
  const [numerator = 1, denominator = 1] = (attributes.get('frameRateMultiplier') ?? '1 1').split(/[ :]/).map(Number);
  const stated = Number(attributes.get('frameRate')) || undefined;
  const frames = ((stated ?? USUAL_CLOCK.frames) * numerator) / denominator || USUAL_CLOCK.frames;
  return { frames, ticks: Number(attributes.get('tickRate')) || stated || USUAL_CLOCK.ticks };
}

/** Parses 00:01:02.345, 00:01:02:12 (frames), 62.345s, 12f and 1000t. */
function timeOf(text: string | undefined, { frames, ticks }: Clock): number | undefined {
  const [, hours, minutes, seconds, frame = '0'] =
    /^(\d+):(\d+):(\d+(?:\.\d+)?)(?::(\d+)(?:\.\d+)?)?$/.exec(text ?? '') ?? [];
  if (hours) return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(frame) / frames;
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(h|m|s|ms|f|t)$/.exec(text ?? '') ?? [];
  const units = { ...UNITS, f: 1 / frames, t: 1 / ticks };
  return amount === undefined ? undefined : Number(amount) * units[unit as keyof typeof units];
}
