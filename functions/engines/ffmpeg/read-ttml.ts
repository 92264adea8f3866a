import { attributesOf as listAttributes, piecesOf } from '../markup.ts';
import { type Cue, nextStarts } from './cues.ts';

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** How times are counted where they are not in seconds. */
interface Clock {
  readonly frames: number;
  readonly ticks: number;
}

/** How long a text stays, in seconds, that neither says it nor is followed by another. */
const LAST_TEXT = 4;

/** A text that is shown, while it is read; its end is not known when it says none. */
interface Text {
  readonly start: number;
  readonly end: number | undefined;
  text: string;
  /** Says no times itself: parts of it may. */
  readonly timeless: boolean;
}

/** Reads Timed Text Markup Language: paragraphs with times, in sections that may have times themselves. */
export function readTtml(xml: string): Cue[] {
  const reader = new TtmlReader();
  for (const { kind, name, start, end } of piecesOf(xml)) {
    const piece = xml.slice(start, end);
    if (kind === 'text') reader.read(resolveEntities(piece));
    else if (kind === 'data') reader.read(piece.slice('<![CDATA['.length, -']]>'.length));
    else if (kind === 'close') reader.close(name);
    else if (kind === 'open') reader.open(name, piece);
  }
  return finish(reader.texts);
}

/** What has been read so far. */
class TtmlReader {
  readonly texts: Text[] = [];
  #clock: Clock = { frames: 30, ticks: 1 };
  /** When each section that is open begins, in seconds of the whole. */
  readonly #offsets: number[] = [];
  #paragraph: Text | undefined;
  #span: Text | undefined;

  read(text: string): void {
    const open = this.#span ?? this.#paragraph;
    if (open) open.text += text.replace(/\s+/g, ' ');
  }

  open(name: string, tag: string): void {
    const empty = tag.endsWith('/>');
    if (name === 'tt') this.#clock = clockOf(attributesOf(tag), this.#clock);
    else if (name === 'br') this.#break();
    else if (isSection(name) && !empty) this.#offsets.push(this.#offset() + this.#beginOf(tag));
    else if (name === 'p') this.#paragraph = this.#timed(tag);
    else if (name === 'span' && !empty && this.#paragraph?.timeless && !this.#span) {
      const text = this.#timed(tag);
      if (!text.timeless) this.#span = text;
    }
  }

  close(name: string): void {
    if (isSection(name)) this.#offsets.pop();
    if (name === 'p' && this.#paragraph) {
      this.texts.push(this.#paragraph);
      this.#paragraph = undefined;
    } else if (name === 'span' && this.#span) {
      this.texts.push(this.#span);
      this.#span = undefined;
    }
  }

  #break(): void {
    if (!this.#paragraph) return;
    (this.#span ?? this.#paragraph).text += '\n';
  }

  #offset(): number {
    return this.#offsets.at(-1) ?? 0;
  }

  #beginOf(tag: string): number {
    return time(attributesOf(tag).get('begin'), this.#clock) ?? 0;
  }

  #timed(tag: string): Text {
    return timed(attributesOf(tag), this.#clock, this.#offset());
  }
}

function isSection(name: string): boolean {
  return name === 'div' || name === 'body';
}

/** In order, without what is never seen; a text without an end is followed by the next one. */
function finish(texts: readonly Text[]): Cue[] {
  const seen = texts
    .map((each) => ({ ...each, text: tidy(each.text) }))
    .filter(({ text, timeless }) => text !== '' && !timeless)
    .sort((a, b) => a.start - b.start);
  const next = nextStarts(seen);
  return seen
    .map(({ start, end, text }, index) => ({ start, end: end ?? next[index] ?? start + LAST_TEXT, text }))
    .filter(({ start, end }) => end > start);
}

function timed(attributes: ReadonlyMap<string, string>, clock: Clock, offset: number): Text {
  const begin = time(attributes.get('begin'), clock);
  const start = offset + (begin ?? 0);
  const length = time(attributes.get('dur'), clock);
  const stated = time(attributes.get('end'), clock);
  const end = stated === undefined ? length && start + length : offset + stated;
  return { start, end, text: '', timeless: begin === undefined && end === undefined };
}

/** By their names without the prefix of a namespace. */
function attributesOf(tag: string): Map<string, string> {
  return new Map(listAttributes(tag).map(({ name, value }) => [name.slice(name.lastIndexOf(':') + 1), value]));
}

function clockOf(attributes: ReadonlyMap<string, string>, { frames, ticks }: Clock): Clock {
  const [numerator = 1, denominator = 1] = (attributes.get('frameRateMultiplier') ?? '1 1').split(/[ :]/).map(Number);
  const rate = Number(attributes.get('frameRate') ?? frames);
  return { frames: (rate * numerator) / denominator || frames, ticks: Number(attributes.get('tickRate')) || ticks };
}

/** 00:01:02.345, 00:01:02:12 (frames), 62.345s, 12f, 1000t ... and as lyrics have it: 62.345, 1:02.345 */
function time(text: string | undefined, { frames, ticks }: Clock): number | undefined {
  const [short, of60 = '0', rest] = /^(?:(\d+):)?(\d+(?:\.\d+)?)$/.exec(text ?? '') ?? [];
  if (short) return Number(of60) * 60 + Number(rest);
  const [, hours, minutes, seconds, frame = '0'] = /^(\d+):(\d+):(\d+(?:\.\d+)?)(?::(\d+))?$/.exec(text ?? '') ?? [];
  if (hours) return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(frame) / frames;
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(h|m|s|ms|f|t)$/.exec(text ?? '') ?? [];
  const units = { h: 3600, m: 60, s: 1, ms: 0.001, f: 1 / frames, t: 1 / ticks };
  return amount === undefined ? undefined : Number(amount) * units[unit as keyof typeof units];
}

function resolveEntities(text: string): string {
  return text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name) return Object.hasOwn(ENTITIES, name) ? (ENTITIES[name] ?? whole) : whole;
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}

function tidy(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .trim();
}
