import type { Cue } from './cues.ts';

/** A piece of XML: a tag, or the text before one. */
const PIECE = /<!--[\s\S]*?-->|<(\/?)(?:[\w-]+:)?([\w-]+)([^<>]*?)(\/?)>|[^<]+/g;
const ATTRIBUTE = /([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
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
  const cues: Text[] = [];
  let clock: Clock = { frames: 30, ticks: 1 };
  const offsets: number[] = [];
  let current: Text | undefined;
  let part: Text | undefined;
  for (const [piece, closing, name, written = '', empty] of xml.matchAll(PIECE)) {
    if (name === undefined) {
      const text = part ?? current;
      if (text && !piece.startsWith('<')) text.text += resolveEntities(piece).replace(/\s+/g, ' ');
    } else if (name === 'tt' && !closing) clock = clockOf(attributesOf(written), clock);
    else if (name === 'br' && current) (part ?? current).text += '\n';
    else if ((name === 'div' || name === 'body') && closing) offsets.pop();
    else if ((name === 'div' || name === 'body') && !empty)
      offsets.push(time(attributesOf(written).get('begin'), clock) ?? 0);
    else if (name === 'p' && closing && current) {
      cues.push(current);
      current = undefined;
    } else if (name === 'p' && !closing) current = timed(attributesOf(written), clock, offsets);
    else if (name === 'span' && closing && part) {
      cues.push(part);
      part = undefined;
    } else if (name === 'span' && !closing && !empty && current?.timeless && !part) {
      const text = timed(attributesOf(written), clock, offsets);
      if (!text.timeless) part = text;
    }
  }
  return finish(cues);
}

/** In order, without what is never seen; a text without an end is followed by the next one. */
function finish(texts: readonly Text[]): Cue[] {
  const seen = texts
    .map((each) => ({ ...each, text: tidy(each.text) }))
    .filter(({ text, timeless }) => text !== '' && !timeless)
    .sort((a, b) => a.start - b.start);
  return seen
    .map(({ start, end, text }) => ({
      start,
      end: end ?? seen.find((later) => later.start > start)?.start ?? start + LAST_TEXT,
      text,
    }))
    .filter(({ start, end }) => end > start);
}

function timed(attributes: ReadonlyMap<string, string>, clock: Clock, offsets: readonly number[]): Text {
  const offset = offsets.reduce((sum, each) => sum + each, 0);
  const begin = time(attributes.get('begin'), clock);
  const start = offset + (begin ?? 0);
  const length = time(attributes.get('dur'), clock);
  const stated = time(attributes.get('end'), clock);
  const end = stated === undefined ? length && start + length : offset + stated;
  return { start, end, text: '', timeless: begin === undefined && end === undefined };
}

function attributesOf(written: string): Map<string, string> {
  const found = [...written.matchAll(ATTRIBUTE)];
  return new Map(found.map(([, name = '', double, single]) => [name.replace(/^.*:/, ''), double ?? single ?? '']));
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
    if (name) return ENTITIES[name] ?? whole;
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
