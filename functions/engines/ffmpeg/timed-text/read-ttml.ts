import { attributesOf as listAttributes, piecesOf } from '../../markup.ts';
import { type Cue, nextStarts } from '../cues.ts';
import { type Clock, clockOf, timeOf, USUAL_CLOCK } from './clock.ts';
import { type Run, type Shown, showRuns } from './show-runs.ts';

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** What says something about the texts, and is none. */
const UNSEEN = new Set([
  'head',
  'metadata',
  'title',
  'desc',
  'copyright',
  'agent',
  'name',
  'actor',
  'set',
  'animate',
  'style',
]);

/** How long a text stays, in seconds, that neither says it nor is followed by another. */
const LAST_TEXT = 4;

/** When something is shown, in seconds of the whole. */
interface Interval {
  readonly start: number;
  readonly end: number | undefined;
}

/** An element that is open. */
interface Open extends Interval {
  readonly name: string;
  /** Whether it, or what it is in, says when it is shown. */
  readonly timed: boolean;
  readonly unseen: boolean;
  /** Whether what is in it is shown one after the other. */
  readonly sequence: boolean;
  /** When the last of what was in it so far ended. */
  reached: number;
}

type Attributes = ReadonlyMap<string, string>;
const NONE: Attributes = new Map();

const WHOLE: Open = {
  ...{ name: '', start: 0, end: undefined, timed: false, unseen: false, sequence: false, reached: 0 },
};

/**
 * Reads Timed Text Markup Language: paragraphs, in elements and of parts that may each have times of their own, which count
 * from when that begins what they are in (TTML 2, 12).
 * @throws ConversionError TOO_COMPLEX
 */
export function readTtml(xml: string): Cue[] {
  const reader = new TtmlReader();
  for (const { kind, name, start, end } of piecesOf(xml)) {
    const piece = xml.slice(start, end);
    if (kind === 'text') reader.read(resolveEntities(piece));
    else if (kind === 'data') reader.read(piece.slice('<![CDATA['.length, -']]>'.length));
    else if (kind === 'close') reader.close(name);
    else if (kind === 'open') reader.open(name, piece);
  }
  return finish(reader.shown);
}

/** What has been read so far. */
class TtmlReader {
  readonly shown: Shown[] = [];
  #clock: Clock = USUAL_CLOCK;
  /** Whether these are lyrics as Apple Music has them: times are of the whole, and words say theirs to be sung along. */
  #lyrics = false;
  readonly #open: Open[] = [{ ...WHOLE }];
  /** How many elements of each name are open. */
  readonly #counts = new Map<string, number>();
  readonly #regions = new Map<string, Interval>();
  #runs: Run[] | undefined;

  read(text: string): void {
    this.#add(text.replace(/\s+/g, ' '));
  }

  open(name: string, tag: string): void {
    const attributes = attributesOf(tag);
    if (name === 'tt') {
      this.#clock = clockOf(attributes);
      this.#lyrics = attributes.has('timing');
    }
    if (name === 'br') this.#add('\n');
    const element = this.#elementOf(name, attributes);
    const id = attributes.get('id');
    if (name === 'region' && id !== undefined && element.timed) this.#regions.set(id, element);
    this.#open.push(element);
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    if (name === 'p' && !element.unseen) this.#runs = [];
    if (tag.endsWith('/>')) this.close(name);
  }

  close(name: string): void {
    if (!this.#counts.get(name)) return;
    for (let closed = this.#open.pop(); closed; closed = this.#open.pop()) {
      this.#counts.set(closed.name, (this.#counts.get(closed.name) ?? 1) - 1);
      this.#top.reached = Math.max(this.#top.reached, closed.end ?? closed.reached);
      if (closed.name === 'p' && this.#runs) {
        this.shown.push(...showRuns(this.#runs));
        this.#runs = undefined;
      }
      if (closed.name === name) return;
    }
  }

  get #top(): Open {
    return this.#open.at(-1) ?? WHOLE;
  }

  /** Blanks, and ends of lines, are shown with what is before them. */
  #add(text: string): void {
    const { timed, unseen, start, end } = this.#top;
    const last = this.#runs?.at(-1);
    const blank = text.trim() === '';
    if (unseen || (!timed && !blank)) return;
    if (last && (blank || (last.start === start && last.end === end))) last.text += text;
    else if (!blank) this.#runs?.push({ start, end, text });
  }

  #elementOf(name: string, attributes: Attributes): Open {
    const around = this.#top;
    const base = this.#lyrics ? 0 : around.sequence ? around.reached : around.start;
    if (this.#lyrics && name === 'span') return { ...around, name, sequence: false };
    const unseen = around.unseen || UNSEEN.has(name);
    if (attributes === NONE) {
      const start = this.#lyrics ? around.start : base;
      return { ...around, name, start, reached: start, unseen, sequence: false };
    }
    const time = (of: string) => timeOf(attributes.get(of), this.#clock);
    const [begin, length, stated] = [time('begin'), time('dur'), time('end')];
    const region = this.#regions.get(attributes.get('region') ?? '');
    const start = Math.max(base + (begin ?? 0), region?.start ?? 0);
    const ends = [
      ...(length === undefined ? [] : [base + (begin ?? 0) + length]),
      ...(stated === undefined ? [] : [base + stated]),
      ...[around.end ?? [], region?.end ?? []].flat(),
    ];
    const says = begin !== undefined || length !== undefined || stated !== undefined || region !== undefined;
    return {
      ...{ name, start, reached: start, unseen },
      end: ends.length > 0 ? Math.min(...ends) : undefined,
      timed: around.timed || says,
      sequence: attributes.get('timeContainer') === 'seq',
    };
  }
}

/** In order, without what is never seen; a text without an end is followed by the next one. */
function finish(shown: readonly Shown[]): Cue[] {
  const texts = shown.filter(({ text }) => text !== '').sort((a, b) => a.start - b.start);
  const next = nextStarts(texts);
  return texts
    .map(({ start, end, text }, index) => ({ start, end: end ?? next[index] ?? start + LAST_TEXT, text }))
    .filter(({ start, end }) => end > start);
}

/** By their names without the prefix of a namespace. */
function attributesOf(tag: string): Attributes {
  if (!tag.includes('=')) return NONE;
  return new Map(listAttributes(tag).map(({ name, value }) => [name.slice(name.lastIndexOf(':') + 1), value]));
}

function resolveEntities(text: string): string {
  return text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name) return Object.hasOwn(ENTITIES, name) ? (ENTITIES[name] ?? whole) : whole;
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}
