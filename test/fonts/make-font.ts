/** A point of an outline; those that are not on it bend it. */
type Point = readonly [x: number, y: number, on: boolean];

/** A glyph of a font that is made here: its outlines, or those of others, moved up. */
export interface MadeGlyph {
  readonly name: string;
  readonly character?: string;
  readonly width: number;
  readonly outline?: readonly Point[];
  readonly parts?: readonly (readonly [glyph: number, up: number])[];
}

/** A box, a space, a triangle, a bow, a triangle with a box on it. */
export const GLYPHS: readonly MadeGlyph[] = [
  { name: '.notdef', width: 500, outline: box(50, 0, 450, 700) },
  { name: 'space', character: ' ', width: 250 },
  { name: 'A', character: 'A', width: 600, outline: [on(20, 0), on(300, 700), on(580, 0)] },
  {
    name: 'B',
    character: 'B',
    width: 650,
    outline: [on(100, 0), on(100, 700), off(600, 700), on(600, 350), off(600, 0)],
  },
  { name: 'dotaccent', character: '\u02d9', width: 200, outline: box(50, 0, 150, 100) },
  {
    name: 'Adieresis',
    character: '\u00c4',
    width: 600,
    parts: [
      [2, 0],
      [4, 750],
    ],
  },
];

/** What all tables of a font are made of. */
export type Tables = Readonly<Record<string, Buffer>>;

/** What licences may say of embedding: only for preview and print. */
export const PREVIEW_AND_PRINT = 4;

/** The tables of a small TrueType font with instructions, substitutions, and a table that nobody knows. */
export function tablesOfFont(name = 'Made', glyphs = GLYPHS): Tables {
  const outlines = glyphs.map(outlineOf);
  const places = outlines.map((_, index) => Buffer.concat(outlines.slice(0, index)).length);
  return {
    'OS/2': os2(),
    GSUB: shorts(1, 0, 10, 12, 14, 0, 0, 0),
    TEST: Buffer.from('what nobody knows'),
    cmap: cmap(glyphs),
    'cvt ': shorts(1, 2),
    fpgm: Buffer.from([0xb0, 0, 0x21]),
    gasp: shorts(0, 1, 0xffff, 3),
    glyf: Buffer.concat(outlines),
    head: head(),
    hhea: shorts(1, 0, 800, 0x10000 - 200, 90, 650, 0, 0, 600, 1, 0, 0, 0, 0, 0, 0, 0, glyphs.length),
    hmtx: shorts(
      ...glyphs.flatMap(({ width, outline }) => [width, outline ? Math.min(...outline.map(([x]) => x)) : 0]),
    ),
    loca: Buffer.concat([...places, Buffer.concat(outlines).length].map(long)),
    maxp: shorts(1, 0, glyphs.length, 8, 2, 8, 2, 1, 0, 1, 1, 0, 8, 8, 2, 1),
    name: names(name),
    post: post(glyphs),
    prep: Buffer.from([0xb0, 0, 0x21]),
  };
}

/** Tables that make a font variable, in one direction, without any difference. */
export function variations(glyphs: number): Tables {
  const axis = Buffer.concat([
    Buffer.from('wght'),
    ...[400, 400, 700].map((value) => long(value * 65_536)),
    shorts(0, 256),
  ]);
  return {
    fvar: Buffer.concat([shorts(1, 0, 16, 2, 1, 20, 0, 8), axis]),
    gvar: Buffer.concat([
      shorts(1, 0, 1, 0),
      long(0),
      shorts(glyphs, 0),
      long(20 + glyphs * 2 + 2),
      Buffer.alloc(glyphs * 2 + 2),
    ]),
  };
}

/** A font as a file. */
export function packFont(tables: Tables, at = 0): Buffer {
  const entries = Object.entries(tables).sort(([first], [second]) => (first < second ? -1 : 1));
  let place = at + 12 + entries.length * 16;
  const list = entries.map(([tag, table]) => {
    const entry = Buffer.concat([Buffer.from(tag), long(sumOf(table)), long(place), long(table.length)]);
    place += Math.ceil(table.length / 4) * 4;
    return entry;
  });
  return Buffer.concat([
    long(0x10000),
    shorts(entries.length, 0, 0, 0),
    ...list,
    ...entries.map(([, table]) => inWords(table)),
  ]);
}

/** A collection of fonts. */
export function packCollection(fonts: readonly Tables[]): Buffer {
  let place = 12 + fonts.length * 4;
  const packed = fonts.map((font) => {
    const content = packFont(font, place);
    const start = place;
    place += content.length;
    return { start, content };
  });
  return Buffer.concat([
    ...[Buffer.from('ttcf'), shorts(1, 0), long(fonts.length)],
    ...packed.map(({ start }) => long(start)),
    ...packed.map(({ content }) => content),
  ]);
}

/** A suitcase of fonts: their data, and a map of what they are. */
export function packSuitcase(fonts: readonly Buffer[]): Buffer {
  const data = Buffer.concat(fonts.flatMap((font) => [long(font.length), font]));
  let at = 0;
  const references = fonts.map((font, index) => {
    const reference = Buffer.concat([shorts(128 + index, 0xffff), long(at), long(0)]);
    at += 4 + font.length;
    return reference;
  });
  const types = Buffer.concat([shorts(0), Buffer.from('sfnt'), shorts(fonts.length - 1, 10), ...references]);
  const map = Buffer.concat([Buffer.alloc(24), shorts(28, 28 + types.length), types]);
  const header = [256, 256 + data.length, data.length, map.length].map(long);
  return Buffer.concat([Buffer.concat(header, 256), data, map]);
}

function on(x: number, y: number): Point {
  return [x, y, true];
}

function off(x: number, y: number): Point {
  return [x, y, false];
}

function box(left: number, bottom: number, right: number, top: number): Point[] {
  return [on(left, bottom), on(left, top), on(right, top), on(right, bottom)];
}

function outlineOf({ outline, parts }: MadeGlyph): Buffer {
  if (parts) return composite(parts);
  if (!outline) return Buffer.alloc(0);
  const deltas = (axis: 0 | 1) => outline.map((point, index) => point[axis] - (outline[index - 1]?.[axis] ?? 0));
  const [xs, ys] = [outline.map(([x]) => x), outline.map(([, y]) => y)];
  const bounds = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  const flags = Buffer.from(outline.map(([, , isOn]) => (isOn ? 1 : 0)));
  const header = shorts(1, ...bounds, outline.length - 1, 0);
  return inWords(Buffer.concat([header, flags, shorts(...deltas(0), ...deltas(1))]));
}

/** Parts that are moved by words; more follow, but for the last. */
function composite(parts: readonly (readonly [glyph: number, up: number])[]): Buffer {
  const list = parts.flatMap(([glyph, up], index) => [index < parts.length - 1 ? 0x23 : 0x3, glyph, 0, up]);
  return inWords(shorts(-1, 20, 0, 580, 850, ...list));
}

function cmap(glyphs: readonly MadeGlyph[]): Buffer {
  const codes = glyphs.flatMap(({ character }, index) =>
    character ? [[character.charCodeAt(0), index] as const] : [],
  );
  const segments = [...codes.sort(([first], [second]) => first - second), [0xffff, 0] as const];
  const count = segments.length;
  const ends = segments.map(([code]) => code);
  const table = shorts(
    ...[4, 16 + count * 8, 0, count * 2, 0, 0, 0, ...ends, 0, ...ends],
    ...segments.map(([code, glyph]) => (code === 0xffff ? 1 : glyph - code)),
    ...segments.map(() => 0),
  );
  return Buffer.concat([shorts(0, 1, 3, 1), long(12), table]);
}

function head(): Buffer {
  const bounds = [0, 0, 650, 850];
  return Buffer.concat([
    ...[0x10000, 0x10000, 0, 0x5f0f3cf5].map(long),
    ...[shorts(3, 1000), Buffer.alloc(16), shorts(...bounds, 0, 8, 2, 1, 0)],
  ]);
}

function os2(): Buffer {
  const table = Buffer.alloc(96);
  for (const [place, value] of [
    [0, 4],
    [2, 500],
    [4, 400],
    [6, 5],
    [8, PREVIEW_AND_PRINT],
    [68, 800],
    [72, 90],
    [74, 800],
    [76, 200],
  ] as const)
    table.writeUInt16BE(value, place);
  table.write('TEST', 58);
  return table;
}

function names(name: string): Buffer {
  const texts = [name, 'Regular', `${name} unique`, `${name} Regular`, 'Version 1.000', `${name}-Regular`].map((text) =>
    Buffer.from(text, 'utf16le').swap16(),
  );
  let at = 0;
  const records = texts.map((text, index) => {
    const record = shorts(3, 1, 0x409, index + 1, text.length, at);
    at += text.length;
    return record;
  });
  return Buffer.concat([shorts(0, texts.length, 6 + texts.length * 12), ...records, ...texts]);
}

function post(glyphs: readonly MadeGlyph[]): Buffer {
  const indexes = glyphs.map((_, index) => 258 + index);
  const texts = glyphs.map(({ name }) => Buffer.concat([Buffer.from([name.length]), Buffer.from(name)]));
  return Buffer.concat([long(0x20000), Buffer.alloc(28), shorts(glyphs.length, ...indexes), ...texts]);
}

/** Words of two bytes. */
export function shorts(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value & 0xffff, index * 2);
  return bytes;
}

/** A word of four bytes. */
export function long(value: number): Buffer {
  return Buffer.concat([shorts(Math.floor(value / 65_536), value)]);
}

function inWords(bytes: Buffer): Buffer {
  return Buffer.concat([bytes], Math.ceil(bytes.length / 4) * 4);
}

function sumOf(table: Buffer): number {
  const words = inWords(table);
  let sum = 0;
  for (let at = 0; at < words.length; at += 4) sum = (sum + words.readUInt32BE(at)) % 2 ** 32;
  return sum;
}
