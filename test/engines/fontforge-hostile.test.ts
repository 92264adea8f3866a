import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { convertFont } from '../fonts/convert-font.ts';
import { committed } from '../support/committed.ts';
import { codeOf } from '../support/failure.ts';
import { peakMemory } from '../support/peak-memory.ts';

const font = (name: string) => committed(`fonts/files/${name.replaceAll(/[, ]+/g, '-')}`);
const MADE = font('made.ttf');
const outcome = (source: Buffer, from: FormatName, to: FormatName) => codeOf(convertFont(source, from, to));
const converted = async (to: FormatName) => (await convertFont(MADE, 'ttf', to)).bytes;

/** A copy with words of four bytes changed. */
function changed(bytes: Buffer, ...words: readonly (readonly [at: number, value: number])[]): Buffer {
  const copy = Buffer.from(bytes);
  for (const [at, value] of words) copy.writeUInt32BE(value, at);
  return copy;
}

describe('a damaged font is refused', () => {
  it.each(['ttf', 'otf', 'woff', 'woff2', 'eot', 'pfb', 'font.svg'] as const)('truncated %s', async (format) => {
    const whole = format === 'ttf' ? MADE : await converted(format);
    const target = format === 'woff' ? 'ttf' : 'woff';
    for (const part of [0.05, 0.4, 0.9])
      expect(await outcome(whole.subarray(0, Math.floor(whole.length * part)), format, target)).toBe('UNREADABLE_FILE');
  });

  const NAMES = [
    'no outlines',
    'no characters',
    'no places of outlines',
    'outlines from an end to a beginning',
    'more glyphs than widths',
  ];

  it.each<[string, Buffer]>([
    ...NAMES.map((name): [string, Buffer] => [name, font(`${name}.ttf`)]),
    ['a table that lies outside', changed(MADE, [20, 0xfffffff0])],
    ['more tables than there are', changed(MADE, [4, 0xff000000])],
    ['only its first bytes, and others', Buffer.concat([MADE.subarray(0, 12), randomBytes(4000)])],
  ])('one with %s', async (_, bytes) => {
    expect(await outcome(bytes, 'ttf', 'woff')).toBe('UNREADABLE_FILE');
  });

  it('one whose tables inflate to another length', async () => {
    const woff = await converted('woff');
    let at = 44;
    // The first table that is compressed.
    while (woff.readUInt32BE(at + 8) >= woff.readUInt32BE(at + 12)) at += 20;
    const other = changed(woff, [at + 12, woff.readUInt32BE(at + 12) + 1]);
    expect(await outcome(other, 'woff', 'ttf')).toBe('UNREADABLE_FILE');
  });
});

describe('a font that claims too much is refused in little memory', () => {
  it.each([
    ['4 GB of fonts in a collection', Buffer.from('7474636600010000ffffffff', 'hex'), 'ttc', 600],
    ['300 fonts in a suitcase', font('300-fonts.dfont'), 'dfont', 600],
    ['a table many times in a collection', font('a-table-200-times.ttc.gz'), 'ttc', 600],
    ['4 GB in woff2', font('4-GB.woff2'), 'woff2', 600],
    ['4 GB in woff', font('4-GB.woff.gz'), 'woff', 600],
    ['components that double at each level', font('parts that double and double.ttf'), 'ttf', 1600],
    ['a bomb of woff2', font('bomb.woff2.gz'), 'woff2', 1200],
  ] as const)('%s', async (_, bytes, format, room) => {
    const { value, megabytes } = await peakMemory(() => outcome(bytes, format, 'otf'));
    expect(['TOO_COMPLEX', 'UNREADABLE_FILE']).toContain(value);
    expect(megabytes).toBeLessThan(room);
  });
});

describe('a hostile SVG font', () => {
  const svg = (declarations: string, glyphs: string) =>
    Buffer.from(
      `<?xml version="1.0"?>${declarations}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><defs><font id="f" horiz-adv-x="500"><font-face font-family="f" units-per-em="1000" ascent="800" descent="-200"/>${glyphs}</font></defs></svg>`,
    );
  const glyph = '<glyph glyph-name="A" unicode="A" horiz-adv-x="600" d="M20 0L300 700L580 0z"/>';

  it('is read, whatever its document type declares', async () => {
    const doctype = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://127.0.0.1:1/svg11.dtd" >';
    expect(await outcome(svg(doctype, glyph), 'font.svg', 'ttf')).toBe('none');
  });

  const doubled = Array.from({ length: 30 }, (_, at) => `<!ENTITY x${at || ''} "&x${at + 1};&x${at + 1};">`).join('');
  const named = glyph.replace('"A" u', '"&x;" u');

  it.each([
    ['an entity for a file', '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>', named],
    ['an entity of itself, again and again', `<!DOCTYPE svg [${doubled}]>`, named],
    ['no glyphs', '', ''],
    ['a tag that does not end', '', `${glyph}<glyph unicode="B" d="M0`],
    ['elements in elements, a hundred thousand deep', '', `${glyph}${'<g>'.repeat(100_000)}`],
  ])('with %s is refused', async (_, declarations, glyphs) => {
    expect(await outcome(svg(declarations, glyphs), 'font.svg', 'ttf')).toBe('UNREADABLE_FILE');
  });
});
