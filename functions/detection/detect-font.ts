import { type FormatName, formatOfFilename } from '../conversion/formats.ts';
import type { Detect, Sample } from './sample.ts';

/** Signatures of fonts, in hexadecimal. */
const BEGINNINGS: readonly (readonly [beginning: RegExp, format: FormatName])[] = [
  // With the number of tables, and the search range that follows from it
  [/^(?:00010000|74727565)00[0-9a-f]{2}00[0-9a-f]0/, 'ttf'],
  [/^4f54544f00[0-9a-f]{2}00[0-9a-f]0/, 'otf'],
  [/^7474636600[01]/, 'ttc'],
  [/^774f4646(?:00010000|74727565|4f54544f)/, 'woff'],
  [/^774f4632(?:00010000|74727565|4f54544f|74746366)/, 'woff2'],
];

/** A Type 1 font, behind the header of its first segment, if it has one. */
const TYPE1 = /^%!(?:PS-AdobeFont|FontType1)/;
const TYPE1_SEGMENT_HEADER = 6;

/** The attributes of a picture's size. */
const SIZE = /\s(?:width|height|viewBox)\s*=/;
/** Elements that are drawn. */
const DRAWN = /<(?:svg:)?(?:g|path|rect|circle|ellipse|line|polyline|polygon|text|image|use|switch)[\s>]/;
const FONT = /<(?:svg:)?font[\s>]/;
const FONT_END = /<\/(?:svg:)?font>/;

/** Detects fonts. */
export const detectFont: Detect = (sample) => {
  const { head, filename } = sample;
  const start = head.toString('hex', 0, 16);
  const known = BEGINNINGS.find(([beginning]) => beginning.test(start));
  if (known) return known[1];
  if (isEot(head)) return 'eot';
  if (isType1(head)) return 'pfb';
  if (isSuitcase(head, formatOfFilename(filename))) return 'dfont';
  return isSvgFont(sample) ? 'font.svg' : undefined;
};

/** Whether a file has the version and the magic number of EOT. */
function isEot(head: Buffer): boolean {
  return (
    head.length > 82 &&
    head.readUInt16LE(34) === 0x504c &&
    /^(?:000001|010002|020002)00$/.test(head.toString('hex', 8, 12))
  );
}

/** Whether a file is a Macintosh resource fork with a font: data, and behind them a resource map. */
function isSuitcase(head: Buffer, claimed: FormatName | undefined): boolean {
  if (head.length < 16 || head.readUInt32BE(0) !== 256) return false;
  const [map, data, length] = [head.readUInt32BE(4), head.readUInt32BE(8), head.readUInt32BE(12)];
  if (map !== 256 + data || length < 30) return false;
  return map + length <= head.length ? head.subarray(map, map + length).includes('sfnt') : claimed === 'dfont';
}

function isType1(head: Buffer): boolean {
  const start = head[0] === 0x80 && head[1] === 1 ? TYPE1_SEGMENT_HEADER : 0;
  return TYPE1.test(head.toString('latin1', start, start + 20));
}

/** Whether an SVG file declares a font and draws nothing. */
function isSvgFont(sample: Sample): boolean {
  // Checked first, as it saves decoding text.
  if (sample.guess) return false;
  const { root, text } = sample;
  if (root?.name !== 'svg' || SIZE.test(root.tag)) return false;
  const content = text.slice(text.indexOf(root.tag) + root.tag.length);
  const [before = '', ...fonts] = content.split(FONT);
  const behind = fonts.at(-1)?.split(FONT_END)[1] ?? '';
  return fonts.length > 0 && !DRAWN.test(before) && !DRAWN.test(behind);
}
