import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { detectByRules } from '../../functions/detection/detect-by-rules.ts';
import { fontforge } from '../../functions/engines/fontforge.ts';
import { type FontFile, readEot, readFont, readWoff } from '../fonts/read-font.ts';
import { committed } from '../support/committed.ts';
import { coveringPairs } from '../support/covering-pairs.ts';
import { convertBytes } from '../support/engine.ts';
import { codeOf } from '../support/failure.ts';
import { peakMemory } from '../support/peak-memory.ts';
import { unzip } from '../support/unzip.ts';

/** Fonts of ours, of five characters: see the README beside them. */
const font = (name: string) => committed(`fonts/files/${name.replaceAll(/[, ]+/g, '-')}`);
const MADE = font('made.ttf');
const WIDTHS = { ' ': 250, A: 600, B: 650, '\u02d9': 200, '\u00c4': 600 };
/** The fonts in a result by their names: those in the zip, or the only one. */
async function convertFont(source: Buffer, from: FormatName, to: FormatName) {
  const { format, file: bytes } = await convertBytes(fontforge, source, [from, to]);
  return { format, fonts: format === 'zip' ? unzip(bytes) : new Map([['', bytes]]) };
}

const convert = async (source: Buffer, from: FormatName, to: FormatName) => {
  const { fonts, format } = await convertFont(source, from, to);
  const [made] = fonts.values();
  if (!made || fonts.size > 1 || format !== to) throw new Error(`${fonts.size} fonts`);
  return made;
};

/** One font in every format. */
const SOURCES = ['ttf', 'ttc', 'dfont', 'otf', 'woff', 'woff2', 'eot', 'pfb', 'font.svg'] as const;

const READERS: Partial<Record<FormatName, (bytes: Buffer) => FontFile>> = {
  ttf: readFont,
  otf: readFont,
  woff: readWoff,
  eot: readEot,
};

const PAIRS = coveringPairs(fontforge.conversions);

describe.each(SOURCES)('%s', (source) => {
  it.each(PAIRS[source] ?? [])('is detected, and becomes %s with all its characters', async (target) => {
    for (const name of ['font', 'a.txt']) expect(await detectByRules(font(`made.${source}`), name)).toBe(source);
    const result = await convert(font(`made.${source}`), source, target);
    expect(await detectByRules(result, 'font')).toBe(target);
    // What has no tables, or packed ones, is seen by what it becomes.
    const found = READERS[target]?.(result) ?? readFont(await convert(result, target, 'ttf'));
    expect(found.glyphs).toBeGreaterThanOrEqual(6);
    const widths = Object.keys(WIDTHS).map((character) => found.characters().get(character.charCodeAt(0)) ?? -1);
    expect(widths.map((glyph) => found.widthOf(glyph))).toEqual(Object.values(WIDTHS));
  });
});

describe('a container of fonts', () => {
  const VARIABLE = readFont(font('variable.ttf'));
  const roundTrip = async (through: FormatName) =>
    readFont(await convert(await convert(font('variable.ttf'), 'ttf', through), through, 'ttf'));
  /** Without the checksum of the file. */
  const headOf = (table: Buffer) => Buffer.concat([table.subarray(0, 8), table.subarray(12)]);

  it.each(['woff', 'eot'] as const)('keeps every table: %s', async (through) => {
    const found = await roundTrip(through);
    expect([...found.tables.keys()]).toEqual([...VARIABLE.tables.keys()]);
    for (const [tag, table] of VARIABLE.tables) {
      const [before, after] = tag === 'head' ? [headOf(table), headOf(found.table(tag))] : [table, found.table(tag)];
      expect(after.equals(before), tag).toBe(true);
    }
  });

  it('keeps all but the encoding of outlines in woff2, also of a variable font', async () => {
    const found = await roundTrip('woff2');
    for (const [tag, table] of VARIABLE.tables) {
      if (['glyf', 'loca', 'head'].includes(tag)) continue;
      expect(found.table(tag).equals(table), tag).toBe(true);
    }
    expect(found.boundsOf(3)).toEqual(VARIABLE.boundsOf(3));
  });

  it('reads an obfuscated font in eot', async () => {
    // What its licence says of embedding: only for preview and print.
    expect((await convert(MADE, 'ttf', 'eot')).readUInt16LE(32)).toBe(4);
    const read = readFont(await convert(font('obfuscated.eot'), 'eot', 'ttf'));
    expect(read.characters()).toEqual(readFont(MADE).characters());
  });
});

describe('fonts of other programs', () => {
  it('are read as EOT that is compressed with MicroType Express', async () => {
    const [before, after] = [readFont(MADE), readFont(await convert(font('compressed.eot'), 'eot', 'ttf'))];
    for (const glyph of [0, 2, 3, 4]) {
      expect(after.boundsOf(glyph)).toEqual(before.boundsOf(glyph));
      expect(after.widthOf(glyph)).toBe(before.widthOf(glyph));
    }
    const broken = font('compressed.eot').fill(0xaa, 300, 400);
    await expect(convert(broken, 'eot', 'ttf')).rejects.toMatchObject({ code: 'UNREADABLE_FILE' });
  });

  it('become otf also with an advance that CFF cannot hold', async () => {
    const otf = readFont(await convert(font('wide.ttf'), 'ttf', 'otf'));
    expect(otf.widthOf(2)).toBe(40_000);
    expect(otf.widthOf(3)).toBe(650);
  });

  it.each(['lf', 'crlf'])("are read as PFB of Adobe's font development kit with line ends of %s", async (ends) => {
    const type1 = font(`adobe-${ends}.pfb`);
    expect(await detectByRules(type1, 'font')).toBe('pfb');
    const otf = readFont(await convert(type1, 'pfb', 'otf'));
    expect([...otf.characters().keys()]).toEqual(expect.arrayContaining([0x20, 0x41, 0x42]));
    expect(otf.widthOf(otf.characters().get(0x42) ?? 0)).toBe(650);
  });
});

describe('converted outlines', () => {
  it('leave all else as it was, and can be converted back', async () => {
    const otf = await convert(MADE, 'ttf', 'otf');
    const [before, between] = [readFont(MADE), readFont(otf)];
    expect(otf.toString('latin1', 0, 4)).toBe('OTTO');
    for (const tag of ['GSUB', 'OS/2', 'TEST', 'cmap', 'hmtx', 'name'])
      expect(between.table(tag).equals(before.table(tag)), tag).toBe(true);
    for (const tag of ['glyf', 'loca', 'cvt ', 'fpgm', 'prep']) expect(between.tables.has(tag), tag).toBe(false);
    const after = readFont(await convert(otf, 'otf', 'ttf'));
    expect(after.characters()).toEqual(before.characters());
    for (const tag of ['GSUB', 'OS/2', 'TEST', 'cmap', 'name'])
      expect(after.table(tag).equals(before.table(tag)), tag).toBe(true);
    for (const glyph of [0, 2, 3, 4, 5])
      expect(after.boundsOf(glyph), `glyph ${glyph}`).toEqual(before.boundsOf(glyph));
    expect(after.table('post').toString('latin1')).toContain('\x05space\x01A');
  });

  it('are those of the default instance of a variable font', async () => {
    const otf = readFont(await convert(font('variable.ttf'), 'ttf', 'otf'));
    expect(otf.tables.has('fvar')).toBe(false);
    expect(otf.characters()).toEqual(readFont(MADE).characters());
  });
});

describe('several fonts in a file', () => {
  it.each(['ttc', 'dfont'] as const)('%s becomes a zip with a file for each, named after the font', async (format) => {
    const { format: found, fonts } = await convertFont(font(`two.${format}`), format, 'woff');
    expect(found).toBe('zip');
    expect([...fonts.keys()]).toEqual(['First-Regular.woff', 'Second_.._x-Regular.woff']);
    for (const one of fonts.values()) expect(readWoff(one).characters()).toEqual(readFont(MADE).characters());
  });
});

const outcome = (source: Buffer, from: FormatName, to: FormatName) => codeOf(convertFont(source, from, to));

describe('a damaged font is refused', () => {
  it.each(['ttf', 'otf', 'woff', 'woff2', 'eot', 'pfb', 'font.svg'] as const)('truncated %s', async (format) => {
    const whole = font(`made.${format}`);
    const target = format === 'woff' ? 'ttf' : 'woff';
    for (const part of [0.05, 0.4, 0.9])
      expect(await outcome(whole.subarray(0, Math.floor(whole.length * part)), format, target)).toBe('UNREADABLE_FILE');
  });

  it.each([
    'no outlines',
    'no characters',
    'no places of outlines',
    'outlines from an end to a beginning',
    'more glyphs than widths',
    'a table outside',
    'more tables than there are',
  ])('one with %s', async (name) => {
    expect(await outcome(font(`${name}.ttf`), 'ttf', 'woff')).toBe('UNREADABLE_FILE');
  });

  it('one of which a table inflates to another length', async () => {
    const woff = font('table-of-another-length.woff');
    expect(await outcome(woff, 'woff', 'ttf')).toBe('UNREADABLE_FILE');
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

it.each([
  ['document-type.svg.gz', 'none'],
  ['entity-of-a-file.svg.gz', 'UNREADABLE_FILE'],
  ['entities-that-double.svg.gz', 'UNREADABLE_FILE'],
  ['no-glyphs.svg.gz', 'UNREADABLE_FILE'],
  ['open-tag.svg.gz', 'UNREADABLE_FILE'],
  ['deep-elements.svg.gz', 'UNREADABLE_FILE'],
])('a hostile SVG font is refused, or read without what it names: %s', async (name, code) => {
  expect(await outcome(font(name), 'font.svg', 'ttf')).toBe(code);
});
