import type { FormatName } from '../conversion/formats.ts';
import type { Detect } from './sample.ts';

/** How fonts begin, in hexadecimal. */
const BEGINNINGS: readonly (readonly [beginning: RegExp, format: FormatName])[] = [
  // A count of tables, and what follows from it
  [/^(?:00010000|74727565)00[0-9a-f]{2}00[0-9a-f]0/, 'ttf'],
  [/^4f54544f00[0-9a-f]{2}00[0-9a-f]0/, 'otf'],
  [/^7474636600[01]/, 'ttc'],
  [/^774f4646(?:00010000|74727565|4f54544f)/, 'woff'],
  [/^774f4632(?:00010000|74727565|4f54544f|74746366)/, 'woff2'],
];

/** A Type 1 font, behind the header of its first part, if it has one. */
const TYPE1 = /^%!(?:PS-AdobeFont|FontType1)/;
const TYPE1_PART = 6;

/** Fonts. */
export const detectFont: Detect = ({ head }) => {
  const start = head.toString('hex', 0, 16);
  const known = BEGINNINGS.find(([beginning]) => beginning.test(start));
  if (known) return known[1];
  return isType1(head) ? 'pfb' : undefined;
};

function isType1(head: Buffer): boolean {
  const start = head[0] === 0x80 && head[1] === 1 ? TYPE1_PART : 0;
  return TYPE1.test(head.toString('latin1', start, start + 20));
}
