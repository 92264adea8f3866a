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

/** Reads Timed Text Markup Language: paragraphs with times, in sections that may have times themselves. */
export function readTtml(xml: string): Cue[] {
  const cues: Cue[] = [];
  let clock: Clock = { frames: 30, ticks: 1 };
  const offsets: number[] = [];
  let current: { start: number; end: number; text: string } | undefined;
  for (const [piece, closing, name, written = '', empty] of xml.matchAll(PIECE)) {
    if (name === undefined) {
      if (current && !piece.startsWith('<')) current.text += resolveEntities(piece).replace(/\s+/g, ' ');
    } else if (name === 'tt' && !closing) clock = clockOf(attributesOf(written), clock);
    else if (name === 'br' && current) current.text += '\n';
    else if ((name === 'div' || name === 'body') && closing) offsets.pop();
    else if ((name === 'div' || name === 'body') && !empty)
      offsets.push(time(attributesOf(written).get('begin'), clock) ?? 0);
    else if (name === 'p' && closing && current) {
      cues.push({ ...current, text: tidy(current.text) });
      current = undefined;
    } else if (name === 'p' && !closing) current = paragraph(attributesOf(written), clock, offsets);
  }
  return cues.filter(({ start, end, text }) => text !== '' && end > start).sort((a, b) => a.start - b.start);
}

function paragraph(attributes: ReadonlyMap<string, string>, clock: Clock, offsets: readonly number[]) {
  const offset = offsets.reduce((sum, each) => sum + each, 0);
  const begin = time(attributes.get('begin'), clock) ?? 0;
  const length = time(attributes.get('dur'), clock);
  const end = time(attributes.get('end'), clock) ?? (length === undefined ? begin : begin + length);
  return { start: begin + offset, end: end + offset, text: '' };
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

/** 00:01:02.345, 00:01:02:12 (frames), 62.345s, 12f, 1000t ... */
function time(text: string | undefined, { frames, ticks }: Clock): number | undefined {
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
